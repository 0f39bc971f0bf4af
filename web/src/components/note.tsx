import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './note.module.css';

interface NoteProps extends ComponentProps<'div'> {
  /** Colour of the box. Screen readers announce an `error` at once. @default a neutral colour */
  readonly kind?: 'error' | 'warn' | undefined;
}

/** Coloured box with a short text for the user, such as an error or a warning, and the controls to act on it. */
export function Note({ kind, className, ...rest }: NoteProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      {...rest}
      className={classNames(styles.note, kind && styles[kind], className)}
    />
  );
}
