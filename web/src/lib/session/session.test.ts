import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdToken } from './amplify-configuration-and-tokens.ts';

const { auth, left, leftToLogout, leftToSignIn, erasure, signedIn, storage } = vi.hoisted(() => {
  const none = async (): Promise<object | undefined> => undefined;
  return {
    auth: {
      configureAmplify: () => undefined,
      clearTokens: vi.fn(async () => undefined),
      readIdToken: vi.fn(none),
      readStoredIdToken: vi.fn(none),
    },
    left: vi.fn(async () => undefined),
    leftToLogout: vi.fn(),
    leftToSignIn: vi.fn(async () => undefined),
    erasure: { promise: Promise.resolve() },
    signedIn: vi.fn(async () => undefined),
    storage: { local: new Map<string, string>(), tab: new Map<string, string>() },
  };
});
vi.mock('./amplify-configuration-and-tokens.ts', () => auth);
vi.mock('./sign-in-and-sign-out.ts', () => ({
  leaveToHostedLogout: leftToLogout,
  leaveToSignIn: leftToSignIn,
  leaveToSignOut: left,
}));
vi.mock('./automatic-redirect-to-sign-in.ts', () => ({
  automaticSignIn: { begin: signedIn, allow: () => undefined },
}));
vi.mock('../kept-chats-storage.ts', () => ({ eraseKeptChats: () => erasure.promise }));
vi.mock('../site-config.ts', () => ({ loadSiteConfig: async () => ({}) }));
vi.mock('../browser-storage.ts', () => {
  const area = (values: Map<string, string>) => ({
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
    keys: () => [...values.keys()],
  });
  return { browserStorage: area(storage.local), tabStorage: area(storage.tab) };
});

const location = { origin: 'https://example.com', assign: vi.fn(), reload: vi.fn() };
let events: EventTarget;

const load = async () => ({
  ...(await import('./session.ts')),
  state: (await import('./session-state.ts')).sessionState,
});
const givenToken = (over: Partial<IdToken> = {}) => ({
  ...{ jwt: 'jwt', owner: 'ada', email: 'ada@example.com', name: 'Ada', isAdmin: false },
  expiresAt: Date.now() + 3_600_000,
  ...over,
});

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  events = new EventTarget();
  vi.stubGlobal('window', { location, addEventListener: events.addEventListener.bind(events) });
  vi.stubGlobal('navigator', { onLine: true });
  erasure.promise = Promise.resolve();
  for (const values of [storage.local, storage.tab]) values.clear();
  storage.local.set('userEmail', 'ada@example.com');
  auth.readIdToken.mockResolvedValue(undefined);
  auth.readStoredIdToken.mockResolvedValue(undefined);
  left.mockResolvedValue(undefined);
});

it('a logout takes the chats off the screen at once, and leaves when the kept chats have been erased', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  erasure.promise = promise;
  auth.readIdToken.mockResolvedValue(givenToken());
  const { logout, resolveSession, state } = await load();
  await resolveSession('');
  expect(state.get().status).toBe('authenticated');
  const done = logout();
  expect(state.get().status).toBe('loading');
  await vi.dynamicImportSettled();
  expect(left).not.toHaveBeenCalled();
  resolve();
  await done;
  expect(left).toHaveBeenCalledExactlyOnceWith('jwt');
  expect(location.assign).not.toHaveBeenCalled();
});

it('a logout that does not reach the hosted UI leaves a note, and nothing else of the user', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  left.mockRejectedValue(new Error('No answer'));
  storage.tab.set('CognitoIdentityServiceProvider.client.ada.idToken', 'jwt');
  const { logout } = await load();
  await logout();
  expect(storage.tab.size).toBe(0);
  expect([...storage.local]).toEqual([['unfinishedLogout', '0']]);
  expect(location.assign).toHaveBeenCalledExactlyOnceWith('/');
});

it('a logout leaves a note before it leaves, because the page may be closed at any time', async () => {
  left.mockReturnValue(new Promise(() => undefined));
  const { logout } = await load();
  void logout();
  expect(storage.local.get('unfinishedLogout')).toBe('0');
});

it('a login after an unfinished logout leaves for the hosted logout first, at most twice', async () => {
  storage.local.set('unfinishedLogout', '1');
  const { login } = await load();
  await login(() => true);
  expect(leftToLogout).toHaveBeenCalledOnce();
  expect(leftToSignIn).not.toHaveBeenCalled();
  expect(storage.tab.get('loginAfterLogout')).toBe('1');
  await login(() => true);
  await login(() => true);
  expect(leftToLogout).toHaveBeenCalledTimes(2);
  expect(leftToSignIn).toHaveBeenCalledOnce();
});

it('a call that finds no tokens during a logout does not leave for a new sign-in', async () => {
  const { idToken, logout } = await load();
  await logout();
  void idToken({ renew: true });
  await vi.dynamicImportSettled();
  expect(signedIn).not.toHaveBeenCalled();
});

