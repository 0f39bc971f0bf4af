/** The frame of every page: navigation bar, backgrounds, and the loading state until the session is known. */
import type { Page } from 'playwright/test';
import { composer, expect, test } from './fixtures.ts';

/** Scripts and styles that a page has asked for. */
const assetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /assets.*[.](js|css)$/.test(name))",
  );

test.describe('on a phone', () => {
  const HEIGHT = 844;
  test.use({ viewport: { width: 390, height: HEIGHT } });

  const bottomOf = async (page: Page) => {
    const box = await composer(page).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };

  test('bar, input and the end of the sidebar stay clear of notch and home bar', async ({ chat }) => {
    await expect(chat.locator('meta[name=viewport]')).toHaveAttribute('content', /viewport-fit=cover/);
    const devtools = await chat.context().newCDPSession(chat);
    const insets = { top: 47, bottom: 34, left: 20, right: 20 };
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
    await expect.poll(() => bottomOf(chat)).toBeLessThanOrEqual(HEIGHT - 34);
    expect((await chat.getByRole('banner').boundingBox())?.y).toBe(47);
    await chat.getByRole('button', { name: 'Open menu' }).click();
    const logout = chat.getByRole('button', { name: 'Logout' });
    await expect.poll(async () => (await logout.boundingBox())?.x).toBeGreaterThanOrEqual(20);
    const box = await logout.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHT - 34);
  });
});

test('/ has a background image, and another one under 768 px [S2.shell.9]', async ({ page }) => {
  const images: string[] = [];
  for (const width of [1440, 768, 767, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const background: string = await page.evaluate(
      'getComputedStyle(document.querySelector("main")).background',
    );
    const image = /url\("(.*?)"\)/.exec(background)?.[1] ?? '';
    const { status, type } = await page.evaluate(async (url) => {
      const answer = await fetch(url);
      return { status: answer.status, type: answer.headers.get('content-type') };
    }, image);
    expect([status, type]).toEqual([200, 'image/svg+xml']);
    images.push(image);
  }
  const [wide, stillWide, narrow, stillNarrow] = images;
  expect(stillWide).toBe(wide);
  expect(stillNarrow).toBe(narrow);
  expect(narrow).not.toBe(wide);
});

test.describe('on a first visit, without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('nothing but a loading state is shown until the session is known [S2.shell.8]', async ({ chat }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await chat.route('/config.json', async (route) => {
      await held;
      await route.continue();
    });
    await chat.reload();
    await expect(chat.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(chat.getByRole('link', { name: 'Login' })).toHaveCount(0);
    await expect(chat.getByRole('button', { name: 'Add chat' })).toHaveCount(0);
    answer();
    await expect(composer(chat)).toBeVisible();
  });

  test('a chat’s first scripts are requested before the entry script has run, each once; a visitor’s page requests none', async ({
    chat,
    browser,
    baseURL,
  }) => {
    const first = chat.waitForRequest(/assets\/chat-page-[\w-]+\.js/);
    await chat.route(/assets\/index-[\w-]+\.js/, async (route) => {
      await first;
      await route.continue();
    });
    await chat.reload();
    await expect(composer(chat)).toBeVisible();
    const asked = await assetsOf(chat);
    expect(asked).toContainEqual(expect.stringContaining('/assets/chat-page-'));
    expect(asked).toHaveLength(new Set(asked).size);

    const context = await browser.newContext({ baseURL: baseURL ?? '', ignoreHTTPSErrors: true });
    const visitor = await context.newPage();
    await visitor.goto('/');
    await expect(visitor.getByRole('link', { name: 'Login' })).toBeVisible();
    const ofVisitor = await assetsOf(visitor);
    expect(ofVisitor).toContainEqual(expect.stringContaining('/assets/early-scripts-'));
    expect(ofVisitor.filter((asset) => /chat-page|session|amplify|message-list/.test(asset))).toEqual([]);
    await context.close();
  });

  test('a config.json that does not come at once is asked for again', async ({ chat, expectedErrors }) => {
    expectedErrors.push(/config\.json|ERR_FAILED|Failed to load resource/);
    let times = 0;
    await chat.route('/config.json', (route) => {
      times += 1;
      return times < 3 ? route.abort() : route.continue();
    });
    await chat.reload();
    await expect(composer(chat)).toBeVisible();
    expect(times).toBe(3);
  });
});
