/** Which model answers, and what the reply says about it (docs/spec.md 4.15). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MODEL_CALLS } from '../support/model-call-rule.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({});
});
afterAll(() => stack.close());

async function givenAsking(message: string, more: { model?: string } = {}) {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const ask = (text = message) =>
    client.call('chat', { chatId, message: text, userEmail: user.email, ...more });
  const reply = async () => (await stack.history(user, chatId)).at(-1);
  return { user, client, ask, reply };
}
const CODE = 'Write a Python function that reads a CSV file.';

it('the model is chosen by what the message needs, and named in the reply', async () => {
  stack.replyWith('Done.');
  const { ask, reply, client } = await givenAsking(CODE);
  dataOf(await ask());
  expect(await reply()).toMatchObject({ model: 'deepseek', reason: 'Chosen for code.' });
  expect(client.of('assistantMessage').at(-1)?.data).toMatchObject({
    model: 'deepseek',
    reason: 'Chosen for code.',
  });
});

it('the model is chosen by the chat’s subject when the message refers to it', async () => {
  stack.replyWith('Done.');
  const { ask, reply } = await givenAsking(CODE);
  dataOf(await ask());
  dataOf(await ask('and now in Rust?'));
  expect(await reply()).toMatchObject({ model: 'deepseek', reason: 'Chosen for code.' });
});

it('the model is the one asked for, if the tier has it', async () => {
  stack.replyWith('Done.');
  const { ask, reply } = await givenAsking(CODE, { model: 'geminitwofive' });
  dataOf(await ask());
  expect(await reply()).toMatchObject({ model: 'geminitwofive', reason: 'You chose this model.' });
  const refused = await givenAsking(CODE, { model: 'claude' });
  expect(codeOf(await refused.ask())).toBe('model_not_available');
});

it('the model is the next best when the first is throttled twice, and the reply names it', async () => {
  stack.replyWith('Done.');
  const { ask, reply, client } = await givenAsking(CODE);
  const fail = { code: 'ThrottlingException', status: 429 };
  const rule = stack.inner.faults.at({
    ...MODEL_CALLS,
    times: 2,
    effect: { fail },
  });
  dataOf(await ask());
  expect(rule.struck).toBe(2);
  const reason = 'DeepSeek did not answer, so this model did.';
  expect(await reply()).toMatchObject({ model: 'geminitwofive', reason, status: 'complete' });
  expect(client.of('assistantMessage').at(-1)?.data).toMatchObject({ model: 'geminitwofive', reason });
});
