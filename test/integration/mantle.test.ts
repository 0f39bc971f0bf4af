/** Models on `bedrock-mantle`, through the worker and its signer: streams, ends, refusals, rights and what is booked. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyChunk } from '../../local/bedrock/bedrock.ts';
import { CUT } from '../../local/mantle/mantle.ts';
import { givenPlan } from '../support/given-plan.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const GEMMA = 'google.gemma-4-31b';
const TEN_MINUTES = 10 * 60_000;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(async () => {
  stack.inner.account.models.clear();
  stack.clearFaults();
  await stack.passTime(TEN_MINUTES);
});
afterAll(() => stack.close());

/** A subscriber who asks a model on `bedrock-mantle`: Gemma in the stack’s region, GPT-5.4 in another. */
async function givenAsking(model: 'geminitwofive' | 'chatgpt', on: TestStack = stack) {
  const user = await on.givenUser();
  await givenPlan(on, user, { planType: 'yearly' });
  const { client, chat } = await on.givenChat(user);
  const { chatId } = chat;
  const data = { chatId, message: 'Hello there', userEmail: user.email, model };
  const reply = async () => (await on.history(user, chatId)).at(-1);
  return { user, client, chatId, data, reply };
}

const calls = () => stack.inner.faults.at({ ...CALL, times: Number.POSITIVE_INFINITY, effect: {} });
const CALL = { service: 'bedrock', action: 'CreateInference' } as const;

describe.each(['geminitwofive', 'chatgpt'] as const)('a reply of %s', (model) => {
  it('streams, and its tokens are booked', async () => {
    const { client, user, chatId, data, reply } = await givenAsking(model);
    const called = calls();
    stack.replyWith({ thinking: 'Hmm. ' }, 'Hel', 'lo ', 'you.');
    expect(dataOf(await client.call('chat', data))).toMatchObject({ status: 'complete' });
    expect(called.struck).toBe(1);
    expect(await reply()).toMatchObject({ content: 'Hello you.', model, reason: 'You chose this model.' });
    await stack.idle();
    const Key = { pk: `CHAT#${user.owner}#${chatId}`, sk: 'MSG#00000001' };
    const { documents, table } = stack.inner.dynamodb;
    const { Item } = await documents.send(new GetCommand({ TableName: table('Chats'), Key }));
    // Sixteen characters, thoughts among them.
    expect(Item).toMatchObject({ outputTokens: 4, inputTokens: expect.any(Number) });
    expect(Item?.inputTokens).toBeGreaterThan(50);
  });

  it.each<[string, readonly ReplyChunk[], string, string]>([
    ['that is too long', ['All ', { stop: 'max_tokens' }], 'truncated', 'All '],
    ['that is filtered', ['Some ', { stop: 'content_filtered' }], 'filtered', 'Some '],
    ['that is a refusal', [{ refusal: 'I cannot.' }], 'filtered', 'I cannot.'],
  ])('%s says so', async (_, chunks, status, content) => {
    const { client, data, reply } = await givenAsking(model);
    stack.replyWith(...chunks);
    dataOf(await client.call('chat', data));
    expect(await reply()).toMatchObject({ content, status, model });
  });

  it('that is stopped keeps what came, as stopped', async () => {
    const { user, client, data, reply } = await givenAsking(model);
    const byHand = stack.replyByHand();
    const id = client.send('chat', data);
    await byHand.started;
    byHand.write('As far as this');
    await client.until('assistantDelta');
    dataOf(await client.call('stopReply', { chatId: data.chatId, userEmail: user.email }));
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'stopped' });
    expect(await reply()).toMatchObject({ content: 'As far as this', status: 'stopped', model });
  });

  it.each([
    ['is cut off', CUT],
    ['fails in its stream', 'ModelStreamErrorException'],
  ])('that %s keeps what came, as failed', async (_, code) => {
    const { client, data, reply } = await givenAsking(model);
    const byHand = stack.replyByHand();
    const fail = { code, message: 'broken' };
    stack.inner.faults.at({ service: 'bedrock', action: 'chunk', nth: 2, effect: { fail } });
    const id = client.send('chat', data);
    await byHand.started;
    byHand.write('One ');
    await client.until('assistantDelta');
    byHand.write('two');
    expect(codeOf(await client.ack(id))).toBe('reply_failed');
    expect(await reply()).toMatchObject({ content: 'One ', status: 'failed', model });
  });

  it('is tried again when its stream was cut before the first word', async () => {
    const { client, data, reply } = await givenAsking(model);
    const rule = stack.inner.faults.at({
      service: 'bedrock',
      action: 'chunk',
      effect: { fail: { code: CUT } },
    });
    stack.replyWith('Done.');
    dataOf(await client.call('chat', data));
    expect(rule.struck).toBe(1);
    expect(await reply()).toMatchObject({ content: 'Done.', model, reason: 'You chose this model.' });
  });

  it('is tried again when it was throttled once', async () => {
    const { client, data, reply } = await givenAsking(model);
    const fail = { code: 'ThrottlingException', status: 429, message: 'Too many requests' };
    const rule = stack.inner.faults.at({ ...CALL, effect: { fail } });
    stack.replyWith('Done.');
    dataOf(await client.call('chat', data));
    expect(rule.struck).toBe(1);
    expect(await reply()).toMatchObject({ content: 'Done.', model, reason: 'You chose this model.' });
  });
});

it.each([
  ['access_denied', { isAuthorized: false }],
  ['model_unknown', { isInRegion: false }],
  ['quota_used_up', { hasTokensLeft: false }],
])('a model that refuses with %s is replaced, and is named to the operator', async (code, state) => {
  stack.inner.account.models.set(GEMMA, state);
  const { client, data, reply } = await givenAsking('geminitwofive');
  stack.replyWith('From another.');
  dataOf(await client.call('chat', data));
  const reason = 'Gemini 2.5 did not answer, so this model did.';
  expect(await reply()).toMatchObject({ content: 'From another.', reason });
  const told = stack.functionLogs().filter((line) => line.includes('model refuses its calls'));
  expect(told.at(-1)).toContain(`"code":"${code}"`);
});

it('without the right to its project no model of bedrock-mantle answers, and the log names the role’s right', async () => {
  const own = await startTestStack({
    withoutPermission: { function: 'RepliesReply', action: 'bedrock-mantle:CreateInference' },
  });
  try {
    const { client, data, reply } = await givenAsking('geminitwofive', own);
    own.replyWith('From another.');
    dataOf(await client.call('chat', data));
    expect(await reply()).toMatchObject({ reason: 'Gemini 2.5 did not answer, so this model did.' });
    expect(own.inner.iam.denied).toContainEqual(
      expect.objectContaining({
        action: 'bedrock-mantle:CreateInference',
        resource: expect.stringMatching(/:us-east-1:.+:project\/proj_/),
      }),
    );
    expect(own.functionLogs().join('')).toContain('"code":"role_denied"');
  } finally {
    await own.close();
  }
});
