import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionState } from './session-state.ts';
import { startSession } from './start-session.ts';

const { leftToLogout, loadConfig, resolved, storage } = vi.hoisted(() => ({
  leftToLogout: vi.fn(),
  loadConfig: vi.fn(async () => ({ hostedUiDomain: 'auth.example.com' })),
  resolved: vi.fn(async () => undefined),
  storage: { local: new Map<string, string>(), tab: new Map<string, string>() },
}));
vi.mock('../browser-storage.ts', () => {
  const area = (values: Map<string, string>) => ({
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
    keys: () => [...values.keys()],
  });
  return { browserStorage: area(storage.local), tabStorage: area(storage.tab) };
});
vi.mock('../site-config.ts', () => ({ loadSiteConfig: loadConfig }));
vi.mock('./amplify-configuration-and-tokens.ts', () => ({}));
vi.mock('./sign-in-and-sign-out.ts', () => ({ leaveToHostedLogout: leftToLogout }));
vi.mock('./session.ts', () => ({ resolveSession: resolved }));

const replaceState = vi.fn();
const openAt = (search: string, pathname = '/') => {
  vi.stubGlobal('window', { location: { pathname, search }, history: { replaceState } });
  return startSession();
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('navigator', { onLine: true });
  for (const values of [storage.local, storage.tab]) values.clear();
  sessionState.set({ status: 'loading' });
});

it('a page after a remote sign-out says so, once', async () => {
  storage.tab.set('signedOut', '1');
  await openAt('');
  expect(sessionState.get()).toEqual({ status: 'ended', reason: 'signedOut' });
  await openAt('');
  expect(sessionState.get()).toEqual({ status: 'unauthenticated' });
});

it('a sign-in that follows a remote sign-out is completed, whatever the note says', async () => {
  storage.tab.set('signedOut', '1');
  await openAt('?code=1&state=2');
  expect(resolved).toHaveBeenCalledExactlyOnceWith('?code=1&state=2');
  expect(storage.tab.has('signedOut')).toBe(false);
});

it('a tab that was elsewhere while its user logged out removes tokens and drafts, so that Login works', async () => {
  storage.tab.set('CognitoIdentityServiceProvider.client.ada.idToken', 'jwt');
  storage.tab.set('draft:1', 'A secret');
  storage.tab.set('tourIsSeen', 'true');
  await openAt('');
  expect([...storage.tab.keys()]).toEqual(['tourIsSeen']);
  expect(sessionState.get()).toEqual({ status: 'unauthenticated' });
});

it('a visitor’s drafts stay', async () => {
  storage.tab.set('draft:guest', 'Hello');
  await openAt('');
  expect(storage.tab.get('draft:guest')).toBe('Hello');
});

describe('a logout that did not return from the hosted UI', () => {
  beforeEach(() => void storage.local.set('unfinishedLogout', '0'));

  it('is tried again when the site opens, three times in all, and ends when it returns', async () => {
    await openAt('');
    expect(leftToLogout).toHaveBeenCalledExactlyOnceWith({ hostedUiDomain: 'auth.example.com' });
    expect(sessionState.get()).toEqual({ status: 'loading' });
    expect(storage.local.get('unfinishedLogout')).toBe('1');
    await openAt('?logout');
    expect(storage.local.has('unfinishedLogout')).toBe(false);
    expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/');
    expect(sessionState.get()).toEqual({ status: 'unauthenticated' });
    storage.local.set('unfinishedLogout', '0');
    for (let time = 0; time < 4; time += 1) await openAt('');
    expect(leftToLogout).toHaveBeenCalledTimes(4);
  });

  it('leads to the login that the user has asked for meanwhile', async () => {
    storage.tab.set('loginAfterLogout', '1');
    await openAt('?logout');
    expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/login');
    expect(storage.tab.has('loginAfterLogout')).toBe(false);
  });

  it('waits without a network, and the page is usable', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    await openAt('');
    expect(sessionState.get()).toEqual({ status: 'unauthenticated' });
    expect(leftToLogout).not.toHaveBeenCalled();
    expect(storage.local.has('unfinishedLogout')).toBe(true);
  });

  it.each([
    ['?goodbye', '/'],
    ['', '/s/7'],
    ['', '/register'],
  ])('waits on other pages: %s of %s', async (search, pathname) => {
    await openAt(search, pathname);
    expect(leftToLogout).not.toHaveBeenCalled();
    expect(storage.local.get('unfinishedLogout')).toBe('0');
  });

  it('is kept in mind while the configuration cannot be read', async () => {
    loadConfig.mockRejectedValueOnce(new Error('No network'));
    await openAt('');
    expect(sessionState.get()).toEqual({ status: 'unauthenticated' });
    expect(storage.local.get('unfinishedLogout')).toBe('0');
  });
});
