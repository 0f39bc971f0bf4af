/** Staying signed in: the requested page after a sign-in, token renewals that fail or hang, and other tabs. */
import type { Page, Route } from 'playwright/test';
import { cognito, postFrom } from '../support/sign-up.ts';
import {
  approachTokenEnd,
  composer,
  expect,
  expectAccessible,
  fillHostedUi,
  send,
  signInByHand,
  test,
} from './fixtures.ts';
import { keptRecords } from './kept-records.ts';
import { addChat, idIn, openPage } from './sidebar.ts';

test.use({ signsInByHand: true });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Counts how often the browser leaves for the hosted sign-in page. */
function countSignIns(page: Page): () => number {
  let count = 0;
  page.context().on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/oauth2/authorize')) count += 1;
  });
  return () => count;
}

/** Answers each renewal of the tokens in the user pool's place. */
async function onRenewal(page: Page, answer: (route: Route) => Promise<void> | void): Promise<void> {
  await page.context().route(
    (url) => url.pathname === '/',
    (route) =>
      route.request().headers()['x-amz-target']?.endsWith('.GetTokensFromRefreshToken')
        ? answer(route)
        : route.fallback(),
  );
}

const refuse = (route: Route) =>
  route.fulfill({
    status: 400,
    headers: { 'access-control-allow-origin': '*' },
    contentType: 'application/x-amz-json-1.1',
    body: JSON.stringify({ __type: 'NotAuthorizedException', message: 'Refresh Token has expired' }),
  });

test.describe('the requested page', () => {
  test('opens in a new tab of a user who is signed in', async ({ page, stack }) => {
    const admin = await stack.givenUser({ groups: ['admins'] });
    await signInByHand(page, admin);
    const older = idIn(page);
    await addChat(page, 'Newer');
    for (const path of [
      '/subscription',
      '/support?about=a%26b#form',
      `/chat/${older}`,
      `/admin/users/${admin.owner}`,
      '/nowhere',
    ]) {
      const tab = await page.context().newPage();
      await tab.goto(path);
      await expect(tab.getByRole('button', { name: 'Add chat' })).toBeVisible();
      await expect(tab).toHaveURL(stack.urls.site + path);
      await tab.close();
    }
  });

  test('opens in each of two tabs that sign in at the same time', async ({ page, user, stack }) => {
    const other = await page.context().newPage();
    await page.goto('/usage');
    await other.goto('/account');
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await tab.getByRole('banner').getByRole('link', { name: 'Login' }).click();
      await expect(tab.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    }
    await page.bringToFront();
    await fillHostedUi(page, user);
    await expect(page).toHaveURL(`${stack.urls.site}/usage`);
    await fillHostedUi(other, user);
    await expect(other).toHaveURL(`${stack.urls.site}/account`);
  });
});