it('a renewal that is refused during a logout does not leave for a new sign-in', async () => {
  const renewal = Promise.withResolvers<undefined>();
  auth.readIdToken.mockReturnValue(renewal.promise);
  const { idToken, logout } = await load();
  void idToken({ renew: true });
  await vi.dynamicImportSettled();
  await logout();
  renewal.resolve(undefined);
  await expect.poll(() => auth.clearTokens.mock.calls).toHaveLength(1);
  expect(signedIn).not.toHaveBeenCalled();
});

it('tokens of a renewal that ends during a logout are removed, and not used', async () => {
  const renewal = Promise.withResolvers<object>();
  auth.readIdToken.mockReturnValue(renewal.promise);
  const { freshToken, idToken, logout } = await load();
  void idToken({ renew: true });
  await vi.dynamicImportSettled();
  await logout();
  renewal.resolve(givenToken());
  await expect.poll(() => auth.clearTokens.mock.calls).toHaveLength(1);
  expect(freshToken()).toBeUndefined();
});

it('a tab with tokens of another user than the browser’s removes them, with drafts, and signs in again', async () => {
  auth.readIdToken.mockResolvedValue(givenToken({ email: 'bob@example.com' }));
  storage.tab.set('draft:1', 'A secret of Bob');
  const { freshToken, resolveSession, state } = await load();
  await resolveSession('');
  expect(auth.clearTokens).toHaveBeenCalledOnce();
  expect(storage.tab.has('draft:1')).toBe(false);
  expect(storage.local.get('userEmail')).toBe('ada@example.com');
  expect(signedIn).toHaveBeenCalledOnce();
  expect(freshToken()).toBeUndefined();
  expect(state.get().status).toBe('loading');
});

it('without a network, a page whose token has expired opens, and asks for a new token at its first call', async () => {
  auth.readIdToken.mockRejectedValue(new TypeError('Failed to fetch'));
  auth.readStoredIdToken.mockResolvedValue(givenToken({ expiresAt: Date.now() - 1 }));
  const { idToken, resolveSession, state } = await load();
  await resolveSession('');
  expect(state.get()).toMatchObject({ status: 'authenticated', viewer: { owner: 'ada' } });
  await expect(idToken()).rejects.toThrow('Failed to fetch');
  auth.readIdToken.mockResolvedValue(givenToken({ jwt: 'renewed' }));
  expect((await idToken()).jwt).toBe('renewed');
});

it('without a network, a tab without tokens says so, and does not leave for the sign-in page', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { resolveSession, state } = await load();
  await resolveSession('');
  expect(state.get()).toEqual({ status: 'ended', reason: 'unreachable' });
  expect(signedIn).not.toHaveBeenCalled();
});

it('a page that Back shows is loaded again if its user has logged out meanwhile', async () => {
  auth.readIdToken.mockResolvedValue(givenToken());
  const { resolveSession } = await load();
  await resolveSession('');
  const show = () => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  show();
  expect(location.reload).not.toHaveBeenCalled();
  storage.local.delete('userEmail');
  show();
  expect(location.reload).toHaveBeenCalledOnce();
});

describe('a logout of another tab', () => {
  const change = (key: string, newValue: string | null) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  const logOutElsewhere = () => change('userEmail', null);

  it('is followed, without a note of its reason if the user asked for it', async () => {
    auth.readIdToken.mockResolvedValue(givenToken());
    await (await load()).resolveSession('');
    logOutElsewhere();
    await expect.poll(() => left.mock.calls).toEqual([['jwt']]);
    expect(storage.tab.has('signedOut')).toBe(false);
  });

  it('is followed for its reason: this tab, too, tells that the server refuses the sign-in', async () => {
    auth.readIdToken.mockResolvedValue(givenToken());
    const other = await load();
    await other.resolveSession('');
    const changes: [key: string, newValue: string | null][] = [];
    const sets = vi.spyOn(storage.local, 'set').mockImplementation((key, value) => {
      changes.push([key, value]);
      return storage.local;
    });
    const removals = vi.spyOn(storage.local, 'delete').mockImplementation((key) => {
      changes.push([key, null]);
      return true;
    });
    void other.leaveSignedOut();
    sets.mockRestore();
    removals.mockRestore();
    await expect.poll(() => left.mock.calls).toEqual([['jwt']]);
    storage.tab.clear();
    vi.resetModules();
    await (await load()).resolveSession('');
    for (const [key, newValue] of changes) change(key, newValue);
    await expect.poll(() => left.mock.calls).toEqual([['jwt'], ['jwt']]);
    expect(storage.tab.get('signedOut')).toBe('1');
  });

  it('changes nothing on a page that leaves by itself', async () => {
    auth.readIdToken.mockResolvedValue(givenToken());
    const { abandonSession, resolveSession } = await load();
    await resolveSession('');
    abandonSession();
    logOutElsewhere();
    await vi.dynamicImportSettled();
    expect(left).not.toHaveBeenCalled();
  });
});
