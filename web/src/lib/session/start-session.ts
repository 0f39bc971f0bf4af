import { browserStorage, tabStorage } from '../browser-storage.ts';
import { commonCopy } from '../common-copy.ts';
import { KEPT_OWNER_KEY, storedIdentity } from '../personal-data-storage.ts';
import { isSignInCallback } from './is-sign-in-callback.ts';
import { SIGNED_OUT_KEY, sessionState } from './session-state.ts';

/**
 * Resolves the session when the site starts. Loads the sign-in code only for a stored user or a sign-in callback. Never
 * rejects.
 */
export async function startSession(): Promise<void> {
  const { search } = window.location;
  // The page that logged out may have ended before it erased the kept chats.
  if (browserStorage.get(KEPT_OWNER_KEY) !== null && storedIdentity.get('userEmail') === null)
    void import('../kept-chats-storage.ts')
      .then(({ eraseKeptChats }) => eraseKeptChats())
      .catch(() => undefined);
  const wasSignedOut = tabStorage.get(SIGNED_OUT_KEY) !== null;
  tabStorage.remove(SIGNED_OUT_KEY);
  // A sign-in after the note was left is newer than the note.
  if (wasSignedOut && !isSignInCallback(search)) {
    sessionState.set({ status: 'ended', reason: 'signedOut' });
    return;
  }
  if (!isSignInCallback(search) && storedIdentity.get('userEmail') === null) {
    sessionState.set({ status: 'unauthenticated' });
    return;
  }
  try {
    // session.ts imports amplify.ts only when it runs. Loading both at once saves a round trip.
    const [{ resolveSession }] = await Promise.all([import('./session.ts'), import('./amplify.ts')]);
    await resolveSession(search);
  } catch (error) {
    console.warn('The session could not be resolved', error);
    sessionState.set(
      isSignInCallback(search)
        ? { status: 'error', message: commonCopy.signIn.failed }
        : { status: 'ended', reason: 'unreachable' },
    );
  }
}
