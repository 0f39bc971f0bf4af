import type { ComponentProps } from 'react';
import styles from './callout.module.css';
import { classNames } from './class-names.ts';

interface CalloutProps extends ComponentProps<'div'> {
  /** Screen readers announce an `error` at once. @default a neutral colour */
  readonly kind?: 'error' | 'warn' | undefined;
}

export function Callout({ kind, className, ...rest }: CalloutProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      {...rest}
      className={classNames(styles.callout, kind && styles[kind], className)}
    />
  );
}
