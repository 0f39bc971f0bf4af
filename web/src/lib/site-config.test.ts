import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const CONFIG = {
  productName: 'Example',
  region: 'us-east-1',
  userPoolId: 'pool',
  userPoolClientId: 'client',
  identityPoolId: 'identities',
  hostedUiDomain: 'auth.example.com',
  userPoolEndpoint: '',
  identityPoolEndpoint: '',
  payments: 'test',
  hasSupport: true,
};

const given = (...answers: unknown[]) => {
  const fetch = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return { json: async () => answer };
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

/** Loads the configuration. Each test has a new copy of the module, as each page load has. */
const loadConfig = async () => (await import('./site-config.ts')).loadSiteConfig();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('fetches the file once for all callers that wait for it', async () => {
  const fetch = given(CONFIG);
  expect(await Promise.all([loadConfig(), loadConfig()])).toEqual([CONFIG, CONFIG]);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('fetches the file again when a request fails or the file is incomplete', async () => {
  const fetch = given(new TypeError('Failed to fetch'), { productName: 'Example' }, CONFIG);
  const loading = loadConfig();
  await vi.runAllTimersAsync();
  expect(await loading).toEqual(CONFIG);
  expect(fetch).toHaveBeenCalledTimes(3);
});

it('gives up after the third time; a later call starts over', async () => {
  const fetch = given(new TypeError('Failed to fetch'));
  const failed = expect(loadConfig()).rejects.toThrow('Failed to fetch');
  await vi.runAllTimersAsync();
  await failed;
  expect(fetch).toHaveBeenCalledTimes(3);
  given(CONFIG);
  expect(await loadConfig()).toEqual(CONFIG);
});

it('gives up a request that hangs, and asks again', async () => {
  // Fake timers do not reach the timers of `AbortSignal.timeout`.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms);
    return controller.signal;
  });
  const fetch = vi.fn(
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
      ),
  );
  vi.stubGlobal('fetch', fetch);
  const failed = expect(loadConfig()).rejects.toThrow('Timed out');
  await vi.runAllTimersAsync();
  expect(fetch).toHaveBeenCalledTimes(3);
  await failed;
});
