import { beforeEach, expect, it, vi } from 'vitest';

const ORIGIN = 'https://example.com';

/** Cache storage in memory. As in a browser, a deleted cache stays usable for code that has opened it before. */
class Caches {
  readonly #caches = new Map<string, Cache>();

  async open(name: string): Promise<Cache> {
    const known = this.#caches.get(name);
    if (known) return known;
    const entries = new Map<string, Response>();
    const cache = {
      keys: async () => [...entries.keys()],
      match: async (url: string) => entries.get(url)?.clone(),
      put: async (url: string, response: Response) => void entries.set(url, response),
    } as unknown as Cache;
    this.#caches.set(name, cache);
    return cache;
  }
  keys = async () => [...this.#caches.keys()];
  delete = async (name: string) => this.#caches.delete(name);
  async match(url: string): Promise<Response | undefined> {
    const found = await Promise.all([...this.#caches.values()].map((cache) => cache.match(url)));
    return found.find((response) => response !== undefined);
  }
}

/** Lets the worker answer a request, and waits until it has kept the answer. Returns false if it does not answer. */
async function request(path: string, some: object): Promise<boolean> {
  const work: unknown[] = [];
  const add = (promise: unknown) => void work.push(promise);
  const fetched = { url: ORIGIN + path, method: 'GET', ...some };
  const event = { request: fetched, respondWith: add, waitUntil: add };
  self.dispatchEvent(Object.assign(new Event('fetch'), event, { preloadResponse: undefined }));
  const isAnswered = work.length > 0;
  // While it answers, the worker adds promises to `work` with `waitUntil`.
  for (const promise of work) await promise;
  return isAnswered;
}

let deployed: string;
/** Opens the page when `version` is deployed, and loads a script of it. */
async function openPage(version: string): Promise<void> {
  deployed = version;
  await request('/chat', { mode: 'navigate', destination: 'document' });
  await request(`/assets/${version}.js`, { mode: 'cors' });
}
const isKept = async (version: string) =>
  (await caches.match(`${ORIGIN}/assets/${version}.js`)) !== undefined;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('self', Object.assign(new EventTarget(), { location: new URL(ORIGIN) }));
  vi.stubGlobal('caches', new Caches());
  vi.stubGlobal(
    'fetch',
    async () => new Response(`Page ${deployed}`, { headers: { 'content-type': 'text/html' } }),
  );
  await import('./service-worker.ts');
});

it('keeps the scripts of the last two versions', async () => {
  for (const version of ['a', 'b', 'c']) await openPage(version);
  expect(await Promise.all(['a', 'b', 'c'].map(isKept))).toEqual([false, true, true]);
});

it('counts a version that is deployed again as the newest', async () => {
  for (const version of ['a', 'b', 'a', 'c']) await openPage(version);
  expect(await Promise.all(['a', 'b', 'c'].map(isKept))).toEqual([true, false, true]);
});

it('leaves the frame for diagrams to the network, so that without one the frame does not show the kept page', async () => {
  await openPage('a');
  expect(await request('/chat', { mode: 'navigate', destination: 'document' })).toBe(true);
  expect(await request('/diagram.html', { mode: 'navigate', destination: 'iframe' })).toBe(false);
  expect(await request('/assets/diagram/main.js', { mode: 'cors' })).toBe(false);
});
