import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './note.module.css';

interface NoteProps extends ComponentProps<'div'> {
  /** An `error` is an alert. @default plain */
  readonly kind?: 'error' | 'warn' | undefined;
}

/** A line or two on a ground of their own, with what can be done about them. */
export function Note({ kind, className, ...rest }: NoteProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      {...rest}
      className={classNames(styles.note, kind && styles[kind], className)}
    />
  );
}
