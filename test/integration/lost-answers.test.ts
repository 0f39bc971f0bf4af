/**
 * Writes whose answer is lost, resends that race with the turn they repeat, and calls that die between two writes. Each
 * is the shortest schedule that once left a chat locked, a message charged twice, or a reply without its end. V1 to V12
 * number some of them, also in test/mutants/turns.ts.
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StepRule } from '../../local/faults/faults.ts';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const REPLY = 'One two three.';
const LOST = { fail: { code: 'InternalServerError', status: 500 } } as const;
const CHAT = 'FunctionsChat';
const WORKER = 'RepliesReply';
/** Longer than a worker may take to claim its turn before a resend hands the turn over again. */
const RESEND_MS = 21_000;
/** Longer than any message waits for a silent worker. */
const MINUTE_MS = 60_000;

async function given() {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  stack.replyWith(...REPLY.split(/(?<= )/));
  return { user, client, chatId, data: { chatId, message: 'Count', userEmail: user.email } };
}

const strike = (rule: Omit<StepRule, 'service'> & Partial<Pick<StepRule, 'service'>>) =>
  stack.inner.faults.at({ service: 'dynamodb', ...rule });

/** An update whose expression holds `text`, called by `caller`. */
const update = (caller: string, text: string) => ({
  action: 'UpdateItem',
  caller,
  about: (request: string) => request.includes(text),
});
const LOCK = update(CHAT, 'pendingIndex = nextIndex');
const RESERVE = update(CHAT, 'if_not_exists(messages');
const CLAIM = update(WORKER, 'ADD requestIds');
const FINISH = update(WORKER, '#outputTokens = :outputTokens');
const SETTLE = update(WORKER, 'REMOVE #open');

async function turnsOf({ owner }: TestUser, chatId: string): Promise<Record<string, unknown>[]> {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Chats'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `CHAT#${owner}#${chatId}` },
    }),
  );
  return Items.filter(({ userText }) => userText !== undefined);
}

/** Every turn is complete, was charged once and booked with its cost; no reservation is left. */
async function expectSettled(user: TestUser, chatId: string, turns: number): Promise<void> {
  await stack.idle();
  const stored = await turnsOf(user, chatId);
  expect(stored.map(({ text, status }) => [text, status])).toEqual(
    Array.from({ length: turns }, () => [REPLY, 'complete']),
  );
  const day = await stack.usageOf(user);
  expect(day.messages).toBe(turns);
  expect(Object.keys(day).filter((name) => name.startsWith('open_'))).toEqual([]);
  const output = stored.reduce((sum, { outputTokens }) => sum + Number(outputTokens), 0);
  const booked = Object.entries(day).filter(([name]) => name.startsWith('output_'));
  expect(booked.reduce((sum, [, tokens]) => sum + Number(tokens), 0)).toBe(output);
  expect(output).toBeGreaterThan(0);
}

/** Sums the day's counters whose names begin with `kind`. */
const booked = (day: Record<string, unknown>, kind: string): number =>
  Object.entries(day).reduce((sum, [name, count]) => (name.startsWith(kind) ? sum + Number(count) : sum), 0);

async function expectUsable(user: TestUser, client: SocketClient, chatId: string): Promise<void> {
  stack.replyWith(...REPLY.split(/(?<= )/));
  await stack.say(client, user, chatId, 'Again');
}

