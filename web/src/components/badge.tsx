import styles from './badge.module.css';
import { classNames } from './class-names.ts';

interface BadgeProps {
  /** Colour of the badge. @default grey */
  readonly tone?: 'good' | 'bad' | undefined;
  readonly children: string;
}

/** Short label, such as a state. Its colour adds no information to the text. */
export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={classNames(styles.badge, tone && styles[tone])}>{children}</span>
);
