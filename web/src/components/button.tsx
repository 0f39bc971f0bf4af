import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

interface ButtonLook {
  /**
   * `danger` confirms an action that takes something away. `danger-outline` starts such an action; often a dialog with
   * a `danger` button then asks for the confirmation.
   * @default a bordered button
   */
  readonly kind?: 'primary' | 'plain' | 'danger' | 'danger-outline' | undefined;
  readonly isSmall?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Returns the classes of a button, for a library's component that must look like a button. */
export const buttonClass = ({ kind, isSmall = false, className }: ButtonLook = {}): string =>
  classNames(styles.button, kind && styles[kind], isSmall && styles.small, className);

/** A button. While its action runs, prefer `aria-disabled` to `disabled`, which makes it lose the focus. */
export function Button({ kind, isSmall, className, ...rest }: ButtonLook & ComponentProps<'button'>) {
  return <button type="button" {...rest} className={buttonClass({ kind, isSmall, className })} />;
}

/** A link that looks like a button. */
export function ButtonLink({ kind, isSmall, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link {...rest} className={buttonClass({ kind, isSmall, className })} />;
}

interface IconButtonProps extends ComponentProps<'button'> {
  readonly 'aria-label': string;
}

/** A square button with an icon alone. */
export function IconButton({ className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={classNames(styles.icon, className)} />;
}