describe('a write whose answer is lost', () => {
  it.each([
    ['the lock', LOCK],
    ['the reservation', RESERVE],
    ['the claim (V1)', CLAIM],
    ['the end of the turn (V2)', FINISH],
    ['the settlement', SETTLE],
  ])('%s: the message is answered once, and charged once, with the tab closed', async (_, write) => {
    const { user, client, chatId, data } = await given();
    const lost = strike({ ...write, phase: 'after', effect: LOST });
    client.send('chat', data);
    await stack.eventually(() => expect(lost.struck).toBe(1));
    client.drop();
    await expectSettled(user, chatId, 1);
    const later = await stack.connect(user);
    await expectUsable(user, later, chatId);
    await expectSettled(user, chatId, 2);
  });

  it('the lock, and the worker dies before it settles (V5): its retry charges the message', async () => {
    const { user, client, chatId, data } = await given();
    strike({ ...LOCK, phase: 'after', effect: LOST });
    strike({ ...SETTLE, effect: { kill: true, hang: true } });
    dataOf(await client.call('chat', data));
    await expectSettled(user, chatId, 1);
  });

  it('the settlement of an edited message, three times: the retry settles it', async () => {
    const { user, client, chatId, data } = await given();
    dataOf(await client.call('chat', data));
    strike({ ...SETTLE, times: 3, effect: LOST });
    client.send('chat', { ...data, message: 'Count again', replaces: 1 });
    await stack.eventually(async () => expect((await stack.usageOf(user)).messages).toBe(2));
    await stack.idle();
    const day = await stack.usageOf(user);
    expect(Object.keys(day).filter((name) => name.startsWith('open_'))).toEqual([]);
    expect((await turnsOf(user, chatId)).map(({ status }) => status)).toEqual(['complete']);
  });

  it('the settlement, for good, of a message that is edited: its cost is booked before it is replaced', async () => {
    const { user, client, chatId, data } = await given();
    strike({ ...SETTLE, times: 99, effect: { kill: true, hang: true } });
    client.send('chat', data);
    await stack.eventually(() => expect(stack.inner.functions.queue('RepliesLost')).toHaveLength(1));
    stack.clearFaults();
    const edit = { ...data, message: 'Count again', replaces: 1 };
    dataOf(await client.call('chat', edit));
    await stack.idle();
    const [turn] = await turnsOf(user, chatId);
    const day = await stack.usageOf(user);
    expect([day.messages, booked(day, 'messages_'), booked(day, 'open_')]).toEqual([2, 2, 0]);
    expect(booked(day, 'output_')).toBe(2 * Number(turn?.outputTokens));
  });

  it('the end of the turn, and its worker dies each time it settles (V9): the cost is booked', async () => {
    const { user, client, chatId, data } = await given();
    const killed = strike({
      ...SETTLE,
      caller: 'RepliesReply',
      times: 3,
      effect: { kill: true, hang: true },
    });
    client.send('chat', data);
    await stack.eventually(() => expect(killed.struck).toBe(3));
    await expectSettled(user, chatId, 1);
  });
});

describe('a call that hangs', () => {
  it.each([
    ['the lock', LOCK],
    ['the claim', CLAIM],
    ['the end of the turn', FINISH],
    ['the settlement', SETTLE],
  ])('%s: is given up and made again, whether or not it had its effect', async (_, write) => {
    const { user, client, chatId, data } = await given();
    const before = strike({ ...write, effect: { hang: true } });
    const after = strike({ ...write, phase: 'after', effect: { hang: true } });
    dataOf(await client.call('chat', data));
    expect([before.struck, after.struck]).toEqual([1, 1]);
    await expectSettled(user, chatId, 1);
  });

  it('the hand-over: is made again, and the message is answered once', async () => {
    const { user, client, chatId, data } = await given();
    strike({ service: 'lambda', caller: CHAT, effect: { hang: true } });
    strike({ service: 'lambda', caller: CHAT, phase: 'after', effect: { hang: true } });
    dataOf(await client.call('chat', data));
    await expectSettled(user, chatId, 1);
  });

  it('every post to a device: the turn ends meanwhile, and the other device hears of it', async () => {
    const { user, client, chatId, data } = await given();
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const other = await stack.connect(user);
    await other.flush();
    const [hung] = stack.inner.sockets.connections();
    strike({
      ...{ service: 'connections', caller: WORKER, times: 1_000 },
      about: (request) => request.includes(hung?.connectionId ?? '?'),
      effect: { run: () => hold },
    });
    // The posts hang until the turn has ended. If the end waited for one, its post would be given up and logged.
    const ending = strike({ ...FINISH, phase: 'after', effect: { run: async () => release() } });
    const before = stack.inner.logs.length;
    const id = client.send('chat', data);
    dataOf(await other.ack(id));
    expect(ending.struck).toBe(1);
    await expectSettled(user, chatId, 1);
    const givenUp = stack.inner.logs.slice(before).filter(({ text }) => text.includes('delta not delivered'));
    expect(givenUp).toEqual([]);
  });

  it('the last frame to a device: is sent again', async () => {
    const { client, data } = await given();
    const last = (request: string) => request.includes('"type":"ack"');
    const rule = { service: 'connections', caller: WORKER, about: last } as const;
    const hung = strike({ ...rule, effect: { hang: true } });
    const failed = strike({
      ...rule,

      effect: { fail: { code: 'LimitExceededException', status: 429 } },
    });
    dataOf(await client.call('chat', data));
    expect([hung.struck, failed.struck]).toEqual([1, 1]);
  });
});

