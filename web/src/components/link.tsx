import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate, usePathname } from '../lib/router/location.ts';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
}

/** A link within the site, marked when it leads to the page that is open. A new tab stays the browser's affair. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const pathname = usePathname();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    navigate(to, { replace: pathname === to });
  };
  return <a {...rest} href={to} onClick={follow} aria-current={pathname === to ? 'page' : undefined} />;
}
