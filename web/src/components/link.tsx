import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** Link within the site. react-router's own Link would add data loading and prefetching code to the landing page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(to, { replace: pathname === to });
  };
  return <a {...rest} href={to} onClick={follow} aria-current={pathname === to ? 'page' : undefined} />;
}
