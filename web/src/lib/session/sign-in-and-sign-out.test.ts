import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SiteConfig } from '#contract/site-config';
import { commonCopy } from '../common-and-sign-in-copy.ts';
import {
  explainSignInFailure,
  finishSignIn,
  leaveToHostedLogout,
  leaveToSignOut,
} from './sign-in-and-sign-out.ts';

const listeners = vi.hoisted(() => new Set<(message: { payload: object }) => void>());
vi.mock('@aws-amplify/core', () => ({
  Amplify: { getConfig: () => ({}) },
  Hub: {
    listen(_: string, listener: (message: { payload: object }) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  },
}));
const { signOut } = vi.hoisted(() => ({ signOut: vi.fn(async () => undefined) }));
vi.mock('aws-amplify/auth', () => ({ signOut }));
vi.mock('aws-amplify/auth/cognito', () => ({
  cognitoUserPoolsTokenProvider: { setKeyValueStorage: () => undefined },
}));
vi.mock('aws-amplify/auth/enable-oauth-listener', () => ({}));
vi.mock('aws-amplify/utils', () => ({ sessionStorage: {} }));
vi.mock('./amplify-configuration-and-tokens.ts', () => ({ configureAmplify: () => undefined }));
vi.mock('./oauth-state-storage.ts', () => ({ restoreOAuthState: () => true }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  expect(listeners.size).toBe(0);
  vi.useRealTimers();
});

const finish = () => finishSignIn({} as SiteConfig, 'state');
const report = (payload: object) => {
  for (const listener of listeners) listener({ payload });
};

it('a code exchange that succeeds within 30 seconds signs in', async () => {
  const finished = finish();
  await vi.advanceTimersByTimeAsync(29_000);
  report({ event: 'signInWithRedirect' });
  expect(await finished).toBeUndefined();
});

it('a code exchange that fails gives the reason, and other events are ignored', async () => {
  const finished = finish();
  report({ event: 'tokenRefresh' });
  report({ event: 'signInWithRedirect_failure', data: { error: new Error('invalid_grant') } });
  expect(await finished).toBe('invalid_grant');
});

it('a code exchange that hangs fails after 30 seconds, and is explained as unreachable', async () => {
  const settled = vi.fn();
  void finish().then(settled);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(settled).toHaveBeenCalledOnce();
  expect(explainSignInFailure(settled.mock.lastCall?.[0])).toBe(commonCopy.signIn.unreachable);
});

it.each([
  ['Chromium', 'Failed to fetch'],
  ['Firefox', 'NetworkError when attempting to fetch resource.'],
  ['Safari', 'Load failed'],
])('a code exchange without a network in %s is explained as unreachable', (_, message) => {
  expect(explainSignInFailure(message)).toBe(commonCopy.signIn.unreachable);
});

it('a sign-out ends with Cognito’s answer, and fails when there is none for 5 seconds', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await leaveToSignOut(undefined);
  signOut.mockReturnValueOnce(new Promise(() => undefined));
  const hanging = expect(leaveToSignOut(undefined)).rejects.toThrow('No answer');
  await vi.advanceTimersByTimeAsync(5_000);
  await hanging;
});

it('a sign-out without a network fails before it removes tokens', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  signOut.mockClear();
  await expect(leaveToSignOut(undefined)).rejects.toThrow('offline');
  expect(signOut).not.toHaveBeenCalled();
});

it('a late logout goes to the hosted UI, which is to lead back to the start page', () => {
  const replace = vi.fn();
  vi.stubGlobal('window', { location: { origin: 'https://example.com', replace } });
  leaveToHostedLogout({ hostedUiDomain: 'auth.example.com', userPoolClientId: 'client' } as SiteConfig);
  expect(replace).toHaveBeenCalledExactlyOnceWith(
    'https://auth.example.com/logout?client_id=client&logout_uri=https%3A%2F%2Fexample.com%2F%3Flogout',
  );
});
