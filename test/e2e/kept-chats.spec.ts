/** Chats that a browser keeps: shown before the network answers, brought up to date, and erased with the session. */
import type { Page, Route } from 'playwright/test';
import type { TestStack } from '../support/stack.ts';
import { composer, expect, goOffline, openTab, send, signIn, test } from './fixtures.ts';
import { keptRecords as kept } from './kept-records.ts';
import { addChat, idIn, link, links, openPage, pick } from './sidebar.ts';
import { injectSession } from './sign-in.ts';

const REPLY = 'Herons eat fish and frogs.';
const NEWER = 'Egrets follow cattle.';

/** Holds back the reads of chats until the returned function is called. */
async function holdReads(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/api\/chats\/get/, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return async () => {
    isHeld = false;
    for (const route of held) await route.continue();
  };
}

/** A chat with one turn, which the browser has kept. */
async function givenKept(page: Page, stack: TestStack): Promise<void> {
  stack.replyWith(REPLY);
  await send(page, 'What do herons eat?');
  await expect(page.getByText(REPLY)).toBeVisible();
  await expect.poll(() => kept(page)).toContain(REPLY);
}

const regenerate = (page: Page) => page.getByRole('button', { name: 'Regenerate' });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send' });

test('a second visit shows the list and the chat before the network answers, and then what is new', async ({
  chat,
  stack,
  browser,
  user,
}) => {
  await givenKept(chat, stack);
  const address = chat.url();
  await chat.goto('/robots.txt');
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  const other = await context.newPage();
  await signIn(other, user);
  await other.goto(address);
  stack.replyWith(NEWER);
  await send(other, 'And egrets?');
  await expect(other.getByText(NEWER)).toBeVisible();
  await addChat(other, 'Newer chat');
  await context.close();

  const release = await holdReads(chat);
  await chat.goto(address);
  await expect(chat.getByText(REPLY)).toBeVisible();
  await expect(links(chat)).toHaveCount(1);
  await expect(chat.getByText(NEWER)).toBeHidden();
  // The kept messages may be old, so nothing can be sent or replaced yet.
  await expect(regenerate(chat)).toBeHidden();
  await composer(chat).fill('Written early');
  await expect(sendButton(chat)).toBeDisabled();
  await release();
  await expect(chat.getByText(NEWER)).toBeVisible();
  await expect(links(chat)).toHaveCount(2);
  await expect(links(chat).first()).toHaveText(/Newer chat/);
  await expect(regenerate(chat)).toBeVisible();
  await expect(sendButton(chat)).toBeEnabled();
  await expect(composer(chat)).toHaveValue('Written early');
});

