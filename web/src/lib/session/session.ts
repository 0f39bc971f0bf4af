/** Signing in, staying signed in and leaving (spec 4, Authentication); who is signed in stands in state.ts. */
import type { SiteConfig } from '#contract/config';
import { loadSiteConfig } from '../site-config.ts';
import { clearPersonal, stored } from '../storage.ts';
import { texts } from '../texts.ts';
import type { IdToken } from './amplify.ts';
import { isCallback } from './callback.ts';
import { explainSignInFailure } from './sign-in-failure.ts';
import { sessionState } from './state.ts';

const amplify = () => import('./amplify.ts');
const amplifySignIn = () => import('./amplify-sign-in.ts');

/** Every request asks for the token; one this fresh is handed out without asking Amplify. */
const FRESH_MS = 60_000;
/** Off the way to the first chat; also where the browser has no idle callback. */
const IDLE_DELAY_MS = 4_000;

let current: IdToken | undefined;

/** Completes the return from the hosted UI, or takes up the stored session. */
export async function resolveSession(search: string): Promise<void> {
  const config = await loadSiteConfig();
  if (isCallback(search)) await completeCallback(config, search);
  else await resume(config);
}

async function completeCallback(config: SiteConfig, search: string): Promise<void> {
  const [auth, signIn] = await Promise.all([amplify(), amplifySignIn()]);
  const answered = new URLSearchParams(search);
  // Amplify leaves a return alone that no sign-in of this browser asked for.
  const expected = isUnderWay(config);
  const failure = expected
    ? await signIn.finishSignIn(config)
    : (answered.get('error') ?? 'unexpected state');
  if (failure === undefined) {
    await adopt(config, await auth.readIdToken());
    return;
  }
  console.warn('Failed to exchange code for tokens');
  window.history.replaceState(null, '', '/');
  sessionState.set({ status: 'error', message: explainSignInFailure(answered.get('error') ?? failure) });
}

/** Whether Amplify has noted that this browser left for the hosted UI and has not come back. */
const isUnderWay = ({ userPoolClientId }: SiteConfig): boolean =>
  localStorage.getItem(`CognitoIdentityServiceProvider.${userPoolClientId}.inflightOAuth`) === 'true';

/** Tokens live in the tab: a new tab gets its own from the hosted UI, which remembers the person. */
async function resume(config: SiteConfig): Promise<void> {
  const auth = await amplify();
  // Who went Back from the hosted UI gave up a sign-in: until Amplify is told, it holds back the tokens.
  if (isUnderWay(config)) await amplifySignIn();
  auth.start(config);
  const token = await auth.readIdToken();
  if (token) await adopt(config, token);
  else await leaveToSignIn();
}

async function adopt(config: SiteConfig, token: IdToken | undefined): Promise<void> {
  if (!token) {
    sessionState.set({ status: 'error', message: texts.signIn.failed });
    return;
  }
  current = token;
  const { email, isAdmin } = token;
  const name = token.name ?? email.slice(0, Math.max(1, email.indexOf('@')));
  stored.set('userEmail', email);
  stored.set('userName', name);
  sessionState.set({ status: 'authenticated', viewer: { email, name, isAdmin } });
  followLogout();
  scheduleCredentials(config);
}

function scheduleCredentials(config: SiteConfig): void {
  const obtain = async () => {
    const { obtainCredentials } = await import('./amplify-credentials.ts');
    await obtainCredentials(config);
  };
  const attempt = () => {
    // Amplify would take another tab's sign-in for one that was given up in this tab, and end it.
    if (isUnderWay(config)) scheduleCredentials(config);
    else void obtain().catch(() => undefined);
  };
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(attempt);
    else attempt();
  }, IDLE_DELAY_MS);
}

/**
 * A valid ID token, renewed silently before it expires. When the session is over for good (a refused refresh)
 * the person is sent through the hosted UI, and the promise stays open: the page is being left.
 */
export async function idToken(options: { renew?: boolean } = {}): Promise<IdToken> {
  if (!options.renew && current && current.expiresAt - Date.now() > FRESH_MS) return current;
  const auth = await amplify();
  const aging = current !== undefined && current.expiresAt - Date.now() <= FRESH_MS;
  const token = await auth.readIdToken(options.renew ?? aging);
  if (token) {
    current = token;
    followGroups(token);
    return token;
  }
  await leaveToSignIn();
  return new Promise<never>(() => undefined);
}

/** Whoever was made an operator, or is none any more, is what the newest token says. */
function followGroups({ isAdmin }: IdToken): void {
  const state = sessionState.get();
  if (state.status === 'authenticated' && state.viewer.isAdmin !== isAdmin)
    sessionState.set({ ...state, viewer: { ...state.viewer, isAdmin } });
}

/** Sends the browser to the hosted sign-in page. */
export async function login(): Promise<void> {
  const [auth, config] = await Promise.all([amplify(), loadSiteConfig()]);
  auth.start(config);
  await leaveToSignIn();
}

async function leaveToSignIn(): Promise<void> {
  await (await amplifySignIn()).leaveToSignIn();
}

/** Revokes the tokens, forgets the person and leaves through the hosted UI's logout to `/` (spec 4). */
export async function logout(): Promise<void> {
  clearPersonal();
  current = undefined;
  try {
    const { leaveSignedOut } = await import('./amplify-sign-out.ts');
    await leaveSignedOut();
  } catch (error) {
    console.warn(texts.signIn.signOutFailed, error);
    sessionStorage.clear();
    window.location.assign('/');
  }
}

/** Whoever logs out in one tab is logged out in all of them: each has tokens of its own. */
function followLogout(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'userEmail' && newValue === null) void logout();
  });
}