describe('a message that is sent again', () => {
  it('while its reply streams, and whose lock write fails (V3): the running turn keeps lock and charge', async () => {
    const { user, client, chatId, data } = await given();
    const reply = stack.replyByHand();
    const id = client.send('chat', data);
    await reply.started;
    reply.write('One ');
    await client.until('assistantDelta');
    const failed = strike({ ...LOCK, times: 3, effect: LOST });
    client.send('chat', data, id);
    await stack.eventually(() => expect(failed.struck).toBe(3));
    await stack.eventually(() => expect(stack.inner.functions.running()).toBe(1));
    expect(client.of('ack').filter((ack) => ack.id === id)).toEqual([]);
    const other = { ...data, message: 'Another' };
    expect(codeOf(await client.call('chat', other))).toBe('reply_pending');
    reply.write('two three.');
    reply.end();
    await expectSettled(user, chatId, 1);
  });

  it('while no call to the database succeeds: is not refused, and gets its ack once the database is back', async () => {
    const { user, client, chatId, data } = await given();
    const id = randomUUID();
    dataOf(await client.call('chat', data, id));
    await stack.idle();
    const failed = strike({ caller: CHAT, times: 999, effect: LOST });
    const again = await stack.connect(user);
    again.resend('chat', data, id);
    await stack.eventually(() => expect(failed.struck).toBeGreaterThan(0));
    await stack.idle();
    expect(again.of('ack')).toEqual([]);
    stack.clearFaults();
    again.resend('chat', data, id);
    dataOf(await again.ack(id));
    await expectSettled(user, chatId, 1);
  });

  it('for the first time while no call to the database succeeds: is refused at once, and nothing is kept', async () => {
    const { user, client, chatId, data } = await given();
    const failed = strike({ caller: CHAT, times: 999, effect: LOST });
    expect(codeOf(await client.call('chat', data))).toBe('internal');
    expect(failed.struck).toBeGreaterThan(0);
    stack.clearFaults();
    await expectUsable(user, client, chatId);
    await expectSettled(user, chatId, 1);
  });

  it('and is handed over again while Lambda refuses: keeps its turn, which its first worker ends', async () => {
    const { user, client, chatId, data } = await given();
    const reply = stack.replyByHand();
    const id = client.send('chat', data);
    await reply.started;
    const refused = strike({
      ...{ service: 'lambda', caller: CHAT, times: 999 },
      effect: { fail: { code: 'ResourceNotFoundException', status: 404 } },
    });
    const again = await stack.connect(user);
    const answers = () => again.of('accepted').length + again.of('ack').length;
    await stack.eventually(async () => {
      stack.moveClock(RESEND_MS);
      const before = answers();
      again.resend('chat', data, id);
      await stack.eventually(() => expect(answers()).toBe(before + 1));
      expect(refused.struck).toBeGreaterThan(0);
    });
    await stack.eventually(() => expect(stack.inner.functions.running()).toBe(1));
    expect(again.of('ack')).toEqual([]);
    stack.clearFaults();
    reply.write(REPLY);
    reply.end();
    dataOf(await client.ack(id));
    await expectSettled(user, chatId, 1);
  });

  it('around its end (V4): a slow call of it charges nothing', async () => {
    const { user, client, chatId, data } = await given();
    const reply = stack.replyByHand();
    const id = client.send('chat', data);
    await reply.started;
    reply.write(REPLY);
    await client.until('assistantDelta');
    // The second call sees the lock, then its reservation waits until the turn has ended and a third has reserved.
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const slow = strike({ ...RESERVE, effect: { run: () => hold } });
    client.send('chat', data, id);
    await stack.eventually(() => expect(slow.struck).toBe(1));
    reply.end();
    await client.ack(id);
    // The third call reserves again, and has not given that back when the second reads its reservation.
    const { promise: giveBack, resolve: allow } = Promise.withResolvers<void>();
    const third = strike({ ...update(CHAT, 'REMOVE #open'), effect: { run: () => giveBack } });
    client.send('chat', data, id);
    await stack.eventually(() => expect(third.struck).toBe(1));
    release();
    await stack.eventually(() => expect(stack.inner.functions.running()).toBe(1));
    allow();
    await expectSettled(user, chatId, 1);
  });

  it('long after, with 45 turns since (V6): gets its ack again', async () => {
    const { user, client, chatId, data } = await given();
    const id = randomUUID();
    const frame = { ...data, after: 0 };
    const first = await client.call('chat', frame, id);
    await stack.fillChat(user, chatId, 45);
    // `fillChat` has overwritten the turn at index 1. Gives its request to the next turn, which 43 turns follow.
    const { documents, table } = stack.inner.dynamodb;
    const [, ...turns] = await turnsOf(user, chatId);
    expect(turns.length).toBe(44);
    const stored = { ...turns[0], requestId: id, requestIds: new Set([id]), text: REPLY };
    await documents.send(new PutCommand({ TableName: table('Chats'), Item: stored }));
    const calls = stack.modelCalls();
    const again = await stack.connect(user);
    expect(dataOf(await again.call('chat', frame, id))).toMatchObject({ chatId, messageIndex: 4 });
    expect(dataOf(first)).toMatchObject({ messageIndex: 2 });
    expect(stack.modelCalls()).toBe(calls);
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('whose history read came before the claim and whose lock write after the end (V8): gets its ack', async () => {
    const { user, client, chatId, data } = await given();
    const reply = stack.replyByHand();
    const { promise: unclaimed, resolve: letClaim } = Promise.withResolvers<void>();
    const claim = strike({ ...CLAIM, effect: { run: () => unclaimed } });
    const id = client.send('chat', data);
    await stack.eventually(() => expect(claim.struck).toBe(1));
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const slow = strike({ ...LOCK, effect: { run: () => hold } });
    // The call's read of the history runs in parallel with its lock write. Once it is answered, the worker may claim.
    const blind = strike({
      ...{ action: 'Query', caller: CHAT, phase: 'after', effect: {} },
      about: (request) => request.includes('BETWEEN'),
    });
    client.send('chat', data, id);
    await stack.eventually(() => expect([slow.struck, blind.struck]).toEqual([1, 1]));
    letClaim();
    await reply.started;
    reply.write(REPLY);
    reply.end();
    await client.ack(id);
    release();
    await stack.eventually(() => expect(client.of('ack').filter((ack) => ack.id === id)).toHaveLength(2));
    for (const ack of client.of('ack').filter((some) => some.id === id))
      expect(dataOf(ack)).toMatchObject({ chatId, messageIndex: 2, status: 'complete' });
    await expectSettled(user, chatId, 1);
  });

  it('whose history read came before its turn, and whose lock write after the next one: gets its ack', async () => {
    const { user, client, chatId, data } = await given();
    const id = randomUUID();
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const slow = strike({ ...LOCK, effect: { run: () => hold } });
    const early = strike({ action: 'Query', caller: CHAT, phase: 'after', effect: {} });
    const other = await stack.connect(user);
    other.send('chat', data, id);
    await stack.eventually(() => expect([slow.struck, early.struck]).toEqual([1, 1]));
    dataOf(await client.call('chat', data, id));
    await stack.say(client, user, chatId, 'Next');
    release();
    await stack.eventually(() => expect(other.of('ack').filter((ack) => ack.id === id)).toHaveLength(2));
    const ack = other.of('ack').findLast((some) => some.id === id) ?? expect.fail('no ack');
    expect(dataOf(ack)).toMatchObject({ chatId, messageIndex: 2, status: 'complete' });
    await expectSettled(user, chatId, 2);
  });

  it('after its turn was replaced, by a call that dies with the lock: is answered, and stored and charged once', async () => {
    const { user, client, chatId, data } = await given();
    const id = randomUUID();
    const frame = { ...data, after: 0 };
    dataOf(await client.call('chat', frame, id));
    dataOf(await client.call('chat', { ...data, replaces: 1 }));
    const died = strike({ ...LOCK, phase: 'after', effect: { kill: true, hang: true } });
    client.send('chat', frame, id);
    await stack.eventually(() => expect(died.struck).toBe(1));
    stack.clearFaults();
    const calls = stack.modelCalls();
    const again = await stack.connect(user);
    expect(dataOf(await again.call('chat', frame, id))).toMatchObject({ chatId, messageIndex: 2 });
    expect(stack.modelCalls()).toBe(calls);
    expect(await turnsOf(user, chatId)).toHaveLength(1);
    await expectUsable(user, client, chatId);
    await stack.idle();
    const day = await stack.usageOf(user);
    expect(day.messages).toBe(3);
    expect(Object.keys(day).filter((name) => name.startsWith('open_'))).toEqual([]);
  });

  it('after its call died before the hand-over, with replies paused (V10): is refused, and nothing stays', async () => {
    const { user, client, chatId, data } = await given();
    const died = strike({ service: 'lambda', caller: CHAT, effect: { kill: true, hang: true } });
    const id = client.send('chat', data);
    await stack.eventually(() => expect(died.struck).toBe(1));
    stack.clearFaults();
    stack.moveClock(RESEND_MS);
    const { documents, table } = stack.inner.dynamodb;
    const [TableName, Key] = [table('Usage'), { pk: 'GLOBAL', sk: 'SWITCH' }];
    await documents.send(new PutCommand({ TableName, Item: { ...Key, stopped: true, at: '', by: 'test' } }));
    client.send('chat', data, id);
    expect(codeOf(await client.ack(id))).toBe('service_paused');
    await documents.send(new DeleteCommand({ TableName, Key }));
    await expectUsable(user, client, chatId);
    await expectSettled(user, chatId, 1);
  });

  it('after its call died before the hand-over, to a chat deleted since: is refused, and given back', async () => {
    const { user, client, chatId, data } = await given();
    const died = strike({ service: 'lambda', caller: CHAT, effect: { kill: true, hang: true } });
    const id = client.send('chat', data);
    await stack.eventually(() => expect(died.struck).toBe(1));
    const { status } = await stack.http('DELETE', `/api/chats/${chatId}`, { token: user.token });
    expect(status).toBe(200);
    client.send('chat', data, id);
    expect(codeOf(await client.ack(id))).toBe('chat_not_found');
    await stack.idle();
    expect((await stack.usageOf(user)).messages).toBe(0);
  });

  it('after its end, before it is settled, to a chat deleted since: is refused, and stays charged', async () => {
    const { user, client, chatId, data } = await given();
    const other = await stack.connect(user);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const settling = strike({ ...SETTLE, effect: { run: () => hold } });
    const id = client.send('chat', data);
    await stack.eventually(() => expect(settling.struck).toBe(1));
    const { status } = await stack.http('DELETE', `/api/chats/${chatId}`, { token: user.token });
    expect(status).toBe(200);
    other.send('chat', data, id);
    expect(codeOf(await other.ack(id))).toBe('chat_not_found');
    await stack.eventually(() => expect(stack.inner.functions.running()).toBe(1));
    release();
    await stack.idle();
    const day = await stack.usageOf(user);
    expect(day.messages).toBe(1);
    const counted = Object.keys(day).filter((name) => /^(open|output)_/.test(name));
    expect(counted).toEqual([expect.stringMatching(/^output_/)]);
  });

  it('after its end and another message, before it is settled, to a chat deleted since: stays charged', async () => {
    const { user, client, chatId, data } = await given();
    const other = await stack.connect(user);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const settling = strike({ ...SETTLE, times: 1, effect: { run: () => hold } });
    const id = client.send('chat', data);
    await stack.eventually(() => expect(settling.struck).toBe(1));
    await stack.say(other, user, chatId, 'Another');
    const { status } = await stack.http('DELETE', `/api/chats/${chatId}`, { token: user.token });
    expect(status).toBe(200);
    other.send('chat', data, id);
    expect(codeOf(await other.ack(id))).toBe('chat_not_found');
    release();
    await stack.idle();
    const day = await stack.usageOf(user);
    expect([day.messages, booked(day, 'messages_'), booked(day, 'open_')]).toEqual([2, 2, 0]);
  });

  it('after its call died with the reservation alone, and is refused: is given back', async () => {
    const { user, client, chatId, data } = await given();
    const other = await stack.connect(user);
    const reply = stack.replyByHand();
    const hung = strike({ ...LOCK, effect: { hang: true } });
    const reserved = strike({ ...RESERVE, phase: 'after', effect: {} });
    const id = client.send('chat', data);
    await stack.eventually(() => expect([hung.struck, reserved.struck]).toEqual([1, 1]));
    stack.inner.functions.kill(CHAT);
    other.send('chat', { ...data, message: 'Another' });
    await reply.started;
    client.send('chat', data, id);
    expect(codeOf(await client.ack(id))).toBe('reply_pending');
    reply.write(REPLY);
    reply.end();
    await expectSettled(user, chatId, 1);
  });

  it('after its end, when neither its ack nor its give-back succeeds at first: it is not refused, nor charged', async () => {
    const { user, client, chatId, data } = await given();
    const id = randomUUID();
    dataOf(await client.call('chat', data, id));
    strike({ service: 'connections', caller: CHAT, times: 3, effect: LOST });
    const giveBack = strike({ ...update(CHAT, 'REMOVE #open'), times: 3, effect: LOST });
    client.send('chat', data, id);
    await stack.eventually(() => expect(giveBack.struck).toBe(3));
    await expectSettled(user, chatId, 1);
    for (const ack of client.of('ack').filter((some) => some.id === id)) dataOf(ack);
    dataOf(await (await stack.connect(user)).call('chat', data, id));
    await expectSettled(user, chatId, 1);
  });

  it.each([
    ['the plan', { action: 'BatchGetItem', caller: CHAT }],
    ['the last turns', { action: 'Query', caller: CHAT }],
    ['the chat', LOCK],
  ])(
    'after its end, when %s cannot be read: is not refused, and the next resend gets the end',
    async (_, read) => {
      const { user, client, chatId, data } = await given();
      const id = randomUUID();
      dataOf(await client.call('chat', data, id));
      const failed = strike({ ...read, times: 3, effect: LOST });
      const other = await stack.connect(user);
      other.send('chat', data, id);
      await stack.eventually(() => expect(failed.struck).toBe(3));
      await stack.idle();
      await other.flush();
      expect(other.of('ack')).toEqual([]);
      expect(dataOf(await other.call('chat', data, id))).toMatchObject({ chatId, status: 'complete' });
      await expectSettled(user, chatId, 1);
    },
  );

  it('after its end, when the message is edited meanwhile: its cost is booked once', async () => {
    const { user, client, chatId, data } = await given();
    const id = randomUUID();
    dataOf(await client.call('chat', data, id));
    await stack.idle();
    stack.moveClock(10);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const giveBack = strike({ ...update(CHAT, 'REMOVE #open'), effect: { run: () => hold } });
    (await stack.connect(user)).send('chat', data, id);
    await stack.eventually(() => expect(giveBack.struck).toBe(1));
    dataOf(await client.call('chat', { ...data, message: 'Count again', replaces: 1 }));
    release();
    await stack.idle();
    const [turn] = await turnsOf(user, chatId);
    const day = await stack.usageOf(user);
    expect([day.messages, booked(day, 'messages_'), booked(day, 'open_')]).toEqual([2, 2, 0]);
    expect(booked(day, 'output_')).toBe(2 * Number(turn?.outputTokens));
  });

  it('while an earlier call of it is refused, when the chat is free again: is answered, and charged', async () => {
    const { user, client, data } = await given();
    const { chatId } = data;
    const other = await stack.connect(user);
    const first = stack.replyByHand();
    client.send('chat', data);
    await first.started;
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const giveBack = strike({ ...update(CHAT, 'REMOVE #open'), effect: { run: () => hold } });
    const late = { ...data, message: 'Another' };
    const id = client.send('chat', late);
    await stack.eventually(() => expect(giveBack.struck).toBe(1));
    const second = stack.replyByHand();
    first.write(REPLY);
    first.end();
    await stack.eventually(() => expect(other.of('assistantMessage').length).toBe(1));
    await stack.eventually(() => expect(stack.inner.functions.running()).toBe(1));
    other.send('chat', late, id);
    await second.started;
    release();
    expect(codeOf(await client.ack(id))).toBe('reply_pending');
    second.write(REPLY);
    second.end();
    dataOf(await other.ack(id));
    await expectSettled(user, chatId, 2);
  });

  it('while an earlier call of it is refused, and has not freed the chat yet: is refused, and nothing stays', async () => {
    const { user, client, chatId, data } = await given();
    const { documents, table } = stack.inner.dynamodb;
    const [TableName, Key] = [table('Usage'), { pk: 'GLOBAL', sk: 'SWITCH' }];
    await documents.send(new PutCommand({ TableName, Item: { ...Key, stopped: true, at: '', by: 'test' } }));
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const freeing = strike({ ...update(CHAT, 'REMOVE pending'), effect: { run: () => hold } });
    const id = client.send('chat', data);
    await stack.eventually(() => expect(freeing.struck).toBe(1));
    const reserved = strike({ ...RESERVE, phase: 'after', effect: {} });
    client.send('chat', data, id);
    await stack.eventually(() => expect([reserved.struck, stack.inner.functions.running()]).toEqual([1, 1]));
    release();
    expect(codeOf(await client.ack(id))).toBe('service_paused');
    await stack.idle();
    expect((await stack.usageOf(user)).messages).toBe(0);
    await documents.send(new DeleteCommand({ TableName, Key }));
    await expectUsable(user, client, chatId);
    await expectSettled(user, chatId, 1);
  });

  it('while its reply streams (V12): no second worker is called until the lease is over', async () => {
    const { user, client, chatId, data } = await given();
    const handedOver = strike({ service: 'lambda', caller: CHAT, times: 100, effect: {} });
    const reply = stack.replyByHand();
    const id = client.send('chat', data);
    await reply.started;
    for (let resend = 0; resend < 5; resend += 1) {
      const again = await stack.connect(user);
      again.send('chat', data, id);
      await again.flush();
      await stack.eventually(() => expect(stack.inner.functions.running()).toBe(1));
    }
    reply.write(REPLY);
    reply.end();
    await client.ack(id);
    await expectSettled(user, chatId, 1);
    expect(handedOver.struck).toBe(1);
  });
});

describe('a call that fails after it has reserved a message', () => {
  it('because the rest of the history cannot be read: gives the message back, and frees the chat', async () => {
    const { user, client, chatId, data } = await given();
    await stack.fillChat(user, chatId, 20);
    strike({ action: 'Query', caller: CHAT, nth: 2, times: 3, effect: LOST });
    expect(codeOf(await client.call('chat', { ...data, context: 1 }))).toBe('internal');
    expect((await stack.usageOf(user)).messages).toBe(0);
    await expectUsable(user, client, chatId);
    expect((await stack.usageOf(user)).messages).toBe(1);
  });

  it('and cannot take that back: gives the message back with the next use of the chat, within a minute (V11)', async () => {
    const { user, client, chatId, data } = await given();
    // The read of the plan fails, and so does each write that would give the message back.
    strike({ action: 'BatchGetItem', caller: CHAT, times: 3, effect: LOST });
    strike({ ...update(CHAT, 'REMOVE #open'), times: 9, effect: LOST });
    expect(codeOf(await client.call('chat', data))).toBe('internal');
    stack.clearFaults();
    expect((await stack.usageOf(user)).messages).toBe(1);
    stack.moveClock(MINUTE_MS);
    await expectUsable(user, client, chatId);
    await expectSettled(user, chatId, 1);
  });
});

describe('a call or a worker that dies without a client to send the message again', () => {
  it('the call before its hand-over: the next message is answered within a minute', async () => {
    const { user, client, chatId, data } = await given();
    const died = strike({ service: 'lambda', caller: CHAT, effect: { kill: true, hang: true } });
    client.send('chat', data);
    await stack.eventually(() => expect(died.struck).toBe(1));
    expect(codeOf(await client.call('chat', { ...data, message: 'Too early' }))).toBe('reply_pending');
    stack.moveClock(MINUTE_MS);
    await expectUsable(user, client, chatId);
    await expectSettled(user, chatId, 1);
  });

  it('the call before its hand-over: sent again after an hour, the message is answered and charged', async () => {
    stack.leaveEvening();
    const { user, client, chatId, data } = await given();
    const died = strike({ service: 'lambda', caller: CHAT, effect: { kill: true, hang: true } });
    const id = client.send('chat', data);
    await stack.eventually(() => expect(died.struck).toBe(1));
    stack.clearFaults();
    stack.moveClock(65 * MINUTE_MS);
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    dataOf(await (await stack.connect({ token })).call('chat', data, id));
    await expectSettled(user, chatId, 1);
  });

  it('the call with the reservation alone: the next message of the day gives it back after an hour', async () => {
    stack.leaveEvening();
    const { user, client, chatId, data } = await given();
    const sayLater = async (minutes: number) => {
      stack.moveClock(minutes * MINUTE_MS);
      const { idToken: token } = await stack.inner.tokensFor(user.email);
      await stack.say(await stack.connect({ token }), user, chatId, 'Later');
    };
    const hung = strike({ ...LOCK, effect: { hang: true } });
    const reserved = strike({ ...RESERVE, phase: 'after', effect: {} });
    client.send('chat', data);
    await stack.eventually(() => expect([hung.struck, reserved.struck]).toEqual([1, 1]));
    stack.inner.functions.kill(CHAT);
    stack.clearFaults();
    await sayLater(45);
    expect((await stack.usageOf(user)).messages).toBe(2);
    await sayLater(20);
    await expectSettled(user, chatId, 2);
  });

  it('the worker between the end of the turn and the release: the next message is answered at once', async () => {
    const { user, client, chatId, data } = await given();
    const release = update(WORKER, 'lastRequestId');
    const held = strike({ ...release, times: 9, effect: { hang: true } });
    client.send('chat', data);
    await stack.eventually(() => expect(held.struck).toBeGreaterThan(0));
    stack.clearFaults();
    await expectUsable(user, client, chatId);
    await expectSettled(user, chatId, 2);
  });

  it('the worker, its retries and the job that ends its turn: the history ends it after half an hour', async () => {
    stack.leaveEvening();
    const { user, client, chatId, data } = await given();
    const effect = { kill: true, run: stack.expireLeases, hang: true } as const;
    const died = strike({ ...FINISH, caller: 'Replies', times: 99, effect });
    client.send('chat', data);
    await stack.eventually(() => expect(died.struck).toBeGreaterThan(3));
    await stack.idle();
    stack.clearFaults();
    const replyAfter = async (minutes: number) => {
      stack.moveClock(minutes * MINUTE_MS);
      const { idToken: token } = await stack.inner.tokensFor(user.email);
      return (await stack.history({ ...user, token }, chatId)).at(-1);
    };
    expect(await replyAfter(25)).toMatchObject({ role: 'assistant', status: 'streaming' });
    expect(await replyAfter(6)).toMatchObject({ role: 'assistant', status: 'failed' });
    stack.replyWith('Yes.');
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    const again = { ...data, message: 'Again', replaces: 1 };
    const answered = await (await stack.connect({ token })).call('chat', again);
    expect(dataOf(answered)).toMatchObject({ status: 'complete' });
    expect(await replyAfter(0)).toMatchObject({ content: 'Yes.', status: 'complete' });
    expect(await turnsOf(user, chatId)).toHaveLength(1);
  });

  it('a job that comes after its turn was taken back writes nothing', async () => {
    const { user, client, chatId, data } = await given();
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const queued = strike({ service: 'lambda', caller: CHAT, effect: { run: () => hold } });
    client.send('chat', data);
    await stack.eventually(() => expect(queued.struck).toBe(1));
    stack.moveClock(MINUTE_MS);
    await stack.say(client, user, chatId, 'Again');
    stack.replyWith('Too late.');
    release();
    await expectSettled(user, chatId, 1);
  });

  it('a hand-over whose answer is lost, and whose next try is throttled: the reply comes, and is charged', async () => {
    const { user, client, chatId, data } = await given();
    const about = { service: 'lambda', caller: CHAT } as const;
    strike({ ...about, phase: 'after', effect: LOST });
    const throttle = { fail: { code: 'TooManyRequestsException', status: 429 } };
    strike({ ...about, nth: 2, times: 2, effect: throttle });
    dataOf(await client.call('chat', data));
    await expectSettled(user, chatId, 1);
  });

  it('the other devices cannot be told: the message is not refused', async () => {
    const { user, client, chatId, data } = await given();
    strike({
      action: 'Query',
      caller: CHAT,
      about: (r) => r.includes('CONN') || r.includes('#ttl > :now'),
      times: 3,
      effect: LOST,
    });
    dataOf(await client.call('chat', data));
    await expectSettled(user, chatId, 1);
  });

  it('a hand-over whose answer is lost: the reply comes, and the message is not refused', async () => {
    const { user, client, chatId, data } = await given();
    strike({ service: 'lambda', caller: CHAT, phase: 'after', times: 3, effect: LOST });
    dataOf(await client.call('chat', data));
    await expectSettled(user, chatId, 1);
  });
});

describe('two devices that open a chat', () => {
  it('the first sends its request again after the second (V7): gets the chat that it had opened', async () => {
    const user = await stack.givenUser();
    const [one, two] = [await stack.connect(user), await stack.connect(user)];
    const data = { userEmail: user.email, name: 'Test User' };
    const id = randomUUID();
    const first = dataOf(await one.call('initChat', data, id));
    await two.call('initChat', data);
    const again = await stack.connect(user);
    expect(dataOf(await again.call('initChat', data, id))).toEqual(first);
    expect(await stack.chats(user)).toHaveLength(2);
  });
});