test('a kept chat that another device has deleted goes, and its messages with it', async ({
  chat,
  stack,
  browser,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await givenKept(chat, stack);
  await addChat(chat, 'Birds');
  await expect.poll(() => kept(chat)).toContain('Birds');
  const chatId = idIn(chat);
  const address = chat.url();
  await chat.goto('/robots.txt');
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  const other = await context.newPage();
  await signIn(other, user);
  await pick(other, 'Birds', 'Delete');
  await expect(link(other, 'Birds')).toBeHidden();
  await stack.idle();
  await context.close();

  const release = await holdReads(chat);
  await chat.goto(address);
  await expect(link(chat, 'Birds')).toBeVisible();
  await expect(composer(chat)).toBeVisible();
  await release();
  await expect(link(chat, 'Birds')).toBeHidden();
  await expect(chat.getByText(REPLY)).toBeVisible();
  await expect.poll(() => kept(chat)).not.toContain(chatId);
});

test('without a network, chats that were opened can be read, and are brought up to date later', async ({
  chat,
  stack,
  context,
  expectedErrors,
}) => {
  await givenKept(chat, stack);
  await addChat(chat, 'Birds');
  await expect.poll(() => kept(chat)).toContain('Birds');
  await goOffline(context, expectedErrors);
  await links(chat).last().click();
  await expect(chat.getByText(REPLY)).toBeVisible();
  await expect(chat.getByText('This chat could not be updated.')).toBeVisible();
  await expect(regenerate(chat)).toBeHidden();
  await context.setOffline(false);
  await expect(regenerate(chat)).toBeVisible({ timeout: 30_000 });
  await expect(chat.getByText('This chat could not be updated.')).toBeHidden();
});

test('a logout in one tab erases the kept chats of every tab', async ({ chat, stack }) => {
  await givenKept(chat, stack);
  const tab = await openTab(chat);
  await expect(tab.getByText(REPLY)).toBeVisible();
  await chat.getByRole('button', { name: 'Logout' }).click();
  for (const page of [chat, tab]) {
    await expect(page.getByText('Welcome To')).toBeVisible();
    await expect.poll(() => kept(page)).toBe('');
    expect(await page.evaluate(() => localStorage.getItem('keptChatsOwner'))).toBeNull();
  }
});

test('chats that a page could not erase are erased by the next page', async ({ chat, stack }) => {
  await givenKept(chat, stack);
  await chat.goto('/robots.txt');
  await chat.evaluate(() => {
    localStorage.removeItem('userEmail');
    sessionStorage.clear();
  });
  await chat.goto('/');
  await expect(chat.getByText('Welcome To')).toBeVisible();
  await expect.poll(() => kept(chat)).toBe('');
});

test('another user of the same browser sees nothing that was kept, and it is erased', async ({
  chat,
  stack,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await givenKept(chat, stack);
  const address = chat.url();
  const other = await stack.givenUser();
  await chat.goto('/robots.txt');
  await chat.evaluate(() => sessionStorage.clear());
  await injectSession(chat, other);
  const release = await holdReads(chat);
  await chat.goto(address);
  await expect(composer(chat)).toBeVisible();
  await expect.poll(() => kept(chat)).toBe('');
  await expect(chat.getByText(REPLY)).toBeHidden();
  await expect(links(chat)).toHaveCount(0);
  await release();
  await expect(chat.getByText(/This chat does not exist/)).toBeVisible();
});

test('with the setting off nothing is kept; switching it off erases at once', async ({ chat, stack }) => {
  await givenKept(chat, stack);
  await openPage(chat, 'Account');
  const setting = chat.getByRole('checkbox', { name: 'Keep chats on this device' });
  await expect(setting).toBeChecked();
  await setting.uncheck();
  await expect(chat.getByText('The chats that were kept on this device are erased.')).toBeVisible();
  expect(await kept(chat)).toBe('');
  await chat.goto('/chat');
  await expect(chat.getByText(REPLY)).toBeVisible();
  await chat.reload();
  await expect(chat.getByText(REPLY)).toBeVisible();
  expect(await kept(chat)).toBe('');
  await chat.goto('/account');
  await expect(setting).not.toBeChecked();
});

test('temporary chats are not kept', async ({ chat, stack }) => {
  await chat.getByRole('button', { name: 'New temporary chat' }).click();
  await expect(chat).toHaveURL(/temp-/);
  stack.replyWith('This leaves no trace.');
  await send(chat, 'A secret');
  await expect(chat.getByText('This leaves no trace.')).toBeVisible();
  await links(chat).last().click();
  await expect.poll(() => kept(chat)).toContain(idIn(chat));
  expect(await kept(chat)).not.toMatch(/temp-|leaves no trace|A secret/);
});

test('two tabs keep the chats of both', async ({ chat, stack }) => {
  await givenKept(chat, stack);
  const tab = await openTab(chat);
  stack.replyWith(NEWER);
  await addChat(tab, 'Birds');
  await send(tab, 'And egrets?');
  await expect(tab.getByText(NEWER)).toBeVisible();
  await expect.poll(() => kept(tab)).toContain(NEWER);
  expect(await kept(tab)).toContain(REPLY);
});
