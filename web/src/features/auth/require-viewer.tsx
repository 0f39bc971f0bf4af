import type { ReactNode } from 'react';
import { Redirect } from '../../components/redirect.tsx';
import { session, type Viewer } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';

/** A protected page: without a viewer it leads to / (spec 2). */
export function RequireViewer({ children }: { readonly children: (viewer: Viewer) => ReactNode }) {
  const state = useStore(session);
  return state.status === 'authenticated' ? children(state.viewer) : <Redirect to="/" />;
}
