import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Redirect } from '../../components/redirect.tsx';
import { useStore } from '../../lib/observable-store.ts';
import { pageAfterSignIn } from '../../lib/session/page-after-sign-in.ts';
import { session, type Viewer } from '../../lib/session/session-state.ts';

/**
 * Renders a page for signed-in users only. Redirects other visitors to / (docs/spec.md 2.1), and opens the page after
 * the next sign-in in this tab.
 */
export function RequireSignIn({ children }: { readonly children: (viewer: Viewer) => ReactNode }) {
  const state = useStore(session);
  return state.status === 'authenticated' ? children(state.viewer) : <ToStart />;
}

function ToStart() {
  const location = useLocation();
  useEffect(() => pageAfterSignIn.keep(location), [location]);
  return <Redirect to="/" />;
}
