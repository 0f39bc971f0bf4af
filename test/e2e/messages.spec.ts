/** Retries of failed replies, and drafts. */
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, fillHostedUi, send, test } from './fixtures.ts';

const log = (page: Page) => page.getByRole('log');
const chatIdOf = (page: Page): string => page.url().split('/').at(-1) ?? '';

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
