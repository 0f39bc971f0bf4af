/** The main job: talk to a model, see the reply stream, find it again. */
import { composer, expect, expectAccessible, send, test } from './fixtures.ts';

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

test('Enter sends, Shift+Enter breaks the line, a blank message is not sent [S2.input.2 S2.input.3 S2.input.4 S5.message.2 S5.message.3]', async ({
  chat,
  stack,
}) => {
  const sendButton = chat.getByRole('button', { name: 'Send' });
  const calls = stack.modelCalls();
  await expect(sendButton).toBeDisabled();
  await composer(chat).fill('   ');
  await expect(sendButton).toBeDisabled();
  await composer(chat).press('Enter');
  await composer(chat).fill('one');
  await composer(chat).press('Shift+Enter');
  await composer(chat).pressSequentially('two');
  await expect(composer(chat)).toHaveValue('one\ntwo');
  await composer(chat).press('Enter');
  await expect(messages(chat).getByText('A plain reply.')).toBeVisible();
  expect(stack.modelCalls()).toBe(calls + 1);
  expect(stack.lastModelCall()?.messages).toEqual([{ role: 'user', content: [{ text: 'one\ntwo' }] }]);
  await expect(composer(chat)).toHaveValue('');
});

test('a reply can be stopped, and keeps what was written', async ({ chat, stack }) => {
  const reply = stack.replyByHand();
  await send(chat, 'Tell me a long story');
  await reply.started;
  reply.write('Once upon a time');
  await expect(messages(chat).getByText('Once upon a time')).toBeVisible();
  await chat.getByRole('button', { name: 'Stop' }).click();
  await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden();
  await expect(messages(chat).getByText('Stopped')).toBeVisible();
  reply.end();
  await chat.reload();
  await expect(messages(chat).getByText('Once upon a time')).toBeVisible();
});

test('a second tab signs in by itself and is in step', async ({ chat, stack, context }) => {
  const other = await context.newPage();
  await other.goto(chat.url());
  await expect(composer(other)).toBeVisible();
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

test('a socket that drops mid-stream goes on where it was', async ({ chat, stack, expectedErrors }) => {
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

test('a failed reply says so, and the next one works', async ({ chat, stack }) => {
  stack.failModelWith('ThrottlingException');
  await send(chat, 'Hello?');
  await expect(chat.getByText('The model is busy right now. Please try again.')).toBeVisible();
  stack.replyWith('Here again.');
  await send(chat, 'Hello again');
  await expect(messages(chat).getByText('Here again.')).toBeVisible();
});

test('chats are listed newest first, and switching shows each its own', async ({ chat }) => {
  await send(chat, 'In the first chat');
  await expect(messages(chat).getByText('A plain reply.')).toBeVisible();
  const first = chat.url();
  await chat.getByRole('button', { name: 'New Chat' }).click();
  await expect(chat).not.toHaveURL(first);
  await expect(messages(chat).getByText('In the first chat')).toBeHidden();
  await send(chat, 'In the second chat');
  await expect(messages(chat).getByText('A plain reply.')).toBeVisible();
  const links = chat.getByRole('navigation', { name: 'Chats' }).getByRole('link');
  await expect(links).toHaveText([/In the second chat/, /In the first chat/]);
  await links.last().click();
  await expect(chat).toHaveURL(first);
  await expect(messages(chat).getByText('In the first chat')).toBeVisible();
  await chat.goBack();
  await expect(messages(chat).getByText('In the second chat')).toBeVisible();
});

test('older pages of a long chat come as the reader scrolls up', async ({ chat, stack, user }) => {
  const id = chat.url().split('/').at(-1) ?? '';
  await stack.fillChat(user, id, 80);
  await chat.reload();
  await expect(messages(chat).getByText('Stored answer 80', { exact: true })).toBeVisible();
  await expect(messages(chat).getByText('Stored question 1', { exact: true })).toHaveCount(0);
  await expect(async () => {
    await messages(chat).hover();
    await chat.mouse.wheel(0, -4_000);
    await expect(messages(chat).getByText('Stored question 1', { exact: true })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
});

test('a reader who scrolls up is left alone', async ({ chat, stack, user }) => {
  await stack.fillChat(user, chat.url().split('/').at(-1) ?? '', 30);
  await chat.reload();
  await expect(messages(chat).getByText('Stored answer 30', { exact: true })).toBeInViewport();
  const reply = stack.replyByHand();
  await send(chat, 'Go on');
  await reply.started;
  await messages(chat).hover();
  await chat.mouse.wheel(0, -2_000);
  const jump = chat.getByRole('button', { name: 'Jump to latest' });
  await expect(jump).toBeVisible();
  reply.write('The last line.');
  reply.end();
  await expect(messages(chat).getByText('The last line.')).not.toBeInViewport();
  await jump.click();
  await expect(messages(chat).getByText('The last line.')).toBeInViewport();
});

test('the chat screen is accessible, light and dark, wide and narrow', async ({ chat }) => {
  await send(chat, 'Show me a `table`');
  await expect(messages(chat).getByText('A plain reply.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await chat.emulateMedia({ colorScheme });
    await expectAccessible(chat);
  }
  await chat.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(chat);
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await expectAccessible(chat);
});
