import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

interface ButtonLook {
  /**
   * `danger` confirms an action that takes something away. `danger-outline` starts such an action.
   * @default a bordered button
   */
  readonly kind?: 'primary' | 'plain' | 'danger' | 'danger-outline' | undefined;
  readonly isSmall?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Returns the classes of a button, for a library's component that must look like a button. */
export const buttonClass = ({ kind, isSmall = false, className }: ButtonLook = {}): string =>
  classNames(styles.button, kind && styles[kind], isSmall && styles.small, className);

/** A button. While its action runs, set `aria-disabled`: with `disabled` it would lose the focus. */
export function Button({ kind, isSmall, className, ...rest }: ButtonLook & ComponentProps<'button'>) {
  return <button type="button" {...rest} className={buttonClass({ kind, isSmall, className })} />;
}

export function ButtonLink({ kind, isSmall, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link {...rest} className={buttonClass({ kind, isSmall, className })} />;
}

interface IconButtonProps extends ComponentProps<'button'> {
  readonly 'aria-label': string;
}

export function IconButton({ className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={classNames(styles.icon, className)} />;
}
