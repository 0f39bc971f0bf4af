/** The roles of the templates are enforced: a permission that is taken away is missed (docs/safety.md 36). */
import { afterEach, expect, it } from 'vitest';
import { givenFile } from '../support/given-files.ts';
import { codeOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
afterEach(() => stack.close());

it.each([
  ['FunctionsChatRole', 'dynamodb:UpdateItem'],
  ['FunctionsChatRole', 'dynamodb:Query'],
  ['FunctionsChatRole', 'lambda:InvokeFunction'],
])('%s without %s is denied, and the user reads a plain error', async (name, action) => {
  stack = await startTestStack({ withoutPermission: { function: name, action } });
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const ack = await client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email });
  expect(codeOf(ack)).toBe('internal');
  expect(stack.functionLogs().join('\n')).toMatch(/AccessDenied/);
});

it('a reply worker without the model permission fails the turn', async () => {
  stack = await startTestStack({
    withoutPermission: { function: 'RepliesReplyRole', action: 'bedrock:InvokeModelWithResponseStream' },
  });
  stack.inner.iam.revoke('RepliesReplyRole', 'bedrock-mantle:CreateInference');
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const ack = await client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email });
  expect(codeOf(ack)).toBe('reply_failed');
  expect(stack.functionLogs().join('\n')).toMatch(/AccessDenied/);
});

it('a reply worker without the right to read files fails a turn with one, and asks no model', async () => {
  stack = await startTestStack({
    withoutPermission: { function: 'RepliesReplyRole', action: 's3:GetObject' },
  });
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const data = { chatId: chat.chatId, message: 'Look', userEmail: user.email };
  const ack = await client.call('chat', { ...data, files: [await givenFile(stack, user)] });
  expect(codeOf(ack)).toBe('reply_failed');
  expect(stack.modelCalls()).toBe(0);
  expect(stack.functionLogs().join('\n')).toMatch(/AccessDenied/);
});
