import { commonCopy } from '../copy.ts';
import { stored } from '../storage.ts';
import { sessionState } from './state.ts';

/**
 * Resolves the session once, at start-up. A visitor needs no sign-in code for that. Failures end in the state,
 * never in a rejection.
 */
export async function startSession(): Promise<void> {
  const { search } = window.location;
  if (!isCallback(search) && stored.get('userEmail') === null) {
    sessionState.set({ status: 'unauthenticated' });
    return;
  }
  try {
    // Both at once: the one imports the other.
    const [{ resolveSession }] = await Promise.all([import('./session.ts'), import('./amplify.ts')]);
    await resolveSession(search);
  } catch (error) {
    console.warn('The session could not be resolved', error);
    sessionState.set(
      isCallback(search)
        ? { status: 'error', message: commonCopy.signIn.failed }
        : { status: 'ended', reason: 'unreachable' },
    );
  }
}

/** The return from the hosted UI: the address carries a code or an error, together with a state (docs/spec.md 2.1). */
export function isCallback(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}
