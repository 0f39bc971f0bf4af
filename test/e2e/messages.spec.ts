/** Actions on messages: likes, edits and retries. Also the mark of a pending reply, and drafts. */
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, fillHostedUi, openTab, send, test } from './fixtures.ts';

const log = (page: Page) => page.getByRole('log');
const article = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });
const heart = (page: Page, text: string) => article(page, text).getByRole('button', { name: 'Like' });
const chatIdOf = (page: Page): string => page.url().split('/').at(-1) ?? '';

test('two devices show the same likes', async ({ chat }) => {
  await send(chat, 'Do you like this?');
  const other = await openTab(chat);
  await expect(heart(other, 'A plain reply.')).toHaveAttribute('aria-pressed', 'false');
  await heart(chat, 'A plain reply.').click();
  await expect(heart(other, 'A plain reply.')).toHaveAttribute('aria-pressed', 'true');
});

test('the last message can be changed and sent again; Escape closes the editor, and keeps the typed text', async ({
  chat,
  stack,
  user,
}) => {
  await send(chat, 'What is teh answer?');
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
  const other = await openTab(chat);
  await expect(log(other).getByText('A plain reply.')).toBeVisible();
  const edit = chat.getByRole('button', { name: 'Edit' });
  const editor = chat.getByRole('textbox', { name: 'Edit your message' });
  await edit.click();
  await expect(editor).toBeFocused();
  await editor.fill('What is the answer?');
  await editor.press('Escape');
  await expect(editor).toBeHidden();
  await expect(log(chat).getByText('What is teh answer?')).toBeVisible();
  await edit.focus();
  await edit.press('Enter');
  await expect(editor).toHaveValue('What is the answer?');
  await expectAccessible(chat);
  stack.replyWith('Forty-two.');
  await editor.press('Enter');
  for (const page of [chat, other]) {
    await expect(log(page).getByText('Forty-two.')).toBeVisible();
    await expect(log(page).getByText('What is the answer?')).toBeVisible();
    await expect(log(page).getByText('What is teh answer?')).toHaveCount(0);
    await expect(log(page).getByText('A plain reply.')).toHaveCount(0);
  }
  await expect(composer(chat)).toBeFocused();
  const stored = await stack.history(user, chatIdOf(chat));
  expect(stored.slice(1).map(({ content }) => content)).toEqual(['What is the answer?', 'Forty-two.']);
});

test('a failed reply can be retried, which stores the question once', async ({ chat, stack, user }) => {
  stack.failModelWith('ThrottlingException');
  await send(chat, 'Hello?');
  await expect(chat.getByText('The model is busy right now. Please try again.')).toBeVisible();
  await expectAccessible(chat);
  stack.replyWith('Here again.');
  await chat.getByRole('button', { name: 'Retry' }).click();
  await expect(log(chat).getByText('Here again.')).toBeVisible();
  await expect(log(chat).getByText('Hello?')).toHaveCount(1);
  expect((await stack.history(user, chatIdOf(chat))).filter(({ role }) => role === 'user')).toHaveLength(1);
});

test("the text 'Loading...' marks a pending message: plain, in a loading style, without a heart [S4.loading.1]", async ({
  chat,
  stack,
  user,
}) => {
  const other = await openTab(chat);
  // A tab whose connection opens later reads the message from the history, and shows it like the tab that sent it.
  const open = () =>
    stack.inner.sockets.connections().filter(({ authorizer }) => authorizer?.sub === user.owner);
  await expect.poll(open).toHaveLength(2);
  const reply = stack.replyByHand();
  await send(chat, 'Take your time');
  await reply.started;
  await expect(chat.getByRole('img', { name: 'Generating response...' })).toBeVisible();
  const pending = article(other, 'Loading...');
  await expect(pending.getByText('Loading...', { exact: true })).toHaveText('Loading...');
  await expect(pending.getByRole('button')).toHaveCount(0);
  reply.write('Here **it** is.');
  reply.end();
  await expect(log(other).getByText('Here it is.')).toBeVisible();
  await expect(pending).toHaveCount(0);
  await expect(heart(other, 'Here it is.')).toBeVisible();
});

test('a draft survives a reload and signing in again, and is gone after logging out', async ({
  chat,
  user,
}) => {
  await composer(chat).fill('A thought in progress');
  await chat.reload();
  await expect(composer(chat)).toHaveValue('A thought in progress');
  // The session is over, without a logout.
  await chat.evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (!key.startsWith('draft:')) sessionStorage.removeItem(key);
  });
  await chat.context().clearCookies();
  await chat.reload();
  await fillHostedUi(chat, user);
  await expect(composer(chat)).toHaveValue('A thought in progress');
  await chat.getByRole('button', { name: 'Logout' }).click();
  // The chats leave the screen before the page does.
  await expect(chat.getByText('Welcome To')).toBeVisible();
  expect(
    await chat.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))'),
  ).toEqual([]);
});
