/** Strikes faults of the table in docs/safety.md. The logs must have the first name by which a row shows its fault. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, payUnheard } from '../support/billing.ts';
import { faultRows } from '../support/fault-rows.ts';
import { MODEL_CALLS } from '../support/model-call-rule.ts';
import { askAs } from '../support/operators.ts';
import { freshEmail, givenInvite, signUp } from '../support/sign-up.ts';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';
import { givenStripe } from '../support/stripe-purchases.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ payments: 'stripe' });
  await givenStripe(stack);
});
afterEach(async () => {
  stack.clearFaults();
  stack.deliverEventsTimes(1);
  await stack.inner.stripe.webhooks.release();
});
afterAll(() => stack.close());

interface Given {
  readonly user: TestUser;
  readonly client: SocketClient;
  readonly data: { readonly chatId: string; readonly message: string; readonly userEmail: string };
}
async function given(): Promise<Given> {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  stack.replyWith('One ', 'two.');
  return { user, client, data: { chatId: chat.chatId, message: 'Count', userEmail: user.email } };
}
const FAIL = { fail: { code: 'InternalServerError', status: 500, message: 'broken' } };
const askTwice = async ({ client, data }: Given) => {
  const id = randomUUID();
  dataOf(await client.call('chat', data, id));
  client.send('chat', data, id);
};

/** Functions that strike a fault, by the fault's name in the table. */
const STRIKES: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
  'a worker crashes in a reply': async ({ client, data }) => {
    const reply = stack.replyByHand();
    const id = client.send('chat', data);
    reply.write('One ');
    // A worker that crashes before it has claimed the turn leaves no trace: the next attempt is the first one.
    await client.until('assistantDelta');
    stack.killWorkerAtChunk(1, 1);
    reply.write('two.');
    reply.end();
    dataOf(await client.ack(id));
  },
  'a reply takes minutes': ({ client, data }) => client.call('chat', data),
  'a connection ends in a reply': async ({ client, data }) => {
    stack.inner.faults.at({ service: 'connections', caller: 'RepliesReply', times: 2, effect: FAIL });
    await client.call('chat', data);
  },
  'the network drops, ten idle minutes, two hours of a connection': async ({ user, client, data }) => {
    const id = client.send('chat', data);
    await client.until('accepted');
    stack.dropConnections();
    const again = await stack.connect(user);
    again.send('chat', data, id);
    await again.ack(id);
  },
  'an ack is lost': askTwice,
  'an event is delivered twice': async ({ client, data }) => {
    stack.deliverEventsTimes(2);
    dataOf(await client.call('chat', data));
  },
  'DynamoDB throttles': async ({ client, data }) => {
    stack.throttleDatabase(1, 60);
    expect(codeOf(await client.call('chat', data))).toBe('internal');
  },
  'a model throttles or is down before its first word': async ({ client, data }) => {
    const fail = { fail: { code: 'ThrottlingException', status: 429 } };
    stack.inner.faults.at({ ...MODEL_CALLS, times: 2, effect: fail });
    await client.call('chat', data);
  },
  'a model fails in its middle': ({ client, data }) => {
    stack.replyWith('One ', new Error('ModelStreamErrorException'));
    return client.call('chat', data);
  },
  'a content filter': ({ client, data }) => {
    stack.replyWith('So far. ', { stop: 'content_filtered' });
    return client.call('chat', { ...data, model: 'deepseek' });
  },
  'a reply is very long': ({ client, data }) => {
    stack.replyWith('So far. ', { stop: 'max_tokens' });
    return client.call('chat', { ...data, model: 'deepseek' });
  },
  'two devices send at the same time': async ({ user, client, data }) => {
    const other = await stack.connect(user);
    const model = stack.replyByHand();
    const id = client.send('chat', data);
    await model.started;
    expect(codeOf(await other.call('chat', data))).toBe('reply_pending');
    model.end();
    await client.ack(id);
  },
  'stop meets the end of a reply': async ({ user, client, data }) => {
    const model = stack.replyByHand();
    const id = client.send('chat', data);
    await model.started;
    model.write('One ');
    await client.until('assistantDelta');
    dataOf(await client.call('stopReply', { chatId: data.chatId, userEmail: user.email }));
    await client.ack(id);
    model.end();
  },
  'a message on which every worker fails': ({ client, data }) => {
    stack.killWorkerAtChunk(1, 3);
    return client.call('chat', data);
  },
  "a hand-over's answer is lost": async ({ client, data }) => {
    const fault = { service: 'lambda', action: 'Invoke', caller: 'FunctionsChat', phase: 'after' } as const;
    stack.inner.faults.at({ ...fault, times: 9, effect: FAIL });
    await client.call('chat', data);
  },
  'Stripe is down': ({ user }) => {
    stack.inner.faults.at({ service: 'stripe', times: 99, effect: FAIL });
    const body = { userId: user.email, lookup_key: 'monthly_subscription' };
    return askAs(stack, user, 'createCheckoutSession', { body });
  },
  'the webhook fails': async ({ user }) => {
    await payUnheard(stack, user);
    const [event] = await eventsOf(stack, user);
    stack.inner.faults.at({ service: 'dynamodb', caller: 'Webhook', times: 99, effect: FAIL });
    await stack.inner.stripe.webhooks.deliver(String(event?.id));
  },
  'Cognito or its keys are out of reach': async ({ user }) => {
    const { unknownKeyId = '' } = await stack.badTokens(user);
    stack.inner.faults.at({ service: 'cognito', times: 999, effect: FAIL });
    await expect(stack.connect({ token: unknownKeyId })).rejects.toThrow('403');
  },
  'a sign-up breaks off': async () => {
    const inviteCode = await givenInvite(stack);
    stack.inner.faults.at({ service: 'cognito', action: 'SignUp', times: 9, effect: FAIL });
    expect((await signUp(stack, { email: freshEmail(), inviteCode })).status).toBeGreaterThan(499);
  },
};

/** Fields by which a fault's log line differs from a line of the same name without a fault, by the fault's name. */
const DETAILS: Readonly<Record<string, string>> = {
  'a worker crashes in a reply': '"attempt":2',
  'a content filter': '"status":"filtered"',
  'a reply is very long': '"status":"truncated"',
  'two devices send at the same time': '"code":"reply_pending"',
  'stop meets the end of a reply': '"status":"stopped"',
};

const rows = faultRows().filter(({ isStruck }) => isStruck);

it('the faults that docs/safety.md marks with ✓ are those that this file strikes', () => {
  expect(rows.map(({ fault }) => fault)).toEqual(Object.keys(STRIKES));
});

describe('the logs show', () => {
  it.each(rows.map((row) => [row.fault, row.shown[0] ?? '']))('%s: %s', async (fault, name) => {
    const made = await given();
    const before = stack.functionLogs().length;
    await STRIKES[fault]?.(made);
    await stack.eventually(() =>
      expect(
        stack
          .functionLogs()
          .slice(before)
          .filter((line) => line.includes(`"event":"${name}"`) || line.includes(`"${name}":`))
          .join('\n'),
      ).toContain(DETAILS[fault] ?? name),
    );
    stack.clearFaults();
    await stack.idle();
    made.client.close();
  });
});
