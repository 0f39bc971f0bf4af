/** The operators' console: who reaches it, and what is done there. */
import { readFile } from 'node:fs/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, Page } from 'playwright/test';
import { WAITLIST_BATCH_MAX } from '#contract/limits';
import { type WaitlistItem, waitlistKey, waitlistQueueKey } from '../../lambdas/store/invites.ts';
import type { TestStack, TestUser } from '../support/stack.ts';
import { expect, expectAccessible, fillHostedUi, signIn, test } from './fixtures.ts';

/** An operator who is signed in. */
async function asAdmin(page: Page, stack: TestStack): Promise<TestUser> {
  const admin = await stack.givenUser({ groups: ['admins'] });
  await signIn(page, admin);
  return admin;
}

let people = 0;

/** People on the waitlist, each address of its own. They wait longer than those before: they are on the first page. */
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

test.describe('who reaches it', () => {
  test('a visitor is led to the start, and loads none of it', async ({ page }) => {
    const loaded = consoleCodeOf(page);
    for (const path of ['/admin', '/admin/waitlist', '/admin/users/someone']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
    }
    expect(loaded).toEqual([]);
  });

  test('to whoever is no operator there is nothing at the address, and no link to it', async ({ chat }) => {
    const loaded = consoleCodeOf(chat);
    await expect(chat.getByRole('link', { name: 'Account' })).toBeVisible();
    await expect(chat.getByRole('link', { name: 'Admin' })).toHaveCount(0);
    for (const path of ['/admin', '/admin/audit']) {
      await chat.goto(path);
      await expect(chat.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    }
    expect(loaded).toEqual([]);
  });

  test('an operator finds it from their chats; each tab is an address with a title', async ({
    page,
    stack,
  }) => {
    await asAdmin(page, stack);
    await page.getByRole('link', { name: 'Admin' }).click();
    await expect(page).toHaveURL('/admin/waitlist');
    for (const tab of ['Waitlist', 'Invites', 'Users', 'Audit']) {
      const link = page.getByRole('navigation').getByRole('link', { name: tab });
      await link.click();
      await expect(page).toHaveURL(`/admin/${tab.toLowerCase()}`);
      await expect(page).toHaveTitle(new RegExp(`^${tab} · `));
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1, name: tab })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      await expectAccessible(page);
    }
    await page.goto('/admin/nothing');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  test('the console closes when a renewed token says that they are no operator any more', async ({
    page,
    stack,
    expectedErrors,
  }) => {
    expectedErrors.push(/403/);
    await asAdmin(page, stack);
    await page.goto('/admin/waitlist');
    await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeVisible();
    // The server refuses them, and the pool leaves them out of the next token.
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

/** The token without its groups; the browser reads its tokens, and leaves their signatures to servers. */
function withoutGroups(jwt: string): string {
  const [head, payload = '', signature] = jwt.split('.');
  const { 'cognito:groups': _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

test.describe('the waitlist', () => {
  test('one is approved at once: they leave the queue, and have a link', async ({ page, stack }) => {
    const [email = ''] = await givenWaiting(stack, 1);
    await asAdmin(page, stack);
    await page.goto('/admin/waitlist');
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
    // The record outlives the people in it.
    await expect(page.getByText(email)).toHaveCount(0);
  });

  test('many are approved after a question that says how many, more than go into one call', async ({
    page,
    stack,
  }) => {
    const emails = await givenWaiting(stack, WAITLIST_BATCH_MAX + 5, 'crowd');
    await asAdmin(page, stack);
    await page.goto('/admin/waitlist?search=crowd-');
    await expect(page.getByRole('searchbox')).toHaveValue('crowd-');
    await tick(page, emails[0] ?? '').click();
    await tick(page, emails.at(-1) ?? '').click({ modifiers: ['Shift'] });
    await expect(page.getByText(`${emails.length} selected`)).toBeVisible();
    await page.getByRole('button', { name: `Approve ${emails.length}` }).click();
    const question = page.getByRole('dialog', { name: `Approve ${emails.length} people?` });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(page.getByRole('button', { name: `Approve ${emails.length}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: /^Approve/ }).click();
    await expect(results(page)).toContainText(`${emails.length} people approved.`);
    await expect(results(page).getByRole('listitem')).toHaveCount(emails.length);
    await results(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('region', { name: 'Waitlist' })).toBeFocused();
  });

  test('whoever another operator approved meanwhile is said to be approved already', async ({
    page,
    stack,
  }) => {
    const [email = ''] = await givenWaiting(stack, 1);
    const admin = await asAdmin(page, stack);
    await page.goto('/admin/waitlist');
    await tick(page, email).check();
    await stack.http('POST', '/api/admin/waitlist/approve', {
      token: admin.token,
      body: { emails: [email] },
    });
    await page.getByRole('button', { name: 'Approve 1' }).click();
    await expect(results(page)).toContainText('Already approved');
    await expect(tick(page, email)).toHaveCount(0);
  });

  test('a double click approves once', async ({ page, stack }) => {
    const [email = ''] = await givenWaiting(stack, 1);
    await asAdmin(page, stack);
    await page.goto('/admin/waitlist');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/approve')) calls.push(request.url());
    });
    await tick(page, email).check();
    await page.getByRole('button', { name: 'Approve 1' }).dblclick();
    await expect(results(page)).toContainText(email);
    expect(calls).toHaveLength(1);
  });

  test('somebody is removed after a question', async ({ page, stack }) => {
    const [email = ''] = await givenWaiting(stack, 1);
    await asAdmin(page, stack);
    await page.goto('/admin/waitlist');
    await tick(page, email).check();
    await page.getByRole('button', { name: 'Remove 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 1' }).click();
    await expect(tick(page, email)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Waitlist' })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expect(tick(page, email)).toHaveCount(0);
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

  test('nobody waits, nothing can be read, no connection: each is said, and tried again', async ({
    page,
    stack,
    expectedErrors,
  }) => {
    expectedErrors.push(/503|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await asAdmin(page, stack);
    await page.route('**/api/admin/waitlist*', (route) =>
      route.fulfill({ status: 503, json: { code: 'model_unavailable', message: 'Words of the server.' } }),
    );
    await page.goto('/admin/waitlist');
    await expect(page.getByRole('alert')).toContainText('Words of the server.');
    await expectAccessible(page);
    await page.unroute('**/api/admin/waitlist*');
    await page.route('**/api/admin/waitlist*', (route) => route.fulfill({ json: { entries: [] } }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Nobody is waiting.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/admin/waitlist*');
    await page.context().setOffline(true);
    await page.getByText('Approved', { exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('You are offline.');
    await page.context().setOffline(false);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('invites', () => {
  test('several are made, copied and listed; one is revoked after a question', async ({ page, stack }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await asAdmin(page, stack);
    await page.goto('/admin/invites');
    await page.getByRole('button', { name: 'Create invites' }).click();
    await page.getByLabel('How many').fill('0');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter a whole number from 1 to 100.')).toBeVisible();
    await expect(page.getByLabel('How many')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('How many').fill('3');
    await page.getByLabel('Uses of each').fill('2');
    await page.getByLabel('Note to yourself').fill('For the board');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '3 invites created' })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy all links' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toMatch(/^(https:\S+\/register\?code=\S+\n){2}https:\S+$/);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Create invites' })).toBeFocused();
    const rows = page.getByRole('row').filter({ hasText: 'For the board' });
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText('0 of 2');
    await rows
      .first()
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(rows.first()).toContainText('Revoked');
    await expect(rows.first().getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
  });

  test('one for an address is single-use, and mailed', async ({ page, stack }) => {
    await asAdmin(page, stack);
    await page.goto('/admin/invites');
    await page.getByRole('button', { name: 'Create invites' }).click();
    await page.getByLabel('Only for this address').fill('guest-of-honour@example.com');
    await expect(page.getByLabel('How many')).toBeDisabled();
    await expect(page.getByRole('checkbox', { name: 'Mail it to this address' })).toBeChecked();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('The mail was sent.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row').filter({ hasText: 'guest-of-honour@example.com' })).toContainText(
      '0 of 1',
    );
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

  test('nobody disables themselves: there is no button for it', async ({ page, stack }) => {
    const admin = await asAdmin(page, stack);
    await page.goto(`/admin/users/${admin.owner}`);
    await expect(page.getByText('You cannot disable it yourself.')).toBeVisible();
    await expect(page.getByRole('button', { name: /account$/ })).toHaveCount(0);
  });

  test('an account that is not there is said so', async ({ page, stack, expectedErrors }) => {
    expectedErrors.push(/404/);
    await asAdmin(page, stack);
    await page.goto('/admin/users/5f0c7c3e-0000-4000-8000-000000000000');
    await expect(page.getByRole('alert')).toContainText('That user does not exist.');
    await expectAccessible(page);
  });
});

test.describe('on a narrow screen in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('each screen is a column of cards, and accessible', async ({ page, stack }) => {
    const [email = ''] = await givenWaiting(stack, 1, `${'a-very-long-address-'.repeat(4)}`);
    const admin = await asAdmin(page, stack);
    await stack.http('POST', '/api/admin/invites', { token: admin.token, body: { note: 'A note' } });
    const screens = [
      ['/admin/waitlist', email],
      ['/admin/invites', 'A note'],
      ['/admin/users', admin.email],
      [`/admin/users/${admin.owner}`, 'You cannot disable it yourself.'],
      ['/admin/audit', 'Created an invite'],
    ] as const;
    for (const [path, text] of screens) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expectAccessible(page);
      for (const part of ['html', 'main'])
        expect(await page.locator(part).evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});
