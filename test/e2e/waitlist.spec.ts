/** The first page anyone sees, and joining the waitlist. */
import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const THANKS = 'Thank you for joining the waitlist. We’ll be in touch.';
const CONFIRMED = "Thank You! for joining the waitlist. We'll be in touch.";

const field = (page: Page) => page.getByPlaceholder('Enter your email');
const arrow = (page: Page) => page.getByRole('button', { name: 'Join the waitlist' });
const someone = () => `visitor-${randomUUID().slice(0, 8)}@example.com`;

/** Collects the page's requests to join the waitlist. */
function requestsToJoin(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/waitlist') requests.push(request);
  });
  return requests;
}

/** Holds every request to join back, until `answer` is called with what it is to be. */
async function held(page: Page): Promise<(status: number) => void> {
  let answer: (status: number) => void = () => {};
  const status = new Promise<number>((resolve) => {
    answer = resolve;
  });
  await page.route('/api/waitlist', async (route) =>
    route.fulfill({ status: await status, json: { message: 'A message.' } }),
  );
  return answer;
}

test('the page says what it is, in the words of the specification [S2.waitlist.1 S2.waitlist.2]', async ({
  page,
}) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByText('Welcome To', { exact: true })).toBeVisible();
  await expect(main.locator('img[src="/logo.svg"]')).toBeVisible();
  await expect(
    main.getByText(
      'This page is accessible by invitation only. Please provide your email to join the waitlist.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(field(page)).toHaveAttribute('type', 'email');
  await expect(field(page)).toHaveAttribute('autocomplete', 'email');
  await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(main.getByRole('link', { name: 'I have an invitation code' })).toHaveAttribute(
    'href',
    '/register',
  );
});

test('whoever joins is thanked, and then stands on the waitlist [S4.waitlist.1 S2.thanks.1 S3.waitlist.1]', async ({
  page,
}) => {
  const requests = requestsToJoin(page);
  const email = someone();
  await page.goto('/');
  await field(page).fill(email);
  await arrow(page).click();
  await expect(page.getByRole('status').filter({ hasText: THANKS })).toHaveText(THANKS);
  await expect(field(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/thank-you$/);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused();
  const words = await page.getByRole('main').locator('h1, p').allInnerTexts();
  expect(words.join(' ')).toBe(CONFIRMED);
  expect(requests.map((request) => [request.method(), request.postDataJSON()])).toEqual([
    ['POST', { email }],
  ]);
  await expectAccessible(page);
});

test('joining twice reads the same as joining once', async ({ page }) => {
  const email = someone();
  for (let time = 0; time < 2; time += 1) {
    await page.goto('/');
    await field(page).fill(email);
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/thank-you$/);
  }
});

test('an empty address cannot be sent; blanks around one are left out [S2.waitlist.3 S2.waitlist.4 S5.waitlist.1]', async ({
  page,
}) => {
  const requests = requestsToJoin(page);
  await page.route('/api/waitlist', (route) => route.fulfill({ json: { message: 'Joined.' } }));
  await page.goto('/');
  await expect(arrow(page)).toBeDisabled();
  await field(page).press('Enter');
  await field(page).pressSequentially('   ');
  await expect(arrow(page)).toBeDisabled();
  await field(page).press('Enter');
  await field(page).fill('');
  await field(page).pressSequentially('  ada@example.com ');
  await expect(arrow(page)).toBeEnabled();
  await field(page).press('Enter');
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(requests.map((request) => request.postDataJSON())).toEqual([{ email: 'ada@example.com' }]);
});

test('the browser refuses what is no address, and nothing else does [S5.waitlist.2]', async ({ page }) => {
  const requests = requestsToJoin(page);
  await page.route('/api/waitlist', (route) => route.fulfill({ json: { message: 'Joined.' } }));
  await page.goto('/');
  await field(page).fill('no address');
  await field(page).press('Enter');
  await expect(field(page)).toBeFocused();
  expect(await page.evaluate('document.querySelector("input[type=email]").validity.typeMismatch')).toBe(true);
  expect(requests).toEqual([]);
  await field(page).fill('odd@localhost');
  await field(page).press('Enter');
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('a refusal is told in an alert, and the address stays [S8.waitlist.1]', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  const email = someone();
  await page.goto('/');
  for (const status of [400, 429, 500]) {
    await page.route(
      '/api/waitlist',
      (route) => route.fulfill({ status, json: { code: 'internal', message: 'Not shown.' } }),
      { times: 1 },
    );
    await field(page).fill(email);
    await arrow(page).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to submit email. Please try again.');
    await expect(field(page)).toHaveValue(email);
    await expect(arrow(page)).toBeFocused();
    await expectAccessible(page);
    // It goes with the next change.
    await field(page).press('End');
    await field(page).press('Backspace');
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('without a connection the page says so, keeps the address, and the next attempt works [S8.waitlist.2]', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const email = someone();
  await page.goto('/');
  await field(page).fill(email);
  await context.setOffline(true);
  await arrow(page).click();
  await expect(page.getByRole('alert')).toHaveText('Something went wrong.');
  await expect(field(page)).toHaveValue(email);
  await context.setOffline(false);
  await arrow(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
});

test('while it is being sent it is not sent again', async ({ page }) => {
  const requests = requestsToJoin(page);
  const answer = await held(page);
  await page.goto('/');
  await field(page).fill('ada@example.com');
  await field(page).press('Enter');
  await expect(page.locator('form[aria-busy="true"]')).toBeVisible();
  await field(page).press('Enter');
  await arrow(page).click();
  await field(page).pressSequentially('more');
  await expect(field(page)).toHaveValue('ada@example.com');
  answer(200);
  await expect(page.getByText(THANKS)).toBeVisible();
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/thank-you$/);
  expect(requests).toHaveLength(1);
});

test('nothing on the page moves when the outcome comes', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await field(page).fill('ada@example.com');
    const before = await field(page).boundingBox();
    await page.route('/api/waitlist', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await arrow(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await field(page).boundingBox()).toEqual(before);
    await page.route('/api/waitlist', (route) => route.fulfill({ json: { message: 'Joined.' } }), {
      times: 1,
    });
    await arrow(page).click();
    await expect(page.getByText(THANKS)).toBeVisible();
    expect(await field(page).boundingBox()).toEqual(before);
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`is accessible and fits a narrow screen, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const answer = await held(page);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/thank-you', '/']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
    await field(page).fill('ada@example.com');
    await expectAccessible(page);
    await field(page).press('Enter');
    await expectAccessible(page);
    answer(200);
    await expect(page.getByText(THANKS)).toBeVisible();
    await expectAccessible(page);
  });
