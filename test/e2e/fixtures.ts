/**
 * Fixtures of the end-to-end tests: a local stack for each worker, a person who is signed in, and a watch on every
 * page: a console error, an uncaught exception, a CSP violation or a request that leaves this machine fails the test.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from 'playwright/test';
import { startTestStack, type TestStack, type TestStackOptions, type TestUser } from '../support/stack.ts';
import { givenStripe } from '../support/stripe-purchases.ts';
import { injectSession } from './sign-in.ts';

interface Fixtures {
  readonly user: TestUser;
  /** The chat screen of `user`, who is signed in. */
  readonly chat: Page;
  /** Messages that a test expects on the console; anything else fails it. */
  readonly expectedErrors: RegExp[];
  /** True to let the guided tour start by itself. In tests other than its own it would cover the page. */
  readonly tourStarts: boolean;
  /** True to sign `chat` in by typing the password, for tests of the sign-in itself. */
  readonly signsInByHand: boolean;
}

interface WorkerFixtures {
  readonly stack: TestStack;
  /** Payment mode of the deployment. With `stripe`, its objects exist at Stripe. */
  readonly payments: NonNullable<TestStackOptions['payments']>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  payments: ['test', { option: true, scope: 'worker' }],
  stack: [
    async ({ payments }, use) => {
      const stack = await startTestStack({ payments });
      if (payments === 'stripe') await givenStripe(stack);
      await use(stack);
      await stack.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack }, use) => use(stack.urls.site),
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter must be destructured, even when unused
  expectedErrors: async ({}, use) => use([]),
  tourStarts: [false, { option: true }],
  signsInByHand: [false, { option: true }],
  context: async ({ context, expectedErrors, stack, tourStarts }, use, testInfo) => {
    if (!tourStarts) await withoutTour(context);
    const problems: string[] = [];
    watch(context, problems, stack);
    await use(context);
    if (problems.length > 0 || testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('functions', { body: stack.functionLogs().slice(-40).join('\n') });
      await testInfo.attach('pages', { body: (await Promise.all(context.pages().map(outline))).join('\n') });
    }
    expect(problems.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([]);
  },
  user: async ({ stack }, use) => use(await stack.givenUser()),
  chat: async ({ page, user, stack, tourStarts, signsInByHand }, use) => {
    stack.replyWith('A plain reply.');
    if (signsInByHand) await signInByHand(page, user);
    else await signIn(page, user, { tourStarts });
    await use(page);
  },
});
export { expect };

/** S3 refuses requests whose clock differs by more. */
const MOST_SKEW_MS = 15 * 60_000;

/**
 * Tells whether S3 refused an upload because an earlier test of the worker has moved the stack's clock. The page then
 * sends it again with the time that S3 has named, as on a device whose clock is wrong.
 */
const isSkewedUpload = (message: ConsoleMessage, stack: TestStack): boolean =>
  Math.abs(stack.inner.clock.offset()) > MOST_SKEW_MS &&
  /status of 403/.test(message.text()) &&
  URL.parse(message.location().url)?.pathname.startsWith('/uploads/') === true;

/** Notes what no page of the context may do: errors, violations of the CSP, requests that leave the machine. */
export function watch(context: BrowserContext, problems: string[], stack: TestStack): void {
  context.on('console', (message) => {
    if (isSkewedUpload(message, stack)) return;
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (caught) => void problems.push(`uncaught: ${caught.error().message}`));
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !/^(localhost|127\.0\.0\.1)$/.test(hostname))
      problems.push(`left the machine: ${hostname}`);
  });
}

/**
 * Takes all pages of the context off the network. Their requests and sockets then fail, in the network or in the
 * service worker, at any moment. The console may report it.
 */
export async function goOffline(context: BrowserContext, expectedErrors: RegExp[]): Promise<void> {
  expectedErrors.push(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/, /WebSocket connection/);
  await context.setOffline(true);
}

/** Returns the address and the text of a page, for the report of a failed test. */
const outline = async (page: Page): Promise<string> =>
  `${page.url()}\n${(await page.evaluate<string>('document.body.innerText').catch(String)).slice(0, 1_500)}`;

/**
 * Makes the browser that of a user who has seen the guided tour. The mark is set once in a tab, so that a page can
 * remove it.
 */
async function withoutTour(context: BrowserContext): Promise<void> {
  await context.addInitScript({
    content: `if (origin !== 'null' && !sessionStorage.getItem('tourIsSeen')) {
      localStorage.setItem('hasSeenChatTour', 'true');
      sessionStorage.setItem('tourIsSeen', 'true');
    }`,
  });
}

