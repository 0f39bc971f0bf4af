/** Chats that a browser keeps: shown before the network answers, brought up to date, and erased with the session. */
import type { Page, Route } from 'playwright/test';
import type { TestStack } from '../support/stack.ts';
import { composer, expect, openTab, send, signIn, test } from './fixtures.ts';
import { keptRecords as kept } from './kept-records.ts';
import { addChat, links } from './sidebar.ts';

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
