import { session } from '../lib/session/session-state.ts';
import { SessionEndedPage } from './pages.tsx';

/**
 * Loads the session-ended page early, while the user is signed in. When the session ends later, the browser may have no
 * network to load the page.
 */
export function preloadSessionEndedPage(): void {
  const preload = () => {
    if (session.get().status === 'authenticated') SessionEndedPage.preload();
  };
  session.subscribe(preload);
  preload();
}
