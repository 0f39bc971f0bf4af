/** Temporary chats: begun with the keyboard, in no list of any tab, kept by their address for a day. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from 'playwright/test';
import type { TestStack, TestUser } from '../support/stack.ts';
import { composer, expect, expectAccessible, openTab, test } from './fixtures.ts';
import { idIn, link, links } from './sidebar.ts';

const begin = (page: Page) => page.getByRole('button', { name: 'New temporary chat' });
const note = (page: Page) => page.getByText(/^This chat is temporary\. It is not in your list/);

/** Lets a chat's item expire. DynamoDB has not removed the item yet. */
async function expire(stack: TestStack, { owner }: TestUser, chatId: string): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  await documents.send(
    new UpdateCommand({
      TableName: table('Chats'),
      Key: { pk: `OWNER#${owner}`, sk: `TEMP#${chatId.slice('temp-'.length)}` },
      UpdateExpression: 'SET #ttl = :past',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':past': 1 },
    }),
  );
}

test('begun by keyboard, a temporary chat replies, is in no tab’s list, stays through a reload, and then is gone', async ({
  chat,
  stack,
  user,
  expectedErrors,
}) => {
  const other = await openTab(chat);
  await chat.getByRole('button', { name: 'New Chat' }).focus();
  await chat.keyboard.press('Tab');
  await expect(begin(chat)).toBeFocused();
  await chat.keyboard.press('Enter');
  await expect(note(chat)).toBeVisible();
  await expect(composer(chat)).toBeFocused();
  stack.replyWith('Herons wait in shallow water.');
  await chat.keyboard.type('About herons');
  await chat.keyboard.press('Enter');
  await expect(chat.getByText('Herons wait in shallow water.')).toBeVisible();
  await expectAccessible(chat);
  const chatId = idIn(chat);
  expect(chatId).toMatch(/^temp-/);
  await chat.reload();
  await expect(chat.getByText('Herons wait in shallow water.')).toBeVisible();
  await expect(note(chat)).toBeVisible();
  await expect(chat).toHaveTitle(/Temporary chat/);
  await other.reload();
  for (const page of [chat, other]) await expect(links(page)).toHaveText([/^Chat 1/]);
  await chat.getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => stack.usedMessages(user)).toBe(2);

  await stack.idle();
  await expire(stack, user, chatId);
  expectedErrors.push(/404/);
  await chat.reload();
  await expect(chat.getByText('This temporary chat is gone.')).toBeVisible();
  await expect(composer(chat)).toBeHidden();
  await expectAccessible(chat);
  await chat.getByRole('link', { name: 'Open your newest chat' }).click();
  await expect(composer(chat)).toBeVisible();
  await expect(link(chat, /^Chat 1/)).toHaveAttribute('aria-current', 'page');
});
