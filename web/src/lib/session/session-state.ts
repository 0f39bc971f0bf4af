/** State of the session (docs/spec.md 4.1). Every page loads this file, so it imports no sign-in code. */
import { createStore, type ReadStore } from '../observable-store.ts';

export interface Viewer {
  readonly owner: string;
  readonly email: string;
  readonly name: string;
  /** True for a member of the Cognito group `admins`, according to the ID token. */
  readonly isAdmin: boolean;
}

export type SessionState =
  | { readonly status: 'loading' }
  | {
      readonly status: 'authenticated';
      readonly viewer: Viewer;
      /** Path of the page that the user asked for before the sign-in. */
      readonly wanted: string;
    }
  | { readonly status: 'unauthenticated' }
  | { readonly status: 'error'; readonly message: string }
  /** Session that could not be resumed or renewed, or that the server refuses for good. */
  | {
      readonly status: 'ended';
      readonly reason: 'refused' | 'unreachable' | 'signedOut';
      /** Error of the device's clock, such as `about 1 hour ahead`. Only with `refused`. */
      readonly clock?: string;
    };

/**
 * Storage key of the note that the server refuses this tab's sign-in for good. The tab then logs out. The logout keeps
 * the note, because `startSession` reads it when the next page loads.
 */
export const SIGNED_OUT_KEY = 'signedOut';

/** Writable state, for the modules of this folder only. */
export const sessionState = createStore<SessionState>({ status: 'loading' });
export const session: ReadStore<SessionState> = sessionState;
