/** Signing in, staying signed in and leaving (docs/spec.md 4.1); who is signed in stands in state.ts. */
import type { SiteConfig } from '#contract/config';
import { commonCopy } from '../copy.ts';
import { loadSiteConfig } from '../site-config.ts';
import { clearPersonal, stored, tabStorage } from '../storage.ts';
import type { IdToken } from './amplify.ts';
import { automaticSignIn } from './automatic-sign-in.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { isCallback } from './start.ts';
import { sessionState } from './state.ts';
import { createTokenRenewal, RenewalTimeout } from './token-renewal.ts';

const amplify = () => import('./amplify.ts');
const hostedUi = () => import('./hosted-ui.ts');

/** Every request asks for the token; one this fresh is handed out without asking Amplify. */
const FRESH_MS = 60_000;
/** Token expiry tolerance (docs/spec.md 9). */
const TOLERANCE_MS = 5_000;
/** Off the way to the first chat; also where the browser has no idle callback. */
const IDLE_DELAY_MS = 4_000;

let current: IdToken | undefined;

const renewToken = createTokenRenewal(async (force) => {
  const token = await (await amplify()).readIdToken(force);
  if (token) replaceToken(token);
  return token;
});

function replaceToken(token: IdToken): void {
  if (current && current.jwt !== token.jwt) automaticSignIn.allow();
  current = token;
  followGroups(token);
}

/** Completes the return from the hosted UI, or takes up the stored session. */
export async function resolveSession(search: string): Promise<void> {
  const config = await loadSiteConfig();
  if (isCallback(search)) await completeCallback(config, new URLSearchParams(search));
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

/** Tokens live in the tab: a new tab gets its own from the hosted UI, which remembers the user. */
async function resume(config: SiteConfig): Promise<void> {
  (await amplify()).start(config);
  const token = await readStoredToken();
  if (token) adopt(config, token);
  else await automaticSignIn.begin(config);
}

/** Waits until the user pool answers. Meanwhile the user reads that it does not. */
async function readStoredToken(): Promise<IdToken | undefined> {
  for (;;)
    try {
      return await renewToken(false);
    } catch (error) {
      if (!(error instanceof RenewalTimeout)) throw error;
      sessionState.set({ status: 'ended', reason: 'unreachable' });
    }
}

function adopt(config: SiteConfig, token: IdToken | undefined): void {
  if (!token) {
    sessionState.set({ status: 'error', message: commonCopy.signIn.failed });
    return;
  }
  current = token;
  const { email, isAdmin } = token;
  const name = token.name ?? email.slice(0, Math.max(1, email.indexOf('@')));
  stored.set('userEmail', email);
  stored.set('userName', name);
  sessionState.set({
    status: 'authenticated',
    viewer: { email, name, isAdmin },
    wanted: pageAfterSignIn.take(),
  });
  followLogout();
  scheduleCredentials(config);
}

function scheduleCredentials(config: SiteConfig): void {
  const obtain = async () => {
    const { obtainCredentials } = await import('./amplify-credentials.ts');
    // The identity pool refuses a token that runs out on the way.
    await idToken();
    await obtainCredentials(config);
  };
  const attempt = () => void obtain().catch(() => undefined);
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(attempt);
    else attempt();
  }, IDLE_DELAY_MS);
}

/**
 * A valid ID token, renewed silently before it expires. When the session is over for good (a refused refresh)
 * the promise stays open: the user is sent through the hosted UI, or reads why not.
 * @throws RenewalTimeout when the user pool does not answer, or Amplify's error when it cannot be reached
 */
export async function idToken({ renew = false }: { renew?: boolean } = {}): Promise<IdToken> {
  if (!renew && current && lifeLeft(current) > FRESH_MS) return current;
  const token = await renewToken(renew || current !== undefined).catch((error: unknown) => {
    if (!renew && current && lifeLeft(current) > TOLERANCE_MS) return current;
    throw error;
  });
  if (!token) {
    await automaticSignIn.begin(await loadSiteConfig());
    return new Promise<never>(() => undefined);
  }
  return token;
}

const lifeLeft = ({ expiresAt }: IdToken): number => expiresAt - Date.now();

/** Follows the groups of the newest token: a user may have become an operator, or no longer be one. */
function followGroups({ isAdmin }: IdToken): void {
  const state = sessionState.get();
  if (state.status === 'authenticated' && state.viewer.isAdmin !== isAdmin)
    sessionState.set({ ...state, viewer: { ...state.viewer, isAdmin } });
}

/** Sends the browser to the hosted sign-in page, from where it comes back to the page that the user asked for. */
export async function login(): Promise<void> {
  const [auth, config] = await Promise.all([amplify(), loadSiteConfig()]);
  auth.start(config);
  await (await hostedUi()).leaveToSignIn(config);
}

/** Revokes the tokens, forgets the person and leaves through the hosted UI's logout to `/` (docs/spec.md 4.1). */
export async function logout(): Promise<void> {
  clearPersonal();
  pageAfterSignIn.take();
  current = undefined;
  try {
    await (await hostedUi()).leaveSignedOut();
  } catch (error) {
    console.warn(commonCopy.signIn.signOutFailed, error);
    tabStorage.clear();
    window.location.assign('/');
  }
}

/** Follows a logout in another tab: each tab has tokens of its own. */
function followLogout(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'userEmail' && newValue === null) void logout();
  });
}