/** Opens the chats of a user who is signed in, or the page at `path`. */
export async function signIn(
  page: Page,
  user: TestUser,
  { tourStarts = false, path = '/chat' } = {},
): Promise<void> {
  if (!tourStarts) await withoutTour(page.context());
  await injectSession(page, user);
  await page.goto(path);
  if (path === '/chat') await expectChat(page);
}

/** Signs in through the hosted UI's own pages. */
export async function signInByHand(page: Page, user: TestUser): Promise<void> {
  await withoutTour(page.context());
  await page.goto('/login');
  await fillHostedUi(page, user);
  await expectChat(page);
}

async function expectChat(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/chat\//);
  await expect(composer(page)).toBeVisible();
}

/**
 * Opens a second tab of the user, at the page's own address or another. The first one stays in front: Chromium draws
 * a tab behind another once a second, and each click waits for that.
 */
export async function openTab(page: Page, path = page.url()): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await expect(composer(tab)).toBeVisible();
  await page.bringToFront();
  return tab;
}

/** Fills in the hosted UI's form, once its page is there: the landing page has a field for an address, too. */
export async function fillHostedUi(
  page: Page,
  user: Pick<TestUser, 'email' | 'password' | 'appCode'>,
): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  if (user.appCode) await fillCode(page, user.appCode());
}

/** Fills in the code of the authenticator app on the hosted UI's page for it. */
export async function fillCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Enter your code', level: 1 })).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Returns a token that the page keeps; an empty text if there is none. */
export const storedToken = (page: Page, kind: string): Promise<string> =>
  page.evaluate((name) => {
    const key = Object.keys(sessionStorage).find((candidate) => candidate.endsWith(`.${name}`));
    return (key && sessionStorage.getItem(key)) ?? '';
  }, kind);

/** Milliseconds after sign-in until an idle page asks for AWS credentials. */
const CREDENTIALS_DELAY_MS = 4_000;
/** Milliseconds before its end at which a token is due for renewal, but still valid by both clocks. */
const TOKEN_LEFT_MS = 30_000;

/**
 * Prepares a page, before it signs in, for a jump to shortly before the end of its ID token. The page's clock and the
 * stack's cannot move at the same moment, and the token must be valid by both in between. So the jump is measured by
 * the token. The page asks the identity pool some time after sign-in; the jump waits for that, as it could fall between
 * the two moves.
 */
export async function approachTokenEnd(page: Page, stack: TestStack): Promise<() => Promise<void>> {
  await page.clock.install();
  const credentials = page.waitForResponse(
    (response) =>
      response.request().headers()['x-amz-target']?.endsWith('.GetCredentialsForIdentity') === true,
    { timeout: 0 },
  );
  // Rejects if the page is closed first, which is no failure.
  credentials.catch(() => undefined);
  return async () => {
    await page.clock.fastForward(CREDENTIALS_DELAY_MS);
    await (await credentials).finished();
    const [, claims = ''] = (await storedToken(page, 'idToken')).split('.');
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const ms = exp * 1_000 - TOKEN_LEFT_MS - stack.inner.clock.now();
    stack.moveClock(ms);
    await page.clock.fastForward(ms);
  };
}

export const composer = (page: Page) => page.getByPlaceholder(/^Message .+\.\.\.$/);

/** Types a message and sends it with Enter, once the reply before it has ended. */
export async function send(page: Page, text: string): Promise<void> {
  // A click waits until no dialog is open. A text filled in under a dialog would go to the dialog's field.
  await composer(page).click();
  await composer(page).fill(text);
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
  await composer(page).press('Enter');
}

/** Waits until all animations have ended, except endless ones (a spinner). */
const STANDS_STILL = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const moving = () => document.getAnimations().filter((animation) =>
    animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity);
  do {
    await Promise.allSettled(moving().map((animation) => animation.finished));
    await frame();
    await frame();
  } while (moving().length > 0);
})()`;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** An experimental rule, which axe leaves out unless it is asked for. */
const RULES = { 'css-orientation-lock': { enabled: true } };

/**
 * Expects that axe finds no violation of WCAG 2.2 A and AA. Waits for transitions first, because a colour in the middle
 * of one may lack contrast.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(STANDS_STILL);
  const { violations } = await new AxeBuilder({ page }).options({ runOnly: TAGS, rules: RULES }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
