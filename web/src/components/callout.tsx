import type { ComponentProps } from 'react';
import styles from './callout.module.css';
import { classNames } from './class-names.ts';

interface CalloutProps extends ComponentProps<'div'> {
  /** Colour of the box. Screen readers announce an `error` at once. @default a neutral colour */
  readonly kind?: 'error' | 'warn' | undefined;
}

/** Coloured box with a short text for the user, such as an error or a warning, and the controls to act on it. */
export function Callout({ kind, className, ...rest }: CalloutProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      {...rest}
      className={classNames(styles.callout, kind && styles[kind], className)}
    />
  );
}
