/** Signed-in user (docs/spec.md 4.1). One for the page; every page reads it, so it stands alone. */
import { createStore, type ReadStore } from '../store.ts';

export interface Viewer {
  readonly email: string;
  readonly name: string;
  /** An operator: a member of the group `admins`, as far as the ID token says. */
  readonly isAdmin: boolean;
}

export type SessionState =
  | { readonly status: 'loading' }
  | {
      readonly status: 'authenticated';
      readonly viewer: Viewer;
      /** Path of the page that was wanted before the sign-in. */
      readonly wanted: string;
    }
  | { readonly status: 'unauthenticated' }
  | { readonly status: 'error'; readonly message: string }
  /** A user's session that could not be taken up or renewed. */
  | {
      readonly status: 'ended';
      readonly reason: 'refused' | 'unreachable';
      /** How wrong the device's clock is, where it is. */
      readonly clock?: string;
    };

/** Set by the session's own modules alone. */
export const sessionState = createStore<SessionState>({ status: 'loading' });
export const session: ReadStore<SessionState> = sessionState;
