/** Limits of a plan, checked for every message: models and messages a day (docs/safety.md 16 and 17). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ackData } from '#contract/socket';
import { givenChats } from '../support/given-chats.ts';
import { givenPlan } from '../support/given-plan.ts';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const DAY_SECONDS = 86_400;
const MODELS = ['geminitwofive', 'chatgpt', 'chatgptmini', 'claude', 'deepseek'];
const UNKNOWN = ['gpt-9', 'Claude', '', '__proto__', 'constructor'];
const OF_FREE = ['geminitwofive', 'deepseek'];
const now = () => Math.floor(stack.inner.clock.now() / 1_000);

async function givenChatOf(user: TestUser) {
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const ask = (more: { model?: string } = {}, id?: string) =>
    client.call('chat', { chatId, message: 'Hello', userEmail: user.email, ...more }, id);
  return { client, chatId, ask };
}

async function givenGuest() {
  const client = await stack.connectGuest();
  const { chatId } = ackData.initChat.parse(dataOf(await client.call('initChat', { isGuest: true })));
  const ask = (more: { model?: string } = {}) =>
    client.call('chat', { chatId, message: 'Hello', isGuest: true, ...more });
  return { client, chatId, ask };
}

type Ack = Awaited<ReturnType<SocketClient['call']>>;
const outcomeOf = (ack: Ack): string => ('error' in ack && ack.error ? ack.error.code : 'answered');
const wordsOf = (ack: Ack): string => ('error' in ack && ack.error ? ack.error.message : '');
const quotaIn = (ack: Ack) => ackData.chat.parse(dataOf(ack)).quota;

describe('a model', () => {
  const PLANS: Readonly<
    Record<string, { of: readonly string[]; give: (user: TestUser) => Promise<unknown> }>
  > = {
    'no plan': { of: OF_FREE, give: async () => undefined },
    'a monthly plan': { of: MODELS, give: (user) => givenPlan(stack, user, { planType: 'monthly' }) },
    'a yearly plan': { of: MODELS, give: (user) => givenPlan(stack, user, { planType: 'yearly' }) },
    'a plan that is over': {
      of: OF_FREE,
      give: (user) => givenPlan(stack, user, { planType: 'yearly', expiresAt: now() - 1 }),
    },
  };

  it.each(Object.entries(PLANS))(
    'of the catalogue answers with %s only if the plan has it (docs/safety.md 17)',
    async (_, plan) => {
      stack.replyWith('Yes.');
      const user = await stack.givenUser();
      await plan.give(user);
      const { ask, chatId } = await givenChatOf(user);
      const outcomes: [string, string][] = [];
      for (const model of [...MODELS, ...UNKNOWN]) outcomes.push([model, outcomeOf(await ask({ model }))]);
      const opened = MODELS.filter((model) => plan.of.includes(model));
      expect(outcomes).toEqual([
        ...MODELS.map((model) => [model, opened.includes(model) ? 'answered' : 'model_not_available']),
        ...UNKNOWN.map((model) => [model, 'model_not_available']),
      ]);
      // A refused message is not counted, and is not in the history.
      expect(await stack.usedMessages(user)).toBe(opened.length);
      const replies = (await stack.history(user, chatId)).filter(({ model }) => model !== undefined);
      expect(replies.map(({ model }) => model)).toEqual(opened);
    },
  );

  it('of the catalogue answers a guest only if guests have it (docs/safety.md 17)', async () => {
    stack.replyWith('Yes.');
    const { ask } = await givenGuest();
    for (const model of [...MODELS, ...UNKNOWN])
      expect([model, outcomeOf(await ask({ model }))]).toEqual([
        model,
        model === 'geminitwofive' ? 'answered' : 'model_not_available',
      ]);
  });

  it('is refused from the second on that the plan is over, between two messages of one connection', async () => {
    stack.replyWith('Yes.');
    stack.leaveEvening();
    const user = await stack.givenUser();
    await givenPlan(stack, user, { planType: 'monthly', expiresAt: now() + 600 });
    const { ask } = await givenChatOf(user);
    expect(outcomeOf(await ask({ model: 'claude' }))).toBe('answered');
    stack.moveClock(600_000);
    const refused = await ask({ model: 'claude' });
    expect([outcomeOf(refused), wordsOf(refused)]).toEqual([
      'model_not_available',
      'That model is not part of your plan.',
    ]);
    expect(outcomeOf(await ask({ model: 'deepseek' }))).toBe('answered');
    expect(await stack.usedMessages(user)).toBe(2);
  });

  it('that is no longer in the catalogue does not refuse a resent message that it has answered', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const data = { chatId: chat.chatId, message: 'Hello', userEmail: user.email };
    const id = client.send('chat', { ...data, model: 'deepseek' });
    expect(outcomeOf(await client.ack(id))).toBe('answered');
    const again = await stack.connect(user);
    // The model of the resend is unknown, as `deepseek` would be after a deployment without it.
    again.resend('chat', { ...data, model: 'gpt-9' }, id);
    expect(outcomeOf(await again.ack(id))).toBe('answered');
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('that is no longer in the catalogue refuses a resent message that has not begun', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const id = randomUUID();
    client.resend(
      'chat',
      { chatId: chat.chatId, message: 'Hello', userEmail: user.email, model: 'gpt-9' },
      id,
    );
    expect(outcomeOf(await client.ack(id))).toBe('model_not_available');
    expect(await stack.usedMessages(user)).toBe(0);
  });

  it('chosen by the product is one of the plan, also with Premium', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    await givenPlan(stack, user, { planType: 'monthly' });
    const { client, chat } = await stack.givenChat(user);
    await stack.say(client, user, chat.chatId, 'Write a Python function that reads a CSV file.');
    expect((await stack.history(user, chat.chatId)).at(-1)).toMatchObject({ model: 'claude' });
  });
});

describe('the messages of a day', () => {
  it('are as many as the limit, of 50 sent at once with one left (docs/safety.md 16)', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    await stack.useUpTo(user, 49);
    const chats = await givenChats(stack, user, 50);
    const calls = stack.modelCalls();
    const acks = await Promise.all(
      chats.map(({ chatId }) => client.call('chat', { chatId, message: 'Me', userEmail: user.email })),
    );
    const outcomes = acks.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'quota_exceeded')).toHaveLength(49);
    expect(stack.modelCalls()).toBe(calls + 1);
    expect(await stack.usedMessages(user)).toBe(50);
  }, 60_000);

  it('are not exceeded by one message sent many times at once', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    const { client, chatId } = await givenChatOf(user);
    await stack.useUpTo(user, 50);
    const calls = stack.modelCalls();
    const id = randomUUID();
    const data = { chatId, message: 'Me', userEmail: user.email };
    for (let i = 0; i < 12; i++) client.send('chat', data, id);
    await client.flush();
    await stack.idle();
    await client.flush();
    const acks = client.of('ack').filter((ack) => ack.id === id);
    expect(new Set(acks.map(outcomeOf))).toEqual(new Set(['quota_exceeded']));
    expect(stack.modelCalls()).toBe(calls);
    expect(await stack.usedMessages(user)).toBe(50);
    expect(await stack.history(user, chatId)).toHaveLength(1);
  });

  it('are more with Premium from the next message on; a refusal names the limit and who has more', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    const { ask } = await givenChatOf(user);
    await stack.useUpTo(user, 50);
    expect(wordsOf(await ask())).toBe(
      'You have reached the daily limit. It is 50 messages and resets at midnight UTC; Premium has 500.',
    );
    await givenPlan(stack, user, { planType: 'monthly' });
    expect(quotaIn(await ask())).toMatchObject({ limit: 500, left: 449 });
    await stack.useUpTo(user, 500);
    const refused = await ask();
    expect([outcomeOf(refused), wordsOf(refused)]).toEqual([
      'quota_exceeded',
      'You have reached the daily limit. It is 500 messages and resets at midnight UTC.',
    ]);
    expect(await stack.usedMessages(user)).toBe(500);
  });

  it('that are left are told with each reply; a failed one is given back and tells none', async () => {
    const user = await stack.givenUser();
    const { ask } = await givenChatOf(user);
    const resetsAt = new Date((Math.floor(now() / DAY_SECONDS) + 1) * DAY_SECONDS * 1_000).toISOString();
    stack.replyWith('Yes.');
    expect(quotaIn(await ask())).toEqual({ limit: 50, left: 49, resetsAt });
    stack.failModelWith('ValidationException');
    const failed = await ask();
    expect(codeOf(failed)).toBe('reply_failed');
    expect(failed).not.toHaveProperty('data');
    expect(await stack.usedMessages(user)).toBe(1);
    stack.replyWith('Yes.');
    expect(quotaIn(await ask())).toEqual({ limit: 50, left: 48, resetsAt });
  });

  it('that are left to a guest are told by the guest’s own limit', async () => {
    stack.replyWith('Yes.');
    const { ask } = await givenGuest();
    expect(quotaIn(await ask())).toMatchObject({ limit: 10, left: 9 });
    expect(quotaIn(await ask())).toMatchObject({ limit: 10, left: 8 });
  });

  it('begin again at midnight in UTC, and not before', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    await givenChatOf(user);
    await stack.useUpTo(user, 50);
    const midnight = (Math.floor(now() / DAY_SECONDS) + 1) * DAY_SECONDS;
    // A minute before midnight, so that the call is certain to be made before it.
    stack.moveClock((midnight - 60 - now()) * 1_000);
    expect(outcomeOf(await askLater(user))).toBe('quota_exceeded');
    stack.moveClock(60_000);
    expect(quotaIn(await askLater(user))).toMatchObject({ limit: 50, left: 49 });
  });

  it('do not refuse what was accepted: the last message, sent again while its reply is written and after it', async () => {
    const user = await stack.givenUser();
    const { client, chatId, ask } = await givenChatOf(user);
    await stack.useUpTo(user, 49);
    const reply = stack.replyByHand();
    const id = randomUUID();
    const data = { chatId, message: 'Hello', userEmail: user.email };
    client.send('chat', data, id);
    await reply.started;
    client.send('chat', data, id);
    await client.flush();
    reply.write('The last one.');
    reply.end();
    const ack = await client.ack(id);
    expect(quotaIn(ack)).toMatchObject({ left: 0 });
    await stack.idle();
    const before = client.of('ack').length;
    client.send('chat', data, id);
    await stack.eventually(() => expect(client.of('ack').length).toBeGreaterThan(before));
    for (const again of client.of('ack').filter((frame) => frame.id === id)) expect(again).toEqual(ack);
    expect(outcomeOf(await ask())).toBe('quota_exceeded');
    expect(await stack.usedMessages(user)).toBe(50);
  });
});

/** Asks in the user's chat on a new connection, because the token of the first may have expired. */
async function askLater(user: TestUser): Promise<Ack> {
  const { idToken: token } = await stack.inner.tokensFor(user.email);
  const client = await stack.connect({ token });
  const [chat] = await stack.chats({ ...user, token });
  return client.call('chat', { chatId: chat?.chatId ?? '', message: 'Hello', userEmail: user.email });
}
