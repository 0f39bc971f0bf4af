/** Signs users in and out and renews their tokens (docs/spec.md 4.1). */
import type { SiteConfig } from '#contract/site-config';
import { browserStorage, tabStorage } from '../browser-storage.ts';
import { commonCopy } from '../common-and-sign-in-copy.ts';
import { eraseKeptChats } from '../kept-chats-storage.ts';
import { clearPersonalData, clearTabData, KEPT_OWNER_KEY, storedIdentity } from '../personal-data-storage.ts';
import { loadSiteConfig } from '../site-config.ts';
import type { IdToken } from './amplify-configuration-and-tokens.ts';
import { automaticSignIn } from './automatic-redirect-to-sign-in.ts';
import { isSignInCallback } from './is-sign-in-callback.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { loginAfterLogout, unfinishedLogout } from './pending-logout-and-login-storage.ts';
import { createTokenRenewal, RenewalTimeout } from './renewal-timeout-and-retry.ts';
import { SIGNED_OUT_KEY, sessionState } from './session-state.ts';

const amplify = () => import('./amplify-configuration-and-tokens.ts');
const hostedUi = () => import('./sign-in-and-sign-out.ts');

/** Milliseconds of remaining life above which a token is used without asking Amplify. */
const FRESH_MS = 60_000;
/** Milliseconds of remaining life above which a token is still used when its renewal fails (docs/spec.md 9). */
const TOLERANCE_MS = 5_000;
/** Delay before AWS credentials are fetched, so that fetching them does not delay the first chat. */
const IDLE_DELAY_MS = 4_000;

let current: IdToken | undefined;
/**
 * True once this page has begun to log out, or has called `abandonSession`. The page then uses no token and begins no
 * new sign-in.
 */
let isLoggingOut = false;

const renewToken = createTokenRenewal(async (force) => {
  const { readIdToken, clearTokens } = await amplify();
  const token = await readIdToken(force);
  // The answer to a renewal may come after the logout has removed the tokens. Amplify has then stored the new tokens,
  // so they are removed here.
  if (isLoggingOut) {
    await clearTokens();
    return undefined;
  }
  if (token) replaceToken(token);
  return token;
});

function replaceToken(token: IdToken): void {
  if (current && current.jwt !== token.jwt) automaticSignIn.allow();
  current = token;
  updateIsAdmin(token);
}

export async function resolveSession(search: string): Promise<void> {
  isLoggingOut = false;
  const config = await loadSiteConfig();
  if (isSignInCallback(search)) await completeCallback(config, new URLSearchParams(search));
  else await resume(config);
}

async function completeCallback(config: SiteConfig, answered: URLSearchParams): Promise<void> {
  const [auth, signIn] = await Promise.all([amplify(), hostedUi()]);
  const failure = await signIn.finishSignIn(config, answered.get('state'));
  if (failure === undefined) {
    adopt(config, await auth.readIdToken());
    return;
  }
  console.warn('Failed to exchange code for tokens');
  window.history.replaceState(null, '', '/');
  sessionState.set({
    status: 'error',
    message: signIn.explainSignInFailure(answered.get('error') ?? failure),
  });
}

async function resume(config: SiteConfig): Promise<void> {
  const auth = await amplify();
  auth.configureAmplify(config);
  const token = await readStoredToken();
  if (token?.email === storedIdentity.get('userEmail')) return adopt(config, token);
  if (token) {
    // The stored address is another user's. In another tab, the token's user has logged out, and the other user has
    // logged in.
    current = undefined;
    await auth.clearTokens();
    clearTabData();
  }
  if (navigator.onLine) await automaticSignIn.begin(config);
  else sessionState.set({ status: 'ended', reason: 'unreachable' });
}

/**
 * Returns this tab's token, renewed if needed. When a request times out, calls `renewToken` again, which waits before
 * the next request. When a request fails otherwise, for example without a network, returns the stored token, which may
 * have expired. The page then shows its kept chats, and renews the token once there is a network.
 */
async function readStoredToken(): Promise<IdToken | undefined> {
  for (;;)
    try {
      return await renewToken(false);
    } catch (error) {
      if (!(error instanceof RenewalTimeout)) {
        const stored = await (await amplify()).readStoredIdToken();
        if (stored) return stored;
        throw error;
      }
      sessionState.set({ status: 'ended', reason: 'unreachable' });
    }
}

function adopt(config: SiteConfig, token: IdToken | undefined): void {
  if (!token) {
    sessionState.set({ status: 'error', message: commonCopy.signIn.failed });
    return;
  }
  current = token;
  unfinishedLogout.forget();
  const { owner, email, isAdmin } = token;
  const keptOwner = browserStorage.get(KEPT_OWNER_KEY);
  if (keptOwner !== null && keptOwner !== owner) void eraseKeptChats();
  const name = token.name ?? email.slice(0, Math.max(1, email.indexOf('@')));
  storedIdentity.set('userEmail', email);
  storedIdentity.set('userName', name);
  sessionState.set({
    status: 'authenticated',
    viewer: { owner, email, name, isAdmin },
    wanted: pageAfterSignIn.take(),
  });
  followLogout(email);
  scheduleCredentials(config);
}

