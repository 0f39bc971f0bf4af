import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Redirect } from '../../components/link.tsx';
import { pageAfterSignIn } from '../../lib/session/page-after-sign-in.ts';
import { session, type Viewer } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';

/** A protected page: without a viewer it leads to / (docs/spec.md 2.1), and is opened by the next sign-in of this tab. */
export function RequireViewer({ children }: { readonly children: (viewer: Viewer) => ReactNode }) {
  const state = useStore(session);
  return state.status === 'authenticated' ? children(state.viewer) : <ToStart />;
}

function ToStart() {
  const location = useLocation();
  useEffect(() => pageAfterSignIn.keep(location), [location]);
  return <Redirect to="/" />;
}
