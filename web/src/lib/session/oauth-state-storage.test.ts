import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserStorage, tabStorage } from '../browser-storage.ts';
import { keepOAuthState, restoreOAuthState } from './oauth-state-storage.ts';

const SECOND = 1_000;
const PREFIX = 'CognitoIdentityServiceProvider.client.';
const amplify = (name: string) => browserStorage.get(PREFIX + name);

beforeEach(() => {
  vi.useFakeTimers();
  browserStorage.clear();
  tabStorage.clear();
});
afterEach(() => vi.useRealTimers());

/** Stores the values that Amplify stores when the browser leaves for the hosted page. */
function givenLeaving(state: string): void {
  browserStorage.set(`${PREFIX}inflightOAuthDeadline`, '1');
  browserStorage.set(`${PREFIX}inflightOAuth`, 'true');
  browserStorage.set(`${PREFIX}oauthState`, state);
  browserStorage.set(`${PREFIX}oauthPKCE`, `verifier of ${state}`);
  keepOAuthState('client');
}

it('leaves nothing in the storage of all tabs while the user is at the hosted page', () => {
  givenLeaving('one');
  expect(browserStorage.keys()).toEqual([]);
});

it('gives back state and verifier for the return that carries the state, once', () => {
  givenLeaving('one');
  expect(restoreOAuthState('client', 'one')).toBe(true);
  expect([amplify('oauthState'), amplify('oauthPKCE'), amplify('inflightOAuth')]).toEqual([
    'one',
    'verifier of one',
    'true',
  ]);
  expect(restoreOAuthState('client', 'one')).toBe(false);
});

it.each(['forged', null])('refuses a return with the state %j', (state) => {
  givenLeaving('one');
  expect(restoreOAuthState('client', state)).toBe(false);
  expect(browserStorage.keys()).toEqual([]);
});

it('refuses a return where no sign-in was begun, or what is kept cannot be read', () => {
  expect(restoreOAuthState('client', null)).toBe(false);
  tabStorage.set('pendingSignIn', '{"state":"one"}');
  expect(restoreOAuthState('client', 'one')).toBe(false);
  tabStorage.set('pendingSignIn', 'one');
  expect(restoreOAuthState('client', 'one')).toBe(false);
});

it('accepts a sign-in of 900 seconds and refuses an older one', () => {
  givenLeaving('one');
  vi.advanceTimersByTime(900 * SECOND);
  expect(restoreOAuthState('client', 'one')).toBe(true);
  givenLeaving('two');
  vi.advanceTimersByTime(901 * SECOND);
  expect(restoreOAuthState('client', 'two')).toBe(false);
});

it('lets other tabs wait for their tokens no longer than ten seconds', () => {
  givenLeaving('one');
  restoreOAuthState('client', 'one');
  expect(Number(amplify('inflightOAuthDeadline')) - Date.now()).toBe(10 * SECOND);
});
