/** The frame of every page: navigation bar, backgrounds, and what is shown before it is known who is there. */
import type { Page } from 'playwright/test';
import { composer, expect, signIn, test } from './fixtures.ts';

const WIDTHS = [320, 390, 767, 768, 1024, 1440];

test('the logo stays in the middle, with and without buttons beside it [S2.shell.3]', async ({
  page,
  chat,
}) => {
  for (const path of [chat.url(), '/nowhere']) {
    await page.goto(path);
    const logo = page.getByRole('banner').getByRole('link');
    await expect(logo).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(async () => {
          const box = await logo.boundingBox();
          return box && Math.abs(box.x + box.width / 2 - width / 2);
        })
        .toBeLessThan(1);
    }
  }
});

test('the menu button toggles the sidebar, and its icon says which way [S2.shell.1 S2.shell.2 S4.sidebar.1]', async ({
  chat,
}) => {
  const logout = chat.getByRole('button', { name: 'Logout' });
  const icon = chat.locator('header [data-icon^="menu"]');
  await expect(logout).toBeVisible();
  await expect(icon).toHaveAttribute('data-icon', 'menu-open');
  await chat.getByRole('button', { name: 'Close menu' }).click();
  await expect(logout).toBeHidden();
  await expect(icon).toHaveAttribute('data-icon', 'menu');
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await expect(logout).toBeVisible();
});

test('Login leads to /login, and is not there on /login and /register [S2.shell.6 S2.shell.7]', async ({
  page,
}) => {
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' });
  await page.goto('/nowhere');
  await expect(login).toHaveAttribute('href', '/login');
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(login).toHaveCount(0);
  // The page stays: the hosted sign-in, which it leaves for, has nothing to show.
  await page.route(/oauth2\/authorize/, (route) => route.fulfill({ status: 204 }));
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Redirecting...' })).toBeVisible();
  await expect(login).toHaveCount(0);
});

test('Logout and the add-chat button are for the signed-in; others find Login there [S2.shell.5 S2.shell.10 S2.sidebar.2]', async ({
  page,
  chat,
}) => {
  await expect(chat.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Add chat' })).toBeVisible();
  await expect(chat.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await chat.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Welcome To')).toBeVisible();
  for (const path of ['/', '/guest']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add chat' })).toHaveCount(0);
  }
});

test('the bar names the signed-in user, and cuts a long name short [S3.storage.1]', async ({
  page,
  stack,
}) => {
  const name = 'Wilhelmina Alexandra Bartholomew de la Fontaine-Cholmondeley the Third';
  const password = 'correct horse battery staple';
  await stack.inner.createUser('wilhelmina@example.com', password, { name });
  const user = { ...(await stack.givenUser()), email: 'wilhelmina@example.com', password };
  await signIn(page, user);
  const shown = page.getByRole('banner').getByText(name);
  const logo = page.getByRole('banner').getByRole('link');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect(shown).toBeVisible();
    await expect
      .poll(async () => {
        const [box, other] = [await logo.boundingBox(), await shown.boundingBox()];
        return (
          box && other && [Math.abs(box.x + box.width / 2 - width / 2) < 1, other.x >= box.x + box.width]
        );
      })
      .toEqual([true, true]);
  }
});

test.describe('on a phone', () => {
  const HEIGHT = 844;
  test.use({ viewport: { width: 390, height: HEIGHT } });

  const bottomOf = async (page: Page) => {
    const box = await composer(page).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };

  test('the input stays above a keyboard that lies over the page, also zoomed back out', async ({
    page,
    user,
  }) => {
    // As Safari on iOS tells of its keyboard: the page keeps its size, the visual viewport does not.
    await page.addInitScript(`(() => {
      const viewport = Object.assign(new EventTarget(), { height: innerHeight, scale: 1, offsetTop: 0 });
      Object.defineProperty(window, 'visualViewport', { value: viewport });
      window.show = (change) => { Object.assign(viewport, change); viewport.dispatchEvent(new Event('resize')); };
    })()`);
    await signIn(page, user);
    await expect.poll(() => bottomOf(page)).toBeGreaterThan(HEIGHT - 100);
    await page.evaluate('show({ height: 500 })');
    await expect.poll(() => bottomOf(page)).toBeLessThanOrEqual(500);
    await page.evaluate('show({ height: 422, scale: 2 })');
    await expect.poll(() => bottomOf(page)).toBeGreaterThan(HEIGHT - 100);
    await page.evaluate('show({ height: 500, scale: 1 })');
    await expect.poll(() => bottomOf(page)).toBeLessThanOrEqual(500);
    await page.evaluate(`show({ height: ${HEIGHT} })`);
    await expect.poll(() => bottomOf(page)).toBeGreaterThan(HEIGHT - 100);
  });

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

test('nothing but a loading state is shown until it is known who is there [S2.shell.8]', async ({ chat }) => {
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

test('a config.json that does not come at once is asked for again', async ({ chat, expectedErrors }) => {
  expectedErrors.push(/config\.json|ERR_FAILED|Failed to load resource/);
  let times = 0;
  await chat.route('/config.json', (route) => {
    times += 1;
    return times < 3 ? route.abort() : route.continue();
  });
  await chat.reload();
  await expect(composer(chat)).toBeVisible();
});
