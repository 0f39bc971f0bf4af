/** The main job: talk to a model, see the reply stream, find it again. */
import { expect, openTab, send, test } from './fixtures.ts';

const messages = (page: import('playwright/test').Page) => page.getByRole('log');

test('a message gets a streamed reply, and both are there after a reload [S2.messages.2 S4.rename.1 S4.sending.4]', async ({
  chat,
  stack,
  user,
}) => {
  const reply = stack.replyByHand();
  await send(chat, 'How many are there?');
  await reply.started;
  await expect(messages(chat).getByText('How many are there?')).toBeVisible();
  await expect(chat.getByRole('img', { name: 'Generating response...' })).toBeVisible();
  reply.write('The answer ');
  await expect(messages(chat).getByText('The answer')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Stop' })).toBeVisible();
  reply.write('is **forty-two**.');
  reply.end();
  await expect(messages(chat).getByText('The answer is forty-two.')).toBeVisible();
  await expect(messages(chat).locator('strong', { hasText: 'forty-two' })).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden();

  // Auto-rename: the first 20 characters of the first message (docs/spec.md 4.5).
  await expect(chat.getByRole('link', { name: /How many are there\?/ })).toBeVisible();

  await chat.reload();
  await expect(messages(chat).getByText('How many are there?')).toBeVisible();
  await expect(messages(chat).getByText('The answer is forty-two.')).toBeVisible();
  expect((await stack.history(user, chat.url().split('/').at(-1) ?? '')).at(-1)).toMatchObject({
    content: 'The answer is **forty-two**.',
    status: 'complete',
  });
});

test('a second tab signs in by itself and is in step', async ({ chat, stack }) => {
  const other = await openTab(chat);
  const reply = stack.replyByHand();
  await send(chat, 'Hello from the first tab');
  await reply.started;
  await expect(messages(other).getByText('Hello from the first tab')).toBeVisible();
  reply.write('Hello to ');
  await expect(messages(other).getByText('Hello to')).toBeVisible();
  reply.write('both.');
  reply.end();
  for (const page of [chat, other]) await expect(messages(page).getByText('Hello to both.')).toBeVisible();
});

test('a socket that drops mid-stream continues where it was', async ({ chat, stack, expectedErrors }) => {
  expectedErrors.push(/WebSocket connection/);
  const reply = stack.replyByHand();
  await send(chat, 'Count');
  await reply.started;
  reply.write('One two ');
  await expect(messages(chat).getByText('One two')).toBeVisible();
  stack.dropConnections();
  reply.write('three ');
  reply.write('four.');
  reply.end();
  await expect(messages(chat).getByText('One two three four.')).toBeVisible();
  await expect(messages(chat).getByText('Count', { exact: true })).toHaveCount(1);
  await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden();
});
