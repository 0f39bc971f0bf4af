import { useLocation } from 'react-router';
import { useIsMounted } from './use-is-mounted.ts';

/**
 * Returns a function that returns true while the user is still on the page on which the component was rendered. The
 * component calls the function when a request has ended, and opens another page only if the result is true. It is not
 * enough that the component is mounted: a page that the user has left stays on screen until the script of the next page
 * is loaded.
 */
export function useIsOnPage(): () => boolean {
  const { pathname } = useLocation();
  const isMounted = useIsMounted();
  // Compares only the beginning, because the chat page itself changes the address from /chat to /chat/<id>.
  return () => isMounted.current && window.location.pathname.startsWith(pathname);
}
