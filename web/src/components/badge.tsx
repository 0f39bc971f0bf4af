import styles from './badge.module.css';
import { classNames } from './class-names.ts';

interface BadgeProps {
  /** Tone of the state. @default neither good nor bad */
  readonly mood?: 'good' | 'bad' | undefined;
  readonly children: string;
}

/** A state in a word; its colour only repeats the word. */
export const Badge = ({ mood, children }: BadgeProps) => (
  <span className={classNames(styles.badge, mood && styles[mood])}>{children}</span>
);
