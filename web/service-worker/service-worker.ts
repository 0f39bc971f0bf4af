/**
 * Service worker of the site (decision 0133). It keeps the page, and the assets of the page's last two versions, so
 * that the page opens without a network. With a network the page always comes from the server, so a deployment shows at
 * the next load.
 */
declare const self: ServiceWorkerGlobalScope;

const SHELL = 'shell';
const PAGE = '/index.html';
/** Files that the page needs at its start. Their kept copies are used only when the server cannot be reached. */
const WITH_PAGE = ['/config.json', '/logo.svg'];
/**
 * Paths whose navigations neither show nor renew the kept page: paths that are no routes of the client, and shared
 * chats. The page of a shared chat has other headers than the page of the other routes.
 */
const NOT_ROUTES = /^\/(?:api|files|s|assets)\/|\.[^/]*$/;
/** Assets have a hash in their names, so a kept asset never changes. The assets of the diagram frame are not kept. */
const ASSET = /^\/assets\/(?!diagram\/)/;
const ASSETS = 'assets ';
/**
 * Number of versions of the page whose assets are kept. A page that was opened before a deployment may still load
 * assets of the previous version.
 */
const VERSIONS = 2;

self.addEventListener('install', (event) => {
  const keep = async () => {
    await keepPage(await fetch(PAGE));
    await Promise.all(WITH_PAGE.map(async (path) => keepFile(path, await fetch(path))));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload.enable(), self.clients.claim()]));
});

// Receives the addresses of the assets that the page has loaded (`register-service-worker.ts`).
self.addEventListener('message', (event) => {
  const addresses: unknown[] = Array.isArray(event.data) ? event.data : [];
  const assets = addresses.filter((address) => typeof address === 'string').filter(isAsset);
  event.waitUntil(Promise.all(assets.map(keepLoaded)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (request.destination === 'document' && !NOT_ROUTES.test(pathname)) event.respondWith(readPage(event));
  } else if (WITH_PAGE.includes(pathname)) event.respondWith(readFile(event, pathname));
  else if (isAsset(request.url)) event.respondWith(readAsset(event, request));
});

function isAsset(address: string): boolean {
  const { origin, pathname } = new URL(address, self.location.href);
  return origin === self.location.origin && ASSET.test(pathname);
}

async function readPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    const page = preloaded instanceof Response ? preloaded : await fetch(event.request);
    event.waitUntil(keepPage(page.clone()));
    return page;
  } catch (error) {
    return (await caches.match(PAGE)) ?? Promise.reject(error);
  }
}

async function readFile(event: FetchEvent, path: string): Promise<Response> {
  try {
    const file = await fetch(event.request);
    event.waitUntil(keepFile(path, file.clone()));
    return file;
  } catch (error) {
    return (await caches.match(path)) ?? Promise.reject(error);
  }
}

async function readAsset(event: ExtendableEvent, request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const asset = await fetch(request);
  event.waitUntil(keepAsset(request.url, asset.clone()));
  return asset;
}

/** Keeps the page. Pages with different bytes are different versions. */
async function keepPage(page: Response): Promise<void> {
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) return;
  const bytes = await page.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  await makeNewest(ASSETS + hash);
  const outdated = (await assetCaches()).slice(0, -VERSIONS);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await (await caches.open(SHELL)).put(PAGE, page);
}

/**
 * Makes a version's cache the newest one. The browser lists caches in the order of their creation, so an existing cache
 * is deleted and created again. Otherwise a version that is in use again after a rollback would be removed as the
 * oldest.
 */
async function makeNewest(name: string): Promise<void> {
  const known = await assetCaches();
  const older = await caches.open(name);
  if (!known.includes(name) || known.at(-1) === name) return;
  // `older` stays open, and the entries of an open cache can be read after its deletion.
  await caches.delete(name);
  const newest = await caches.open(name);
  const move = async (request: Request) => {
    const asset = await older.match(request);
    if (asset) await newest.put(request, asset).catch(() => undefined);
  };
  await Promise.all((await older.keys()).map(move));
}

async function keepFile(path: string, file: Response): Promise<void> {
  if (file.ok) await (await caches.open(SHELL)).put(path, file);
}

async function keepAsset(address: string, asset: Response): Promise<void> {
  const newest = await newestAssets();
  if (asset.ok) await newest?.put(address, asset).catch(() => undefined);
}

/** Adds an asset to the newest cache, also if an older version's cache has it, because that cache will be removed. */
async function keepLoaded(address: string): Promise<void> {
  const newest = await newestAssets();
  if (await newest?.match(address)) return;
  const asset = (await caches.match(address)) ?? (await fetch(address).catch(() => undefined));
  if (asset) await keepAsset(address, asset);
}

async function newestAssets(): Promise<Cache | undefined> {
  const newest = (await assetCaches()).at(-1);
  return newest === undefined ? undefined : caches.open(newest);
}

/** Names of the caches with assets, the oldest version first. */
const assetCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(ASSETS));