function scheduleCredentials(config: SiteConfig): void {
  const obtain = async () => {
    // amplify-renewal.ts is loaded now, because a later deployment may remove its script while this tab stays open.
    const [{ obtainCredentials }] = await Promise.all([
      import('./identity-pool-credentials.ts'),
      import('./amplify-renewal.ts'),
    ]);
    // The identity pool refuses a token that expires during the request, so the token is renewed first if needed.
    await idToken();
    await obtainCredentials(config);
  };
  const attempt = () => void obtain().catch(() => undefined);
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(attempt);
    else attempt();
  }, IDLE_DELAY_MS);
}

export const freshToken = (): IdToken | undefined =>
  current && lifeLeft(current) > FRESH_MS ? current : undefined;

/**
 * Returns a valid ID token, renewed if it expires within a minute or `renew` is true. When Cognito refuses the renewal,
 * the session has ended: a new sign-in begins (`automaticSignIn`), and the promise never settles. During a logout, the
 * promise never settles and no sign-in begins, because a sign-in would cancel the navigation to the hosted UI's logout.
 * @throws RenewalTimeout when the user pool does not answer, or Amplify's error when the user pool cannot be reached.
 * Without `renew`, a token that is valid for more than 5 seconds is returned in place of the error.
 */
export async function idToken({ renew = false }: { renew?: boolean } = {}): Promise<IdToken> {
  const token = isLoggingOut ? undefined : await validToken(renew);
  if (token) return token;
  if (!isLoggingOut) await automaticSignIn.begin(await loadSiteConfig());
  return new Promise<never>(() => undefined);
}

/** Returns the token for `idToken`, or undefined if Cognito refuses the renewal or a logout has begun. */
async function validToken(renew: boolean): Promise<IdToken | undefined> {
  const fresh = renew ? undefined : freshToken();
  if (fresh) return fresh;
  return await renewToken(renew || current !== undefined).catch((error: unknown) => {
    if (!renew && current && lifeLeft(current) > TOLERANCE_MS) return current;
    throw error;
  });
}

const lifeLeft = ({ expiresAt }: IdToken): number => expiresAt - Date.now();

function updateIsAdmin({ isAdmin }: IdToken): void {
  const state = sessionState.get();
  if (state.status === 'authenticated' && state.viewer.isAdmin !== isAdmin)
    sessionState.set({ ...state, viewer: { ...state.viewer, isAdmin } });
}

/**
 * Leaves for the hosted sign-in page. Does nothing if `isWanted` returns false when the sign-in scripts are loaded. If
 * the browser did not return from the hosted UI after an earlier logout, leaves for the hosted UI's logout first. The
 * browser then returns to the login page, which calls this function again.
 */
export async function login(isWanted: () => boolean): Promise<void> {
  const [auth, config] = await Promise.all([amplify(), loadSiteConfig()]);
  auth.configureAmplify(config);
  const { leaveToHostedLogout, leaveToSignIn } = await hostedUi();
  if (!isWanted()) return;
  if (unfinishedLogout.isNoted()) {
    unfinishedLogout.noteTry();
    loginAfterLogout.note();
    leaveToHostedLogout(config);
  } else await leaveToSignIn(config);
}

/**
 * Removes personal data, revokes the tokens, and leaves for the hosted UI's logout (docs/spec.md 4.1). If the browser
 * does not return from there, the product leaves for it again when the start page loads (`startSession`), or before the
 * next login.
 */
export async function logout(): Promise<void> {
  // The chats leave the screen at once, however long the tokens' revocation takes.
  sessionState.set({ status: 'loading' });
  clearPersonalData();
  pageAfterSignIn.take();
  const jwt = current?.jwt;
  current = undefined;
  isLoggingOut = true;
  unfinishedLogout.note();
  const erased = eraseKeptChats();
  try {
    const { leaveToSignOut } = await hostedUi();
    await erased;
    await leaveToSignOut(jwt);
  } catch (error) {
    await erased;
    console.warn(commonCopy.signIn.signOutFailed, error);
    for (const key of tabStorage.keys()) if (key !== SIGNED_OUT_KEY) tabStorage.remove(key);
    window.location.assign('/');
  }
}

/**
 * Logs out because the server refuses the sign-in for good: another device has ended the sign-in, or the sign-in is
 * too old. Does nothing if this page has no token, because a logout or an account deletion has removed it. The promise
 * never settles.
 */
export function leaveSignedOut(): Promise<never> {
  if (current !== undefined) {
    tabStorage.set(SIGNED_OUT_KEY, '1');
    // Tells other tabs by a storage event that the server refuses the sign-in. `logout` removes `userEmail` afterwards.
    // If other tabs got the event for `userEmail` first, they would take it for a logout by the user.
    browserStorage.set(SIGNED_OUT_KEY, '1');
    browserStorage.remove(SIGNED_OUT_KEY);
    void logout();
  }
  return new Promise<never>(() => undefined);
}

/**
 * Ends this page's session without a logout, before the caller leads the browser to another page. Otherwise a logout in
 * another tab would log out this page too, and would lead the browser to the hosted UI's logout.
 */
export function abandonSession(): void {
  current = undefined;
  isLoggingOut = true;
}

/**
 * Logs this tab out when another tab was logged out, either by the user or because the server refuses the sign-in
 * (`SIGNED_OUT_KEY`). Each tab has its own tokens, which must be revoked as well. A page in the back/forward cache gets
 * no events. When such a page is shown again, it reloads if `email` is no longer the stored address.
 */
function followLogout(email: string): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_OUT_KEY && newValue !== null) void leaveSignedOut();
    else if (key === 'userEmail' && newValue === null && !isLoggingOut) void logout();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && storedIdentity.get('userEmail') !== email) window.location.reload();
  });
}
