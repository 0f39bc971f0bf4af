/**
 * Keeps the OAuth state and the PKCE verifier of a sign-in in the tab's storage. Amplify keeps them in localStorage,
 * where the sign-in of a second tab overwrites them. While Amplify's mark `inflightOAuth` is in localStorage, other
 * tabs wait for their tokens. So this file sets the mark only for the exchange of the code for tokens. Amplify removes
 * the mark when the exchange ends. Only tabs that have loaded Amplify's module `enable-oauth-listener` notice the
 * removal. All other tabs wait until the time in `inflightOAuthDeadline`.
 */
import { browserStorage, tabStorage } from '../browser-storage.ts';

const KEY = 'pendingSignIn';
/** Age in milliseconds after which a pending sign-in is stale (docs/spec.md 9). */
const MAX_AGE_MS = 900_000;
/** Longest wait of other tabs for their tokens while this tab exchanges its code for tokens. */
const EXCHANGE_MS = 10_000;

const amplifyKey = (clientId: string, name: string) => `CognitoIdentityServiceProvider.${clientId}.${name}`;

/** Moves Amplify's state and verifier to the tab's storage, and removes the mark that a sign-in is pending. */
export function keepOAuthState(clientId: string): void {
  const names = ['oauthState', 'oauthPKCE'];
  const values = names.map((name) => browserStorage.get(amplifyKey(clientId, name)));
  tabStorage.set(KEY, JSON.stringify([Date.now(), ...values]));
  for (const name of [...names, 'inflightOAuth', 'inflightOAuthDeadline'])
    browserStorage.remove(amplifyKey(clientId, name));
}

/**
 * Moves the state and the verifier back, and sets the mark: Amplify completes only a pending sign-in. Returns false
 * when this tab began no sign-in with this state, or when the sign-in is stale.
 */
export function restoreOAuthState(clientId: string, state: string | null): boolean {
  const [begunAt, ownState, verifier] = read();
  tabStorage.remove(KEY);
  if (typeof ownState !== 'string' || typeof verifier !== 'string' || ownState !== state) return false;
  if (Math.abs(Date.now() - Number(begunAt)) > MAX_AGE_MS) return false;
  const set = (name: string, value: string) => browserStorage.set(amplifyKey(clientId, name), value);
  set('oauthState', ownState);
  set('oauthPKCE', verifier);
  set('inflightOAuthDeadline', String(Date.now() + EXCHANGE_MS));
  set('inflightOAuth', 'true');
  return true;
}

function read(): unknown[] {
  try {
    const value: unknown = JSON.parse(tabStorage.get(KEY) ?? '');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
