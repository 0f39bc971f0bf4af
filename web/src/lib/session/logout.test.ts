import { beforeEach, expect, it, vi } from 'vitest';

const { left, erasure, signedIn, clearTokens, stored } = vi.hoisted(() => ({
  left: vi.fn(async () => undefined),
  erasure: { promise: Promise.resolve() },
  signedIn: vi.fn(async () => undefined),
  clearTokens: vi.fn(async () => undefined),
  stored: { read: async (): Promise<object | undefined> => undefined },
}));
vi.mock('./hosted-ui.ts', () => ({ leaveToSignOut: left }));
vi.mock('./automatic-sign-in.ts', () => ({ automaticSignIn: { begin: signedIn, allow: () => undefined } }));
vi.mock('./amplify.ts', () => ({ clearTokens, readIdToken: () => stored.read() }));
vi.mock('../kept-chats-storage.ts', () => ({ eraseKeptChats: () => erasure.promise }));
vi.mock('../site-config.ts', () => ({ loadSiteConfig: async () => ({}) }));

const load = () => import('./session.ts');

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  vi.stubGlobal('window', { location: { origin: 'https://example.com' } });
  erasure.promise = Promise.resolve();
  stored.read = async () => undefined;
});

it('a logout leaves when the kept chats have been erased, and not before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  erasure.promise = promise;
  const { logout } = await load();
  const done = logout();
  await vi.dynamicImportSettled();
  expect(left).not.toHaveBeenCalled();
  resolve();
  await done;
  expect(left).toHaveBeenCalledOnce();
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
  stored.read = () => renewal.promise;
  const { idToken, logout } = await load();
  void idToken({ renew: true });
  await vi.dynamicImportSettled();
  await logout();
  renewal.resolve(undefined);
  await expect.poll(() => clearTokens.mock.calls).toHaveLength(1);
  expect(signedIn).not.toHaveBeenCalled();
});

it('tokens of a renewal that ends during a logout are removed, and not used', async () => {
  const renewal = Promise.withResolvers<object>();
  stored.read = () => renewal.promise;
  const { freshToken, idToken, logout } = await load();
  void idToken({ renew: true });
  await vi.dynamicImportSettled();
  await logout();
  renewal.resolve({ jwt: 'renewed', expiresAt: Date.now() + 3_600_000 });
  await expect.poll(() => clearTokens.mock.calls).toHaveLength(1);
  expect(freshToken()).toBeUndefined();
});
