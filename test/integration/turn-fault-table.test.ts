/** Faults of docs/safety.md in a turn: slow, silent, filtered and endless models, and keys out of reach. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ackData } from '#contract/socket';
import { MODEL_CALLS } from '../support/model-call-rule.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

async function given() {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const data = { chatId, message: 'Count', userEmail: user.email };
  const reply = async () => (await stack.history(user, chatId)).at(-1);
  return { user, client, chatId, data, reply };
}

describe('a reply of minutes', () => {
  it('streams to its end, past the 29 seconds of an integration and every lease', async () => {
    const { user, client, data, reply } = await given();
    const model = stack.replyByHand();
    const id = client.send('chat', data);
    await model.started;
    const words = Array.from({ length: 12 }, (_, i) => `word${i} `);
    for (const [i, word] of words.entries()) {
      model.write(word);
      await client.until(
        'assistantDelta',
        ({ data: { offset, text } }) => words.slice(0, i + 1).join('').length <= offset + text.length,
      );
      await stack.passTime(15 * SECOND);
    }
    model.end();
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    expect(await reply()).toMatchObject({ content: words.join(''), status: 'complete' });
    expect(new Set(client.of('assistantDelta').map((frame) => frame.data.attempt))).toEqual(new Set([1]));
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('that its worker has no time for ends as truncated, with the text so far, before the worker times out', async () => {
    const { client, data, reply } = await given();
    const model = stack.replyByHand();
    // DeepSeek answers through Converse, where only the worker's own limit of 60 silent seconds applies.
    const id = client.send('chat', { ...data, model: 'deepseek' });
    await model.started;
    for (let written = 0; written < 12; written += 1) {
      model.write('word ');
      await client.until('assistantDelta', ({ data: { offset } }) => offset === 5 * written);
      await stack.passTime(48 * SECOND);
    }
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'truncated' });
    expect(await reply()).toMatchObject({ content: 'word '.repeat(12), status: 'truncated' });
  });
});

describe('a stream that stalls', () => {
  it('before its first word is given up after a minute, and another model answers', async () => {
    const { user, client, data, reply } = await given();
    const silent = stack.replyByHand();
    // DeepSeek does not think. A model that may think has four minutes.
    const id = client.send('chat', { ...data, model: 'deepseek' });
    await silent.started;
    // After its first look for new connections, the worker is waiting for the model.
    const query = { service: 'dynamodb', action: 'Query', caller: 'RepliesReply' } as const;
    const looks = stack.inner.faults.at({ ...query, phase: 'after', effect: {} });
    await stack.eventually(() => expect(looks.struck).toBe(1));
    const next = stack.replyByHand();
    await stack.passTime(MINUTE + SECOND);
    await next.started;
    next.write('Here I am.');
    next.end();
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    const reason = expect.stringContaining('did not answer, so this model did.');
    expect(await reply()).toMatchObject({ content: 'Here I am.', reason });
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('in its middle keeps what came, labelled as failed', async () => {
    const { client, data, reply } = await given();
    const model = stack.replyByHand();
    const id = client.send('chat', data);
    await model.started;
    model.write('Half of');
    await client.until('assistantDelta');
    await stack.passTime(MINUTE + SECOND);
    expect(codeOf(await client.ack(id))).toBe('reply_failed');
    expect(await reply()).toMatchObject({ content: 'Half of', status: 'failed' });
  });
});

describe('a model that thinks', () => {
  it('for minutes before its first word is not given up, and its thoughts are no part of the reply', async () => {
    const { client, data, reply } = await given();
    const model = stack.replyByHand();
    const id = client.send('chat', data);
    await model.started;
    for (let thoughts = 1; thoughts <= 4; thoughts += 1) {
      model.write({ thinking: 'Hmm, let me see. ' });
      // The second look for new connections begins after the thought has arrived.
      const query = { service: 'dynamodb', action: 'Query', caller: 'RepliesReply' } as const;
      const looks = stack.inner.faults.at({ ...query, phase: 'after', times: 2, effect: {} });
      await stack.eventually(() => expect(looks.struck).toBe(2));
      await stack.passTime(40 * SECOND);
    }
    model.write('Forty-two.');
    model.end();
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    expect(await reply()).toMatchObject({ content: 'Forty-two.', status: 'complete' });
    expect(JSON.stringify(client.of('assistantDelta'))).not.toContain('let me see');
  });

  it('until its tokens are used up is asked once more, and may write more', async () => {
    const guest = await stack.connectGuest();
    const { chatId } = ackData.initChat.parse(dataOf(await guest.call('initChat', { isGuest: true })));
    stack.model.replyInTurn([{ thinking: 'Hmm' }, { stop: 'max_tokens' }], ['An answer.']);
    const from = stack.modelCalls();
    const ack = await guest.call('chat', { chatId, message: 'Count', isGuest: true });
    expect(dataOf(ack)).toMatchObject({ status: 'complete', response: 'An answer.' });
    const limits = stack.model.calls.slice(from).map(({ inferenceConfig }) => inferenceConfig?.maxTokens);
    expect(limits).toEqual([1_024, 4_096]);
  });

  it('and never replies fails with a code of its own, and the message can be sent again', async () => {
    const { user, client, data, reply } = await given();
    stack.replyWith({ thinking: 'Hmm' }, { stop: 'max_tokens' });
    expect(codeOf(await client.call('chat', data))).toBe('reply_only_thought');
    expect(await reply()).toMatchObject({ content: '', status: 'failed', thoughtMs: expect.any(Number) });
    expect(await stack.usedMessages(user)).toBe(0);
    stack.replyWith('An answer.');
    expect(dataOf(await client.call('chat', { ...data, replaces: 1 }))).toMatchObject({ status: 'complete' });
    expect(await reply()).toMatchObject({ content: 'An answer.', status: 'complete' });
    expect(await reply()).not.toHaveProperty('thoughtMs');
  });
});

describe('a model that ends its reply', () => {
  it.each([
    ['content_filtered', 'filtered'],
    ['guardrail_intervened', 'filtered'],
    ['max_tokens', 'truncated'],
    ['model_context_window_exceeded', 'truncated'],
    ['stop_sequence', 'complete'],
  ] as const)('with %s: the reply is %s, on screen and in the table', async (stop, status) => {
    const { client, data, reply } = await given();
    stack.replyWith('So far. ', { stop });
    // These stop reasons are Converse's, through which DeepSeek answers.
    expect(dataOf(await client.call('chat', { ...data, model: 'deepseek' }))).toMatchObject({ status });
    expect(client.of('assistantMessage').at(-1)?.data).toMatchObject({ content: 'So far. ', status });
    expect(await reply()).toMatchObject({ content: 'So far. ', status });
  });
});

it('a reply of a megabyte ends at the limit as truncated, whole characters in every frame and in the table', async () => {
  const { client, data, reply } = await given();
  // The letter shifts every emoji, so that the limit falls between the halves of one.
  stack.replyWith('a', ...Array.from({ length: 128 }, () => '😀'.repeat(2_048)), 'the end');
  expect(dataOf(await client.call('chat', data))).toMatchObject({ status: 'truncated' });
  const content = (await reply())?.content ?? '';
  expect(content.isWellFormed()).toBe(true);
  expect(content.length).toBeGreaterThan(10_000);
  const deltas = client.of('assistantDelta').map((frame) => frame.data.text);
  expect(deltas.every((text) => text.isWellFormed())).toBe(true);
  expect(content.startsWith(deltas.join(''))).toBe(true);
});

it('a connection that is gone in the middle of a stream loses its row, and the reply continues', async () => {
  const { user, client, chatId, data, reply } = await given();
  const model = stack.replyByHand();
  const known = new Set(stack.inner.sockets.connections().map(({ connectionId }) => connectionId));
  const other = await stack.connect(user);
  await other.flush();
  const id = client.send('chat', data);
  await model.started;
  model.write('One ');
  await other.until('assistantDelta');
  const added = stack.inner.sockets.connections().find(({ connectionId }) => !known.has(connectionId));
  const gone = stack.inner.faults.at({
    ...{ service: 'connections', caller: 'RepliesReply', times: 100 },
    about: (request) => request.startsWith(added?.connectionId ?? '?'),
    effect: { fail: { code: 'GoneException', status: 410 } },
  });
  model.write('two ');
  await stack.eventually(() => expect(gone.struck).toBeGreaterThan(0));
  model.write('three.');
  model.end();
  expect(dataOf(await client.ack(id))).toMatchObject({ chatId, status: 'complete' });
  expect(await reply()).toMatchObject({ content: 'One two three.', status: 'complete' });
  await stack.idle();
  expect(gone.struck).toBeLessThanOrEqual(2);
});

describe('a model that fails', () => {
  const RETRIED = ['ThrottlingException', 'ServiceUnavailableException', 'InternalServerException'];
  const REFUSED = ['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException'];
  const IN_STREAM = ['ThrottlingException', 'ServiceUnavailableException', 'InternalServerException'];
  const exceptions = [
    ...[...RETRIED, 'ModelTimeoutException', 'ModelNotReadyException', ...REFUSED].map(
      (name) => [name, 'before the stream', []] as const,
    ),
    ...[...IN_STREAM, 'ValidationException', 'ModelStreamErrorException'].flatMap((name) => [
      [name, 'after the first word', ['One ']] as const,
      [name, 'after many words', Array.from({ length: 40 }, (_, i) => `${i} `)] as const,
    ]),
  ];

  it.each(exceptions)(
    'with %s %s: one end, what came is kept, nothing is spliced',
    async (name, _, before) => {
      const { user, client, chatId, data, reply } = await given();
      stack.replyWith(...before, new Error(name));
      const code = codeOf(await client.call('chat', data));
      expect(code).toBe(
        before.length === 0 && !REFUSED.includes(name) ? 'model_unavailable' : 'reply_failed',
      );
      expect(await reply()).toMatchObject({ content: before.join(''), status: 'failed' });
      expect(client.of('assistantMessage')).toHaveLength(1);
      expect(await stack.usedMessages(user)).toBe(0);
      stack.replyWith('Back again.');
      await stack.say(client, user, chatId, 'Once more');
    },
  );

  it.each(RETRIED)('with %s at the first model alone: another answers, and says so', async (name) => {
    // For ten minutes, the worker leaves out the models that failed in the tests before.
    await stack.passTime(10 * MINUTE);
    const { client, data, reply } = await given();
    // A new worker has left no model out.
    stack.inner.functions.kill('RepliesReply');
    stack.inner.faults.at({
      ...{ ...MODEL_CALLS, times: 2 },
      effect: { fail: { code: name, status: 503 } },
    });
    stack.replyWith('From another.');
    dataOf(await client.call('chat', data));
    expect(await reply()).toMatchObject({ content: 'From another.', status: 'complete' });
  });
});

describe('stop against the end of the reply', () => {
  it('stop first: stopped, with what came, once', async () => {
    const { user, client, data, reply } = await given();
    const model = stack.replyByHand();
    const id = client.send('chat', data);
    await model.started;
    model.write('As far as this');
    await client.until('assistantDelta');
    dataOf(await client.call('stopReply', { chatId: data.chatId, userEmail: user.email }));
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'stopped' });
    model.end();
    await stack.idle();
    expect(await reply()).toMatchObject({ content: 'As far as this', status: 'stopped' });
    expect(client.of('assistantMessage')).toHaveLength(1);
  });

  it('the end first, and stop before its terminal write: complete, and the next reply is not stopped', async () => {
    const { user, client, chatId, data, reply } = await given();
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const ending = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'UpdateItem', caller: 'RepliesReply' },
      about: (request) => request.includes('#outputTokens = :outputTokens'),
      effect: { run: () => hold },
    });
    stack.replyWith('All of it.');
    const id = client.send('chat', data);
    await stack.eventually(() => expect(ending.struck).toBe(1));
    dataOf(await client.call('stopReply', { chatId, userEmail: user.email }));
    release();
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    expect(await reply()).toMatchObject({ content: 'All of it.', status: 'complete' });
    stack.replyWith('The next one, whole.');
    await stack.say(client, user, chatId, 'Next');
    expect(await reply()).toMatchObject({ content: 'The next one, whole.', status: 'complete' });
  });

  it('after the end: is refused, and changes nothing', async () => {
    const { user, client, chatId, data, reply } = await given();
    stack.replyWith('All of it.');
    dataOf(await client.call('chat', data));
    const late = await client.call('stopReply', { chatId, userEmail: user.email });
    expect(codeOf(late)).toBe('no_reply_pending');
    expect(await reply()).toMatchObject({ content: 'All of it.', status: 'complete' });
  });
});

describe('a connection', () => {
  it.each([
    ['ten idle minutes', 10 * MINUTE],
    ['two hours', 120 * MINUTE],
  ])('is closed after %s; the next one has the reply that was written meanwhile', async (_, ms) => {
    const { user, client, chatId, data, reply } = await given();
    stack.replyWith('Written.');
    dataOf(await client.call('chat', data));
    stack.moveClock(ms);
    await client.closed();
    const fresh = { ...user, token: (await stack.inner.tokensFor(user.email)).idToken };
    const again = await stack.connect(fresh);
    expect((await stack.history(fresh, chatId)).at(-1)).toMatchObject({ content: 'Written.' });
    stack.replyWith('And on.');
    await stack.say(again, fresh, chatId, 'Next');
    expect(await reply().catch(() => stack.history(fresh, chatId).then((all) => all.at(-1)))).toMatchObject({
      content: 'And on.',
    });
  });
});

describe('Cognito out of reach', () => {
  it('signed-in users continue with the keys that are cached; a token with an unknown key is refused', async () => {
    const { user, client, chatId } = await given();
    const { unknownKeyId } = await stack.badTokens(user);
    const down = { fail: { code: 'InternalErrorException', status: 500 } };
    const struck = stack.inner.faults.at({ service: 'cognito', times: 1_000, effect: down });
    stack.replyWith('Still here.');
    await stack.say(client, user, chatId, 'Hello?');
    const other = await stack.connect(user);
    await stack.say(other, user, chatId, 'And from here?');
    expect((await stack.chats(user)).length).toBe(1);
    await expect(stack.connect({ token: unknownKeyId ?? '' })).rejects.toThrow('refused: 403');
    expect(struck.struck).toBeGreaterThan(0);
  });
});
