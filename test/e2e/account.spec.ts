/** Taking one's data along, and leaving for good (docs/safety.md 39). */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, fillHostedUi, send, signIn, test } from './fixtures.ts';

const EXPORT = '**/api/account/export*';
const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download my data' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
}

/** The files of the archive that the page saves. */
async function download(page: Page): Promise<Record<string, string>> {
  const saved = page.waitForEvent('download');
  await downloadButton(page).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^Parley \d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(readFileSync(await file.path()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test.describe('the account page', () => {
  test('tells who one is, and leads back to the chats', async ({ chat, user }) => {
    await openAccount(chat);
    await expect(chat).toHaveTitle(/^Account · /);
    const account = chat.getByRole('region', { name: 'Account', exact: true });
    await expect(account.getByText('Test User')).toBeVisible();
    await expect(account.getByText(user.email)).toBeVisible();
    await chat.getByRole('link', { name: 'Back to your chats' }).click();
    await expect(composer(chat)).toBeVisible();
  });

  test('is for those who are signed in', async ({ page }) => {
    await page.goto('/account');
    await expect(page).toHaveURL('/');
  });
});

test.describe('the download', () => {
  test('holds everything, each chat to be read by itself', async ({ chat, stack, user }) => {
    await send(chat, 'What is in the file?');
    await expect(chat.getByText('A plain reply.')).toBeVisible();
    await openAccount(chat);
    const files = await download(chat);
    const everything = JSON.parse(files['account.json'] ?? '');
    const [{ chatId = '' } = {}] = await stack.chats(user);
    expect(everything.account).toMatchObject({ email: user.email, owner: user.owner });
    expect(everything.chats).toMatchObject([{ chatId, messages: await stack.history(user, chatId) }]);
    const [, name = ''] = Object.keys(files);
    expect(Object.keys(files)).toHaveLength(2);
    expect(name).toMatch(/^chats\/\d{4}-\d\d-\d\d What is in the file\.md$/);
    expect(files[name]).toContain('What is in the file?');
    expect(files[name]).toContain('A plain reply.');
    await expect(chat.getByRole('status')).toHaveText('Saved 3 messages in 1 chat.');
  });

  test('of a long chat says how far it is, and can be stopped', async ({ chat, stack, user }) => {
    const [{ chatId = '' } = {}] = await stack.chats(user);
    await stack.fillChat(user, chatId, 60, 'x'.repeat(100_000));
    await openAccount(chat);
    let isHeld = true;
    const held: (() => void)[] = [];
    await chat.route(EXPORT, async (route) => {
      if (isHeld && route.request().url().includes('cursor')) await new Promise<void>((go) => held.push(go));
      await route.continue().catch(() => undefined);
    });
    await downloadButton(chat).click();
    await expect(chat.getByRole('status')).toHaveText(/^Collected \d+ messages in 1 chat…$/);
    await chat.getByRole('button', { name: 'Cancel' }).click();
    await expect(chat.getByRole('status')).toHaveText('The download was cancelled.');
    await expect(downloadButton(chat)).toBeFocused();
    isHeld = false;
    for (const go of held) go();
    const files = await download(chat);
    expect(JSON.parse(files['account.json'] ?? '').chats[0].messages).toHaveLength(121);
  });

  test('that fails says so, and can be tried again', async ({ chat, expectedErrors }) => {
    expectedErrors.push(/500/, /AppError|Something went wrong/);
    await openAccount(chat);
    await chat.route(EXPORT, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
    await downloadButton(chat).click();
    await expect(chat.getByRole('alert')).toHaveText('Your data could not be collected. Please try again.');
    await download(chat);
    await expect(chat.getByRole('alert')).toBeHidden();
  });
});

test.describe('deleting the account', () => {
  test('asks for the address, and can be thought over', async ({ chat, user }) => {
    await openAccount(chat);
    const open = chat.getByRole('button', { name: 'Delete account…' });
    await open.click();
    const dialog = dialogOf(chat);
    await dialog.getByRole('textbox').fill('someone@example.com');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('That is not your email address.');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await chat.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await chat.reload();
    await expect(chat.getByText(user.email)).toBeVisible();
  });

  test('ends it everywhere: other tabs are out, and nobody gets in again', async ({
    chat,
    context,
    stack,
    user,
    expectedErrors,
  }) => {
    // The other tab's tokens may be refused already when it wants to revoke them.
    expectedErrors.push(/400/);
    const other = await context.newPage();
    await other.goto('/chat');
    await expect(composer(other)).toBeVisible();
    await openAccount(chat);
    await chat.getByRole('button', { name: 'Delete account…' }).click();
    await dialogOf(chat).getByRole('textbox').fill(` ${user.email.toUpperCase()} `);
    await dialogOf(chat).getByRole('button', { name: 'Delete account' }).click();
    await expect(chat.getByRole('heading', { name: 'Goodbye' })).toBeVisible();
    expect(new URL(chat.url()).pathname).toBe('/');
    await expect(other).toHaveURL('/');
    const left = await chat.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    for (const trace of [user.email, 'CognitoIdentityServiceProvider', 'Test User'])
      expect(left).not.toContain(trace);
    await stack.inner.functions.streamsSettled();
    await chat.getByRole('link', { name: 'Go to the start page' }).click();
    await chat.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await fillHostedUi(chat, user);
    await expect(chat.getByText(/incorrect|does not exist|disabled/i).first()).toBeVisible();
  });

  test('that fails leaves everything as it is', async ({ chat, user, stack, expectedErrors }) => {
    expectedErrors.push(/500/);
    await openAccount(chat);
    await chat.route('**/api/account/delete', (route) => route.fulfill({ status: 500, body: '{}' }));
    await chat.getByRole('button', { name: 'Delete account…' }).click();
    await dialogOf(chat).getByRole('textbox').fill(user.email);
    await chat.keyboard.press('Enter');
    await expect(dialogOf(chat).getByRole('alert')).toHaveText(
      'Your account could not be deleted. Please try again.',
    );
    await chat.keyboard.press('Escape');
    await chat.getByRole('link', { name: 'Back to your chats' }).click();
    await expect(composer(chat)).toBeVisible();
    expect(await stack.chats(user)).toHaveLength(1);
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test(`accessible at ${width} pixels, ${colorScheme}`, async ({ page, user, stack }) => {
      stack.replyWith('A plain reply.');
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await signIn(page, user);
      await page.goto('/account');
      await expect(downloadButton(page)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Delete account…' }).click();
      await dialogOf(page).getByRole('button', { name: 'Delete account' }).click();
      await expect(dialogOf(page).getByRole('alert')).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    });
