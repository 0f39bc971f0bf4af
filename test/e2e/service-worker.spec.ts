/** The page without a network, and as an app that is installed (decision 0133). */
import type { Page } from 'playwright/test';
import { composer, expect, goOffline, openTab, send, test } from './fixtures.ts';
import { keptRecords } from './kept-records.ts';

/** Waits until the page's service worker is in control and has kept the scripts that the page has loaded. */
async function expectKept(page: Page): Promise<void> {
  const isKept = `(async () => {
    const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
    const assets = addresses.filter((name) => /[/]assets[/](?!diagram)/.test(name));
    const newest = (await caches.keys()).findLast((name) => name.startsWith('assets'));
    const kept = await Promise.all(assets.map((name) => caches.match(name, { cacheName: newest })));
    return navigator.serviceWorker.controller !== null && assets.length > 5 && kept.every(Boolean);
  })()`;
  await expect.poll(() => page.evaluate<boolean>(isKept)).toBe(true);
}

/** Returns what the site's caches hold: paths by the cache's name. */
const caches = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(`(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => url.slice(location.origin.length)).sort()];
    });
    return Object.fromEntries(await Promise.all(entries));
  })()`);

test('a page that was opened once opens without a network, and replies when it is back', async ({
  chat,
  expectedErrors,
}) => {
  await send(chat, 'Something to read on the train');
  await expect(chat.getByText('A plain reply.')).toBeVisible();
  await expectKept(chat);
  // The client writes a changed chat to the browser's storage after a second, or when the page is hidden.
  await expect.poll(() => keptRecords(chat)).toContain('on the train');
  await goOffline(chat.context(), expectedErrors);
  await chat.reload();
  await expect(chat.getByText(/offline/i).first()).toBeVisible();
  await expect(chat.getByText('Something to read on the train')).toBeVisible();
  await chat.context().setOffline(false);
  await send(chat, 'Are you there again?');
  await expect(chat.getByText('A plain reply.')).toHaveCount(2);
});

test('the caches hold the page, its scripts and its configuration, and nothing of a user', async ({
  chat,
}) => {
  await expectKept(chat);
  await send(chat, 'Keep this to yourself');
  await expect(chat.getByText('A plain reply.')).toBeVisible();
  await openTab(chat);
  const { shell, ...versions } = await caches(chat);
  expect(shell).toEqual(['/config.json', '/index.html', '/logo.svg']);
  const paths = Object.values(versions).flat();
  expect(paths.filter((path) => !/^[/]assets[/][\w.-]+$/.test(path))).toEqual([]);
});

test('a page that the server has replaced is not shown, and the scripts of two versions stay', async ({
  chat,
}) => {
  await expectKept(chat);
  // A browser that was here before the last two deployments.
  await chat.evaluate(`(async () => {
    for (const name of await caches.keys()) if (name.startsWith('assets')) await caches.delete(name);
    for (const version of ['older', 'old']) {
      const cache = await caches.open('assets ' + version);
      await cache.put('/assets/' + version + '.js', new Response('0'));
    }
    const headers = { 'content-type': 'text/html' };
    await (await caches.open('shell')).put('/index.html', new Response('An old page', { headers }));
  })()`);
  await chat.reload();
  await expect(composer(chat)).toBeVisible();
  await expectKept(chat);
  const { shell, 'assets old': old, ...others } = await caches(chat);
  expect(shell).toHaveLength(3);
  expect(old).toContain('/assets/old.js');
  expect(Object.keys(others)).toEqual([expect.stringMatching(/^assets [0-9a-f]{64}$/)]);
  expect(await chat.evaluate(`caches.match('/index.html').then((page) => page.text())`)).toContain(
    '<div id="root">',
  );
});

/** Returns code for the page that loads pictures and returns their true sizes. Fails for one that is no picture. */
const sizesOf = (urls: readonly string[]) => `Promise.all(${JSON.stringify(urls)}.map(async (url) => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture.naturalWidth + 'x' + picture.naturalHeight;
}))`;

test('the site can be installed', async ({ chat, stack }) => {
  await expectKept(chat);
  const session = await chat.context().newCDPSession(chat);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Playwright’s contexts are private windows, which install nothing. A headless shell never names an error.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  const { errors, manifest } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({
    name: 'Parley',
    display: 'kStandalone',
    startUrl: `${stack.urls.site}/chat`,
    scope: `${stack.urls.site}/`,
  });
  const icons = manifest.icons?.filter(({ type }) => type === 'image/png') ?? [];
  expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  expect(await chat.evaluate(sizesOf(icons.map(({ url }) => url)))).toEqual(icons.map(({ sizes }) => sizes));
});
