/** The daily spend cap and the switch that stops replies (docs/safety.md 16, decision 0014). */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ackData } from '#contract/socket';
import { addToSpend } from '../../lambdas/domain/quota/add-reply-cost-to-daily-spend.ts';
import { concludeEnded, concludeTurn } from '../../lambdas/domain/turn/conclude-turn.ts';
import { db } from '../../lambdas/store/db-and-table-names.ts';
import { switchKey } from '../../lambdas/store/reply-switch.ts';
import { spendKey } from '../../lambdas/store/usage/daily-spend-and-busy-until.ts';
import { reserveMessage } from '../../lambdas/store/usage/reservations.ts';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { givenPlan } from '../support/given-plan.ts';
import { freshAddress } from '../support/sign-up.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

// Test files share modules, and product modules keep the AWS clients of the stack for which they were imported.
vi.hoisted(() => vi.resetModules());

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stack.close();
});

const CAP = 25;
const DAY_MS = 86_400_000;
const PAUSED = {
  code: 'service_paused',
  message: 'Replies are paused for today. Your message was not sent; please try again tomorrow.',
};
const now = () => stack.inner.clock.now();
const usage = () => stack.inner.dynamodb.table('Usage');

async function givenSpent(cost: number): Promise<void> {
  const Item = { ...spendKey(now()), cost };
  await stack.inner.dynamodb.documents.send(new PutCommand({ TableName: usage(), Item }));
}

async function spentOn(at: number): Promise<number> {
  const { Item } = await stack.inner.dynamodb.documents.send(
    new GetCommand({ TableName: usage(), Key: spendKey(at) }),
  );
  return Number(Item?.cost ?? 0);
}

async function givenAsking(user: TestUser) {
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const ask = (id?: string) => client.call('chat', { chatId, message: 'Hello', userEmail: user.email }, id);
  return { client, chatId, ask };
}

async function givenGuestAsking(localAddress?: string) {
  const client = await stack.connectGuest(localAddress);
  const { chatId } = ackData.initChat.parse(dataOf(await client.call('initChat', { isGuest: true })));
  return () => client.call('chat', { chatId, message: 'Hello', isGuest: true });
}

describe('the cap', () => {
  it('once reached, stops new replies until midnight UTC; nothing is charged or claimed', async () => {
    stack.replyWith('Yes.');
    const [free, paying] = [await stack.givenUser(), await stack.givenUser()];
    await givenPlan(stack, paying, { planType: 'yearly' });
    const [ofFree, ofPaying] = [await givenAsking(free), await givenAsking(paying)];
    const askAsGuest = await givenGuestAsking();
    await givenSpent(CAP - 0.000_1);
    expect(dataOf(await ofFree.ask())).toMatchObject({ status: 'complete' });
    await givenSpent(CAP);
    const calls = stack.modelCalls();
    for (const ask of [ofFree.ask, ofPaying.ask, askAsGuest])
      expect(await ask()).toMatchObject({ error: PAUSED });
    expect(stack.modelCalls()).toBe(calls);
    expect([await stack.usedMessages(free), await stack.usedMessages(paying)]).toEqual([1, 0]);
    expect(await stack.history(paying, ofPaying.chatId)).toHaveLength(1);
    await givenSpent(CAP - 1);
    expect(dataOf(await ofPaying.ask())).toMatchObject({ status: 'complete' });
    await givenSpent(CAP + 1);
    stack.moveClock(DAY_MS);
    const { idToken: token } = await stack.inner.tokensFor(free.email);
    const tomorrow = await stack.connect({ token });
    const { chatId } = ofFree;
    const data = { chatId, message: 'Hello', userEmail: free.email };
    expect(dataOf(await tomorrow.call('chat', data))).toMatchObject({ status: 'complete' });
  });

  it('lets a reply that has begun end, also when its message is sent again', async () => {
    const user = await stack.givenUser();
    const { client, chatId } = await givenAsking(user);
    const reply = stack.replyByHand();
    const id = randomUUID();
    const data = { chatId, message: 'Hello', userEmail: user.email };
    client.send('chat', data, id);
    await reply.started;
    await givenSpent(CAP);
    client.send('chat', data, id);
    await client.flush();
    reply.write('Still here.');
    reply.end();
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    await stack.idle();
    client.send('chat', data, id);
    await stack.eventually(() => expect(client.of('ack').length).toBeGreaterThan(2));
    for (const ack of client.of('ack').filter((frame) => frame.id === id)) dataOf(ack);
    await givenSpent(0);
  });
});

