import styles from './badge.module.css';
import { classNames } from './class-names.ts';

interface BadgeProps {
  /** @default grey */
  readonly tone?: 'good' | 'bad' | undefined;
  readonly children: string;
}

export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={classNames(styles.badge, tone && styles[tone])}>{children}</span>
);