test.describe('on a device whose clock is an hour ahead', () => {
  test('a fresh token is used although renewals are refused', async ({
    page,
    user,
    stack,
    expectedErrors,
  }) => {
    expectedErrors.push(/400/);
    const signIns = countSignIns(page);
    await page.clock.install({ time: Date.now() + HOUR });
    await onRenewal(page, refuse);
    await signInByHand(page, user);
    stack.replyWith('No renewal was needed.');
    await send(page, 'Hello');
    await expect(page.getByText('No renewal was needed.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No renewal was needed.')).toBeVisible();
    expect(signIns()).toBe(1);
  });

  test('refused tokens lead to one more sign-in, then to a page that names the clock', async ({
    page,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(/40[01]/);
    const signIns = countSignIns(page);
    await page.clock.install({ time: Date.now() + HOUR });
    await signInByHand(page, user);
    await onRenewal(page, refuse);
    await page.route('/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('clock is about 1 hour ahead');
    expect(signIns()).toBe(2);
    await expectAccessible(page);
    await page.unroute('/api/**');
    await page.getByRole('button', { name: 'Log in again' }).click();
    await expect(composer(page)).toBeVisible();
  });
});

test('a renewal that hangs is given up after 10 seconds and tried again after 5', async ({
  page,
  user,
  stack,
}) => {
  const approach = await approachTokenEnd(page, stack);
  await signInByHand(page, user);
  let renewals = 0;
  await onRenewal(page, (route) => {
    renewals += 1;
    return renewals === 1 ? undefined : route.fallback();
  });
  await approach();
  await expect.poll(() => renewals).toBe(1);
  await page.clock.fastForward(9_000);
  expect(renewals).toBe(1);
  await page.clock.fastForward(1_500);
  await page.clock.fastForward(5_000);
  await expect.poll(() => renewals).toBe(2);
  stack.replyWith('Signed in all along.');
  await send(page, 'Are you there?');
  await page.clock.fastForward(6_000);
  await expect(page.getByText('Signed in all along.')).toBeVisible();
});

/** Opens the page of usage, whose requests are refused until the client has renewed its tokens. */
async function renewAtUsage(tab: Page): Promise<void> {
  let refused: string | undefined;
  let accepted = 0;
  await tab.route('/api/usage?**', (route) => {
    const token = route.request().headers().authorization;
    refused ??= token;
    if (token === refused) return route.fulfill({ status: 401, json: { code: 'session_expired' } });
    accepted += 1;
    return route.fallback();
  });
  await tab.goto('/usage');
  await expect.poll(() => accepted).toBeGreaterThan(0);
  await expect(tab.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
}

test('a duplicated tab stays signed in after the other tab has renewed its refresh token', async ({
  page,
  user,
  stack,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  await signInByHand(page, user);
  const signIns = countSignIns(page);
  const opened = page.context().waitForEvent('page');
  await page.evaluate("void open('/chat')");
  const copy = await opened;
  await expect(composer(copy)).toBeVisible();
  await renewAtUsage(page);
  // The token that both tabs began with is refused from now on.
  stack.moveClock(61_000);
  try {
    await renewAtUsage(copy);
  } finally {
    stack.moveClock(-61_000);
  }
  expect(signIns()).toBe(0);
});

test('a renewal whose answer is lost is repeated with the same refresh token', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/401|ERR_FAILED/);
  await signInByHand(page, user);
  const signIns = countSignIns(page);
  let renewals = 0;
  await onRenewal(page, async (route) => {
    renewals += 1;
    if (renewals > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await renewAtUsage(page);
  await expect.poll(() => renewals).toBeGreaterThan(1);
  expect(signIns()).toBe(0);
});

test.describe('where the browser denies cookies and site data', () => {
  test.use({ tourStarts: true });
  test.beforeEach(({ page }) =>
    page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
      });`),
  );

  test('the start page is shown, and Login says what is needed', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Welcome To')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toContainText('Signing in needs cookies and site data.');
    await expectAccessible(page);
  });

  test('a guest talks, without being remembered', async ({ page, stack }) => {
    await page.goto('/guest');
    stack.replyWith('Hello, stranger.');
    await page.getByPlaceholder(/^Message /).fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Hello, stranger.')).toBeVisible();
    await page.reload();
    await expect(page.getByPlaceholder(/^Message /)).toBeVisible();
    await expect(page.getByText('Hello, stranger.')).toHaveCount(0);
  });
});

const ended = (page: Page) => page.getByText('This device was signed out. Log in again to go on.');

test.describe('a device that another one signs out', () => {
  for (const isOffline of [false, true])
    test(`logs itself out, and says so in plain words${isOffline ? ', also when it was offline' : ''}`, async ({
      chat,
      browser,
      user,
      stack,
    }) => {
      const context = await browser.newContext({
        ...{ baseURL: stack.urls.site, ignoreHTTPSErrors: true, locale: 'en-US' },
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      });
      const other = await context.newPage();
      await signInByHand(other, user);
      // A device is listed from its first connection on.
      await send(other, 'Hello');
      await expect(other.getByText('A plain reply.')).toBeVisible();
      await expect.poll(() => keptRecords(other)).toContain('A plain reply.');
      await chat.bringToFront();
      await openPage(chat, 'Account');
      const devices = chat.getByRole('region', { name: 'Signed-in devices' });
      await expect(devices.getByRole('listitem')).toHaveCount(2);
      await context.setOffline(isOffline);
      if (isOffline) await expect(other.getByText(/offline/i).first()).toBeVisible();
      await devices.getByRole('button', { name: 'End Firefox on Linux' }).click();
      await expect(devices.getByText('Firefox on Linux is signed out.')).toBeVisible();
      await context.setOffline(false);
      await expect(ended(other)).toBeVisible({ timeout: MINUTE });
      expect(await other.evaluate(() => [localStorage.length, Object.keys(sessionStorage)])).toEqual([
        1, // that the tour was seen
        ['tourIsSeen'],
      ]);
      expect(await keptRecords(other)).toBe('');
      // The hosted page's cookie is not valid any more either: it asks for the password again.
      await other.getByRole('button', { name: 'Log in again' }).click();
      await fillHostedUi(other, user);
      await expect(composer(other)).toBeVisible();
      await expect(devices.getByRole('listitem')).toHaveCount(1);
      await context.close();
    });
});

test('a password reset elsewhere signs this browser out, and the hosted page asks it for the new password', async ({
  page,
  user,
  stack,
  expectedErrors,
}) => {
  expectedErrors.push(/40[01]|Authentication failed/);
  await signInByHand(page, user);
  stack.moveClock(1_000);
  const password = 'violet harbour 7 lanterns';
  await cognito(stack, 'ForgotPassword', ({ userPoolClientId: ClientId }) => ({
    ClientId,
    Username: user.email,
  }));
  const link = /href="([^"]+)"/.exec(stack.inner.mails.latestTo(user.email)?.text ?? '')?.[1] ?? '';
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code');
  const body = { email: user.email, code, password };
  expect((await postFrom(stack, '/api/password/reset', body)).status).toBe(200);
  await expect(ended(page)).toBeVisible({ timeout: MINUTE });
  await page.getByRole('button', { name: 'Log in again' }).click();
  await fillHostedUi(page, { ...user, password });
  await expect(composer(page)).toBeVisible();
});
