/** Export of an account's data, and deletion of the account (docs/safety.md 39). */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { expect, fillHostedUi, openTab, send, test } from './fixtures.ts';
import { keptRecords } from './kept-records.ts';
import { openPage } from './sidebar.ts';

const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download my data' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });

async function openAccount(page: Page): Promise<void> {
  await openPage(page, 'Account');
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

test.describe('the download', () => {
  test('holds all data of the account, and each chat as a Markdown file', async ({ chat, stack, user }) => {
    await send(chat, 'What is in the file?');
    await expect(chat.getByText('A plain reply.')).toBeVisible();
    await chat.getByRole('button', { name: 'Share chat' }).click();
    await chat.getByRole('button', { name: 'Create link' }).click();
    const link = await chat.getByRole('textbox', { name: 'Link' }).inputValue();
    await chat.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await openAccount(chat);
    const files = await download(chat);
    const everything = JSON.parse(files['account.json'] ?? '');
    const [{ chatId = '' } = {}] = await stack.chats(user);
    const shares = [{ shareId: link.split('/').at(-1), chatId, readers: 'members', messages: 2 }];
    expect(everything.account).toMatchObject({ email: user.email, owner: user.owner, shares });
    expect(everything.chats).toMatchObject([{ chatId, messages: await stack.history(user, chatId) }]);
    const [, name = ''] = Object.keys(files);
    expect(Object.keys(files)).toHaveLength(2);
    expect(name).toMatch(/^chats\/\d{4}-\d\d-\d\d What is in the file\.md$/);
    expect(files[name]).toContain('What is in the file?');
    expect(files[name]).toContain('A plain reply.');
    await expect(chat.getByRole('region', { name: 'Your data' }).getByRole('status')).toHaveText(
      'Saved 3 messages in 1 chat.',
    );
  });
});

test.describe('deleting the account', () => {
  test('signs other tabs out, erases the kept chats, and refuses a new sign-in', async ({
    chat,
    stack,
    user,
    expectedErrors,
  }) => {
    // The other tab's tokens may be refused already when it wants to revoke them or to connect again.
    expectedErrors.push(/400/, /WebSocket connection/);
    const other = await openTab(chat, '/chat');
    await send(other, 'Forget this');
    await expect.poll(() => keptRecords(chat)).toContain('Forget this');
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
    await expect.poll(() => keptRecords(chat)).toBe('');
    // The stream starts the deletion. Until that has run, the user can still sign in.
    await stack.inner.functions.streamsSettled();
    await stack.idle();
    await chat.getByRole('link', { name: 'Go to the start page' }).click();
    await chat.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await fillHostedUi(chat, user);
    await expect(chat.getByText(/incorrect|does not exist|disabled/i).first()).toBeVisible();
  });
});
