/** A phone's safe area, and the first scripts of a page. The rest of the frame: web/src/app/shell.test.tsx. */
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

test.describe('on a first visit, without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

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
});
