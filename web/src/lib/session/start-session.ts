import { AFTER_LOGOUT } from '#contract/logout-return-query';
import { browserStorage, tabStorage } from '../browser-storage.ts';
import { commonCopy } from '../common-and-sign-in-copy.ts';
import { clearTabData, KEPT_OWNER_KEY, storedIdentity } from '../personal-data-storage.ts';
import { loadSiteConfig } from '../site-config.ts';
import { isSignInCallback } from './is-sign-in-callback.ts';
import { loginAfterLogout, unfinishedLogout } from './pending-logout-and-login-storage.ts';
import { SIGNED_OUT_KEY, sessionState } from './session-state.ts';

/**
 * Resolves the session when the site starts. Loads the sign-in code only for a stored user, a sign-in callback or an
 * unfinished logout. Never rejects.
 */
export async function startSession(): Promise<void> {
  const { search } = window.location;
  const isCallback = isSignInCallback(search);
  const isSignedIn = storedIdentity.get('userEmail') !== null;
  // The page that logged out may have ended before it erased the kept chats.
  if (browserStorage.get(KEPT_OWNER_KEY) !== null && !isSignedIn)
    void import('../kept-chats-storage.ts')
      .then(({ eraseKeptChats }) => eraseKeptChats())
      .catch(() => undefined);
  if (!isCallback && !isSignedIn) {
    forgetLoggedOutUser();
    if (await finishLogout()) return;
  }
  const wasSignedOut = tabStorage.get(SIGNED_OUT_KEY) !== null;
  tabStorage.remove(SIGNED_OUT_KEY);
  // The note SIGNED_OUT_KEY is about an earlier sign-in, so it does not count at a sign-in callback.
  if (wasSignedOut && !isCallback) {
    sessionState.set({ status: 'ended', reason: 'signedOut' });
    return;
  }
  if (!isCallback && !isSignedIn) {
    sessionState.set({ status: 'unauthenticated' });
    return;
  }
  try {
    // session.ts imports amplify-configuration-and-tokens.ts only when it runs. Loading both at once saves a round trip.
    const [{ resolveSession }] = await Promise.all([
      import('./session.ts'),
      import('./amplify-configuration-and-tokens.ts'),
    ]);
    await resolveSession(search);
  } catch (error) {
    console.warn('The session could not be resolved', error);
    sessionState.set(
      isCallback
        ? { status: 'error', message: commonCopy.signIn.failed }
        : { status: 'ended', reason: 'unreachable' },
    );
  }
}

/**
 * Removes what this tab has stored of a user who has logged out in another tab while this tab had another site open.
 * If the tokens stayed, Amplify would refuse the next sign-in.
 */
function forgetLoggedOutUser(): void {
  const tokens = tabStorage.keys().filter((key) => key.startsWith('CognitoIdentityServiceProvider.'));
  if (tokens.length === 0) return;
  for (const key of tokens) tabStorage.remove(key);
  clearTabData();
}

/**
 * Completes a logout when the browser returns from the hosted UI's logout. If the browser did not return after an
 * earlier logout, leaves for the hosted UI's logout again, but only from the start page and with a network. From other
 * pages, such as a shared chat, the user is not taken away. The next sign-in then completes the logout first (`login`
 * in session.ts). Returns true if the browser leaves this page.
 */
async function finishLogout(): Promise<boolean> {
  const { pathname, search } = window.location;
  if (pathname === '/' && search === AFTER_LOGOUT) {
    unfinishedLogout.forget();
    window.history.replaceState(null, '', loginAfterLogout.take() ? '/login' : '/');
  }
  const isStart = pathname === '/' && search === '';
  if (!isStart || !unfinishedLogout.isNoted() || !navigator.onLine) return false;
  try {
    const [{ leaveToHostedLogout }, config] = await Promise.all([
      import('./sign-in-and-sign-out.ts'),
      loadSiteConfig(),
    ]);
    unfinishedLogout.noteTry();
    leaveToHostedLogout(config);
    return true;
  } catch {
    return false;
  }
}
