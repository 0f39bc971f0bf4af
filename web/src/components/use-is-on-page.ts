import { useLocation } from 'react-router';
import { useIsMounted } from './dialog.tsx';

/**
 * Returns a function that is true while the user is still on the page of this render. A component asks it after a call,
 * before it opens another page. Being mounted is not enough: a page that the user has left stays on screen until the
 * script of the next one is loaded.
 */
export function useIsOnPage(): () => boolean {
  const { pathname } = useLocation();
  const isMounted = useIsMounted();
  // Compares only the beginning, because the chat page itself changes the address from /chat to /chat/<id>.
  return () => isMounted.current && window.location.pathname.startsWith(pathname);
}
