/** Extended history retention (docs/spec.md 1.2): nothing is removed for its age before the app has said so. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { keyOf } from '../../lambdas/store/chats.ts';
import { givenChats } from '../support/given-chats.ts';
import type { TestStack, TestUser } from '../support/stack.ts';
import { composer, expect, expectAccessible, send, test } from './fixtures.ts';
import { idIn, links } from './sidebar.ts';

/** As the job marks it. */
async function mark(stack: TestStack, { owner }: TestUser, chatId: string, removeAt: string): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  await documents.send(
    new UpdateCommand({
      TableName: table('Chats'),
      Key: keyOf(owner, chatId),
      UpdateExpression: 'SET removeAt = :at, keptDays = :days',
      ExpressionAttributeValues: { ':at': removeAt, ':days': 180 },
    }),
  );
}

test('a chat that is due is announced until that is put away, and kept when it is used', async ({
  chat,
  stack,
  user,
}) => {
  const notice = chat.getByRole('region', { name: 'Chats that will be removed' });
  const chatId = idIn(chat);
  await mark(stack, user, chatId, '2031-03-05T12:00:00.000Z');
  await chat.reload();
  await expect(notice).toContainText(
    '1 unused chat will be removed on Mar 5, 2031. Your plan keeps a chat for 180 days after its last message.',
  );
  await expect(links(chat).first()).toContainText('Will be removed on Mar 5, 2031');
  await expectAccessible(chat);
  await notice.getByRole('button', { name: 'Dismiss this notice' }).click();
  await expect(notice).toBeHidden();
  await chat.reload();
  await expect(links(chat).first()).toContainText('Will be removed on Mar 5, 2031');
  await expect(notice).toBeHidden();

  await mark(stack, user, chatId, '2031-04-06T12:00:00.000Z');
  await chat.reload();
  await expect(notice).toContainText('Apr 6, 2031');
  await expect(composer(chat)).toBeVisible();
  await send(chat, 'I still need this.');
  await expect(notice).toBeHidden();
  await expect(links(chat).first()).not.toContainText('Will be removed');
});

test('a chat too old to be on the list’s first page is announced as well', async ({ chat, stack, user }) => {
  const [oldest] = await givenChats(stack, user, 50);
  await mark(stack, user, oldest?.chatId ?? '', '2031-03-05T12:00:00.000Z');
  await chat.goto('/chat');
  await expect(links(chat)).toHaveCount(50);
  await expect(chat.getByRole('region', { name: 'Chats that will be removed' })).toContainText(
    '1 unused chat',
  );
});
