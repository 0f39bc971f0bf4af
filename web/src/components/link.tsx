import { type AnchorHTMLAttributes, type MouseEvent, type Ref, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link within the site, marked when it leads to the page that is open. The router's own brings its data and
 * prefetching machinery along, which weighs more than the rest of the landing page.
 */
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

/** Shows nothing and leads elsewhere; the way back does not pass through here again. */
export function Redirect({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}
