/** The operators' console: who reaches it, and what is done there. */
import { readFile } from 'node:fs/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, Page } from 'playwright/test';
import { type WaitlistItem, waitlistKey, waitlistQueueKey } from '../../lambdas/store/signup/waitlist.ts';
import type { TestStack, TestUser } from '../support/stack.ts';
import { expect, expectAccessible, fillHostedUi, signIn, test } from './fixtures.ts';
import { openMore } from './sidebar.ts';

/** An operator who has opened the waitlist. */
async function asAdmin(page: Page, stack: TestStack): Promise<TestUser> {
  const admin = await stack.givenUser({ groups: ['admins'] });
  await signIn(page, admin, { path: '/admin/waitlist' });
  return admin;
}

let people = 0;

/**
 * Adds people to the waitlist, each with a unique address. They have waited longer than those of earlier calls, so that
 * they are on the first page.
 */
async function givenWaiting(stack: TestStack, count: number, prefix = 'waiting'): Promise<string[]> {
  const { documents, table } = stack.inner.dynamodb;
  const TableName = table('Waitlist');
  return Promise.all(
    Array.from({ length: count }, async () => {
      const nth = ++people;
      const joinedAt = new Date(Date.UTC(2026, 0, 1) - nth * 60_000).toISOString();
      const entry: WaitlistItem = { email: `${prefix}-${nth}@example.com`, joinedAt, status: 'waiting' };
      await documents.send(new PutCommand({ TableName, Item: { ...waitlistKey(entry.email), ...entry } }));
      await documents.send(new PutCommand({ TableName, Item: { ...waitlistQueueKey(entry), ...entry } }));
      return entry.email;
    }),
  );
}

/** A person signs in with a browser of their own, as far as the hosted UI lets them. */
async function tryToSignIn(browser: Browser, stack: TestStack, user: TestUser): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  const page = await context.newPage();
  await page.goto('/login');
  await fillHostedUi(page, user);
  return page;
}

/** The console's scripts and style sheets that a page asked for. */
function consoleCodeOf(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (/assets\/admin/.test(request.url())) loaded.push(request.url());
  });
  return loaded;
}

const tick = (page: Page, email: string) => page.getByRole('checkbox', { name: `Select ${email}` });
const results = (page: Page) => page.getByRole('region', { name: 'Result of the approval' });

test.describe('who reaches the console', () => {
  test('a visitor is redirected to /, and loads no code of the console', async ({ page }) => {
    const loaded = consoleCodeOf(page);
    for (const path of ['/admin', '/admin/waitlist', '/admin/users/someone']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
    }
    expect(loaded).toEqual([]);
  });

  test('a user who is no operator gets “Page not found”, and no link to the console', async ({ chat }) => {
    const loaded = consoleCodeOf(chat);
    await openMore(chat);
    await expect(chat.getByRole('link', { name: 'Account' })).toBeVisible();
    await expect(chat.getByRole('link', { name: 'Admin' })).toHaveCount(0);
    for (const path of ['/admin', '/admin/audit']) {
      await chat.goto(path);
      await expect(chat.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    }
    expect(loaded).toEqual([]);
  });

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
    const [email = ''] = await givenWaiting(stack, 1);
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

  test('the export holds the whole list, those approved too, and no cell that is a formula', async ({
    page,
    stack,
  }) => {
    const emails = await givenWaiting(stack, 60, 'export');
    const [formula = ''] = await givenWaiting(stack, 1, '=cmd');
    const admin = await asAdmin(page, stack);
    const [approved = ''] = emails;
    await stack.http('POST', '/api/admin/waitlist/approve', {
      token: admin.token,
      body: { emails: [approved] },
    });
    await page.goto('/admin/waitlist');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^waitlist-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF"email","status","joinedAt","approvedAt","inviteCode"\r\n')).toBe(true);
    for (const email of emails) expect(text.split(`"${email}"`)).toHaveLength(2);
    expect(text).toMatch(new RegExp(`"${approved}","approved","[^"]+","[^"]+","[^"]+"`));
    expect(text).toContain(`"'${formula}"`);
  });
});

test.describe('the announcement', () => {
  test('is shown to users as the operator sets it, closed by one of them, and removed', async ({
    page,
    stack,
    browser,
  }) => {
    const text = 'Maintenance tonight';
    await signIn(page, await stack.givenUser({ groups: ['admins'] }), { path: '/admin/announcement' });
    await page.getByLabel('Text').fill(text);
    await page.getByRole('checkbox', { name: 'Mark it as important' }).check();
    await page.getByRole('button', { name: 'Show to users' }).click();
    await page.getByText('Shown to users, last changed').waitFor();
    await expectAccessible(page);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
    const other = await context.newPage();
    await signIn(other, await stack.givenUser());
    const banner = other.getByRole('region', { name: 'Announcement' });
    await expect(banner).toContainText(text);
    await banner.getByRole('button', { name: 'Close the announcement' }).click();
    await expect(banner).toHaveCount(0);
    await other.reload();
    await expect(other.getByRole('textbox').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
    await context.close();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing is announced now.').waitFor();
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Removed the announcement' }).first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: text }).first()).toBeVisible();
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
