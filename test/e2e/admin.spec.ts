/** The operators' console: what is done there. Its lists and forms: web/src/features/admin/admin.test.tsx. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, Page } from 'playwright/test';
import { type WaitlistItem, waitlistKey, waitlistQueueKey } from '../../lambdas/store/signup/waitlist.ts';
import type { TestStack, TestUser } from '../support/stack.ts';
import { expect, expectAccessible, fillHostedUi, signIn, test } from './fixtures.ts';

/** An operator who has opened the waitlist. */
async function asAdmin(page: Page, stack: TestStack): Promise<TestUser> {
  const admin = await stack.givenUser({ groups: ['admins'] });
  await signIn(page, admin, { path: '/admin/waitlist' });
  return admin;
}

let people = 0;

/**
 * Adds a person to the waitlist, with a unique address. They have waited longer than those of earlier calls, so that
 * they are on the first page.
 */
async function givenWaiting(stack: TestStack): Promise<string> {
  const { documents, table } = stack.inner.dynamodb;
  const TableName = table('Waitlist');
  const nth = ++people;
  const joinedAt = new Date(Date.UTC(2026, 0, 1) - nth * 60_000).toISOString();
  const entry: WaitlistItem = { email: `waiting-${nth}@example.com`, joinedAt, status: 'waiting' };
  await documents.send(new PutCommand({ TableName, Item: { ...waitlistKey(entry.email), ...entry } }));
  await documents.send(new PutCommand({ TableName, Item: { ...waitlistQueueKey(entry), ...entry } }));
  return entry.email;
}

/** A person signs in with a browser of their own, as far as the hosted UI lets them. */
async function tryToSignIn(browser: Browser, stack: TestStack, user: TestUser): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  const page = await context.newPage();
  await page.goto('/login');
  await fillHostedUi(page, user);
  return page;
}

const tick = (page: Page, email: string) => page.getByRole('checkbox', { name: `Select ${email}` });
const results = (page: Page) => page.getByRole('region', { name: 'Result of the approval' });

test('the console closes when a renewed token says that the user is no operator any more', async ({
  page,
  stack,
  expectedErrors,
}) => {
  expectedErrors.push(/403/);
  await asAdmin(page, stack);
  await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeVisible();
  // From now on the server refuses the operator, and the pool issues tokens without their group.
  await page.route(/cognito-idp|\/$/, async (route) => {
    const target = route.request().headers()['x-amz-target'] ?? '';
    if (!/GetTokensFromRefreshToken|InitiateAuth/.test(target)) return route.fallback();
    const response = await route.fetch();
    const answer = await response.json();
    answer.AuthenticationResult.IdToken = withoutGroups(answer.AuthenticationResult.IdToken);
    return route.fulfill({ response, json: answer });
  });
  await page.route('**/api/admin/**', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'You may not do that.' } }),
  );
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

/** Returns the token without its groups. The signature no longer fits, but the browser does not check it. */
function withoutGroups(jwt: string): string {
  const [head, payload = '', signature] = jwt.split('.');
  const { 'cognito:groups': _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

test.describe('the waitlist', () => {
  test('an approved person leaves the queue, is mailed, and has an invitation link', async ({
    page,
    stack,
  }) => {
    const email = await givenWaiting(stack);
    await asAdmin(page, stack);
    await tick(page, email).check();
    await page.getByRole('button', { name: 'Approve 1' }).click();
    await expect(results(page)).toBeFocused();
    await expect(results(page)).toContainText(email);
    await expect(results(page)).toContainText('Mail sent.');
    await expect(tick(page, email)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByText('Approved', { exact: true }).first().click();
    await expect(page).toHaveURL('/admin/waitlist?status=approved');
    await page
      .getByRole('row')
      .filter({ hasText: email })
      .getByRole('button', { name: /^Copy link/ })
      .waitFor();
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(
      page.getByRole('row').filter({ hasText: 'Approved from the waitlist' }).first(),
    ).toBeVisible();
    // Audit records outlive accounts, so they hold no addresses.
    await expect(page.getByText(email)).toHaveCount(0);
  });
});

test.describe('users', () => {
  test('a disabled user cannot sign in; once enabled again they can', async ({ page, stack, browser }) => {
    const user = await stack.givenUser();
    await asAdmin(page, stack);
    await page.goto('/admin/users');
    await page.getByRole('searchbox').fill(user.email);
    await page.getByRole('link', { name: user.email }).click();
    await expect(page).toHaveURL(`/admin/users/${user.owner}`);
    await expect(page.getByText('No messages in the last 30 days.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Disable account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
    await expect(page.getByRole('button', { name: 'Enable account' })).toBeFocused();
    const refused = await tryToSignIn(browser, stack, user);
    await expect(refused.getByText(/disabled/i)).toBeVisible();
    await page.getByRole('button', { name: 'Enable account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable account' }).click();
    await expect(page.getByRole('button', { name: 'Disable account' })).toBeVisible();
    await fillHostedUi(refused, user);
    await expect(refused).toHaveURL(/\/chat/);
    await refused.context().close();
  });
});