describe('the switch', () => {
  it('stops replies, also for one message sent many times at once, and allows them again', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    const { client, chatId, ask } = await givenAsking(user);
    const { documents } = stack.inner.dynamodb;
    const Item = { ...switchKey(), stopped: true, at: new Date(now()).toISOString(), by: 'ops:somebody' };
    await documents.send(new PutCommand({ TableName: usage(), Item }));
    const calls = stack.modelCalls();
    const id = randomUUID();
    for (let i = 0; i < 12; i++) client.send('chat', { chatId, message: 'Hello', userEmail: user.email }, id);
    expect(codeOf(await client.ack(id))).toBe('service_paused');
    await client.flush();
    await stack.idle();
    expect(stack.modelCalls()).toBe(calls);
    expect(await stack.usedMessages(user)).toBe(0);

    await documents.send(new DeleteCommand({ TableName: usage(), Key: switchKey() }));
    expect(dataOf(await ask())).toMatchObject({ status: 'complete' });
  });
});

describe('what a reply cost', () => {
  const turn = { text: 'Yes.', replyAt: new Date().toISOString(), status: 'complete' } as const;

  beforeAll(async () => {
    const { client, table } = stack.inner.dynamodb;
    const { protocol, hostname, port } = (await client.config.endpoint?.()) ?? expect.fail('no endpoint');
    const { accessKeyId, secretAccessKey } = await client.config.credentials();
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `${protocol}//${hostname}:${port}`);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
    for (const part of ['Chats', 'Usage', 'Connections'])
      vi.stubEnv(`${part.toUpperCase()}_TABLE`, table(part));
    vi.stubEnv('DAILY_SPEND_CAP_USD', String(CAP));
  });

  async function givenReserved(at: number) {
    const owner = randomUUID();
    const requestId = randomUUID();
    await reserveMessage(owner, { requestId, call: 'first', at, limit: 50 });
    return { owner, chatId: randomUUID(), messageIndex: 1, requestId, isGuest: false };
  }

  /** Reserves a message. Returns a function that concludes its turn, and may be called more than once. */
  async function givenEnding(
    at: number,
    ended: { text: string; status: 'complete' | 'stopped' | 'failed' },
    cost: number,
  ) {
    const place = await givenReserved(at);
    const spent = { model: 'claude', inputTokens: 1, outputTokens: 1, cost };
    return () =>
      concludeTurn(
        { ...place, charges: [{ owner: place.owner, at }], turn: { ...turn, ...ended } },
        { spent },
      );
  }

  it('counts once, on the day it was asked for, however often its end is repeated', async () => {
    const at = now() - 3 * DAY_MS;
    const before = await spentOn(at);
    const end = await givenEnding(at, { text: 'Yes.', status: 'complete' }, 0.25);
    await Promise.all([end(), end(), end()]);
    await end();
    expect((await spentOn(at)) - before).toBeCloseTo(0.25, 10);
  });

  it.each(['user', 'guest'])('of a %s counts once, though the answer to the write is lost', async (kind) => {
    const at = now() - 7 * DAY_MS;
    const before = await spentOn(at);
    const owner = `${kind === 'guest' ? 'guest:' : ''}${randomUUID()}`;
    const lost = vi.fn().mockImplementationOnce(() => {
      throw Object.assign(new Error('No response'), { $retryable: {} });
    });
    db().middlewareStack.add(
      (next) => async (args) => {
        const output = await next(args);
        lost();
        return output;
      },
      { step: 'deserialize', name: 'loseResponse' },
    );
    await addToSpend(0.25, [{ owner, at }]);
    db().middlewareStack.remove('loseResponse');
    expect(lost).toHaveBeenCalled();
    await addToSpend(0.25, [{ owner, at }]);
    expect((await spentOn(at)) - before).toBeCloseTo(0.5, 10);
  });

  it('counts once for its user, though the message is sent again and the first end is repeated in between', async () => {
    const at = now();
    const owner = randomUUID();
    const requestId = randomUUID();
    const place = { owner, chatId: randomUUID(), messageIndex: 1, requestId, isGuest: false, turn };
    const spent = { model: 'claude', inputTokens: 1, outputTokens: 1, cost: 0 };
    await reserveMessage(owner, { requestId, call: 'first', at, limit: 50 });
    const charges = [{ owner, at, call: 'first' }];
    await concludeTurn({ ...place, charges }, { spent });
    const { kind, position } = await reserveMessage(owner, { requestId, call: 'second', at, limit: 50 });
    expect([kind, position]).toEqual(['reserved', 2]);
    await concludeTurn({ ...place, charges }, { spent });
    await concludeTurn({ ...place, charges: [{ owner, at, call: 'second' }] }, { spent: undefined });
    expect(await stack.usedMessages({ owner })).toBe(1);
  });

  it('counts also when it failed half-way or was stopped before a word', async () => {
    const at = now() - 4 * DAY_MS;
    await (await givenEnding(at, { text: 'Half', status: 'failed' }, 0.5))();
    expect(await spentOn(at)).toBeCloseTo(0.5, 10);
    await (await givenEnding(at, { text: '', status: 'stopped' }, 0.5))();
    expect(await spentOn(at)).toBeCloseTo(1, 10);
  });

  it('of guests of many addresses fills their share of the cap: guests are refused, users are answered', async () => {
    stack.replyWith('Yes.');
    const paying = await stack.givenUser();
    await givenPlan(stack, paying, { planType: 'yearly' });
    const { ask } = await givenAsking(paying);
    await givenSpent(0);
    const endOf = async (owner: string, address: string, cost: number) => {
      const charges = [
        { owner, at: now() },
        ...(address ? [{ owner: `address:${address}`, at: now() }] : []),
      ];
      const requestId = randomUUID();
      for (const charge of charges)
        await reserveMessage(charge.owner, { requestId, call: 'first', at: now(), limit: 50 });
      const place = { owner, chatId: randomUUID(), messageIndex: 1, requestId, isGuest: address !== '' };
      const spent = { model: 'geminitwofive', inputTokens: 1, outputTokens: 1, cost };
      await concludeTurn({ ...place, charges, turn }, { spent });
    };
    // Users' costs do not count for the guests' share.
    await endOf(randomUUID(), '', CAP / 2);
    for (let i = 0; i < 4; i++) {
      expect(dataOf(await (await givenGuestAsking(freshAddress()))())).toMatchObject({ status: 'complete' });
      await stack.idle();
      await endOf(`guest:${randomUUID()}`, randomUUID(), CAP / 5 / 4);
    }
    const calls = stack.modelCalls();
    for (let i = 0; i < 2; i++)
      expect(codeOf(await (await givenGuestAsking(freshAddress()))())).toBe('guest_quota_exceeded');
    expect(stack.modelCalls()).toBe(calls);
    expect(dataOf(await ask())).toMatchObject({ status: 'complete' });
    await givenSpent(0);
    expect(dataOf(await (await givenGuestAsking(freshAddress()))())).toMatchObject({ status: 'complete' });
  });

  it('counts when it failed in its thoughts, and not when it failed before the model’s first output', async () => {
    const at = now() - 6 * DAY_MS;
    const known = DEFAULT_MODELS.find(({ id }) => id === 'claude') ?? expect.fail('no Claude');
    const claude = { ...known, price: { input: 3.3, output: 16.5 } };
    const endAfter = async (outputTokens: number) => {
      const { owner, requestId, ...place } = await givenReserved(at);
      const ended = { ...turn, text: '', status: 'failed', model: 'claude' } as const;
      await concludeEnded(
        { ...place, owner, requestId, charges: [{ owner, at }] },
        { ...ended, index: 1, userText: 'Why?', inputTokens: 10_000, outputTokens },
        () => claude,
      );
    };
    await endAfter(0);
    expect(await spentOn(at)).toBe(0);
    await endAfter(10_000);
    expect(await spentOn(at)).toBeCloseTo(0.033 + 0.165, 10);
  });

  it('is right on average when it is less than a step of the cap', async () => {
    const at = now() - 5 * DAY_MS;
    const step = CAP / 2_000;
    using random = vi.spyOn(Math, 'random');
    for (const draw of [0.1, 0.3, 0.6, 0.9]) {
      random.mockReturnValue(draw);
      await (await givenEnding(at, { text: 'Yes.', status: 'complete' }, step / 2))();
    }
    expect(await spentOn(at)).toBeCloseTo(2 * step, 10);
  });
});
