import styles from './badge.module.css';
import { classNames } from './class-names.ts';

interface BadgeProps {
  /** Tone of the badge. @default neutral */
  readonly tone?: 'good' | 'bad' | undefined;
  readonly children: string;
}

/** Label with a state in one word. Its colour adds no information to the word. */
export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={classNames(styles.badge, tone && styles[tone])}>{children}</span>
);
