/** Attacks on the callback of a sign-in (docs/safety.md 26): login CSRF, code injection, replay, open redirects. */
import type { Browser, Page, Request } from 'playwright/test';
import type { TestStack, TestUser } from '../support/stack.ts';
import { expect, fillHostedUi, test } from './fixtures.ts';

const isCallback = (request: Request) =>
  request.isNavigationRequest() && new URL(request.url()).searchParams.has('code');

/** Signs in, but blocks the exchange of the code for tokens. Returns the address of the callback, still unused. */
async function callbackOf(browser: Browser, stack: TestStack, user: TestUser): Promise<URL> {
  // Playwright does not report a navigation that passes through a service worker while requests are held up.
  const options = { ignoreHTTPSErrors: true, serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...options, baseURL: stack.urls.site });
  const page = await context.newPage();
  await page.route('**/oauth2/token', (route) => route.abort());
  await page.goto('/login');
  const callback = page.waitForRequest(isCallback);
  await fillHostedUi(page, user);
  const url = new URL((await callback).url());
  await context.close();
  return url;
}

/** Waits until the page has handled the callback and says so. No user is signed in then. */
async function expectNobody(page: Page): Promise<void> {
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page).not.toHaveURL(/\/chat|[?&]code=/);
  const kept = await page.evaluate(() => ({
    email: localStorage.getItem('userEmail'),
    tokens: [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) =>
      /(?:id|access|refresh)Token$/i.test(key),
    ),
  }));
  expect(kept).toEqual({ email: null, tokens: [] });
}

/**
 * Waits until `/login` has redirected to the hosted sign-in, so that the redirect does not interrupt the test's next
 * navigation.
 */
const leftByItself = (page: Page, stack: TestStack) => page.waitForURL(`${stack.urls.hostedUi}/login**`);

test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/./));

test("a stranger's whole callback signs no user in (login CSRF)", async ({ page, browser, stack }) => {
  const callback = await callbackOf(browser, stack, await stack.givenUser());
  await page.goto(callback.href);
  await expectNobody(page);
});

test("a stranger's code with the victim's own state signs no user in (code injection)", async ({
  page,
  browser,
  stack,
}) => {
  const callback = await callbackOf(browser, stack, await stack.givenUser());
  const begun = page.waitForRequest(/\/oauth2\/authorize\?/);
  await page.goto('/login');
  const state = new URL((await begun).url()).searchParams.get('state');
  expect(state).toBeTruthy();
  await leftByItself(page, stack);
  await page.goto(`/?code=${callback.searchParams.get('code')}&state=${encodeURIComponent(state ?? '')}`);
  await expectNobody(page);
});

test('a callback that was used signs no user in again, here or elsewhere', async ({
  page,
  browser,
  stack,
  user,
}) => {
  const used = page.waitForRequest(isCallback);
  await page.goto('/login');
  await fillHostedUi(page, user);
  const callback = (await used).url();
  await expect(page).toHaveURL(/\/chat\//);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${stack.urls.site}/`);
  await page.goto(callback);
  await expectNobody(page);
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const elsewhere = await context.newPage();
  await elsewhere.goto(callback);
  await expectNobody(elsewhere);
  await context.close();
});

test('no address leads from the product to another site (open redirect)', async ({ page, stack }) => {
  const evil = 'https://evil.example/';
  const left: string[] = [];
  page.on('request', (request) => {
    const { searchParams, origin } = new URL(request.url());
    if (request.isNavigationRequest() && origin.includes('evil')) left.push(request.url());
    const target = searchParams.get('redirect_uri') ?? searchParams.get('logout_uri');
    if (origin !== stack.urls.site && target?.includes('evil')) left.push(request.url());
  });
  for (const name of ['redirect', 'redirect_uri', 'returnTo', 'next', 'url', 'continue'])
    for (const path of ['/', '/login', '/register']) {
      await page.goto(`${path}?${name}=${encodeURIComponent(evil)}`);
      if (path === '/login') await leftByItself(page, stack);
    }
  for (const path of [
    '//evil.example/',
    '/\\evil.example',
    '/%2F%2Fevil.example',
    '/login/https://evil.example',
  ])
    await page.goto(stack.urls.site + path);
  expect(left).toEqual([]);
});

test('the hosted sign-in sends no user to an address that is not the product’s', async ({ page, stack }) => {
  const begun = page.waitForRequest(/\/oauth2\/authorize\?/);
  await page.goto('/login');
  const ours = new URL((await begun).url());
  await leftByItself(page, stack);
  const { site } = stack.urls;
  for (const target of [
    'https://evil.example/',
    `${site}.evil.example/`,
    `${site}/other`,
    `${site}@evil.example/`,
  ]) {
    const authorize = new URL(ours);
    authorize.searchParams.set('redirect_uri', target);
    await page.goto(authorize.href);
    await expect(page).toHaveURL(new RegExp(`^${stack.urls.hostedUi}/error`));
    const logout = new URL('/logout', stack.urls.hostedUi);
    logout.searchParams.set('client_id', ours.searchParams.get('client_id') ?? '');
    logout.searchParams.set('logout_uri', target);
    await page.goto(logout.href);
    expect(new URL(page.url()).origin).toBe(stack.urls.hostedUi);
  }
});
