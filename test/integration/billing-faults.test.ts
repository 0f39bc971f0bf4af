/**
 * Stripe down, the webhook down, an account closed: what was paid for stays, nothing is bought twice, and no charge
 * follows.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isTombstone, tracesOf } from '../support/account-traces.ts';
import { eventsOf, itemOf, payUnheard, stateOf } from '../support/billing.ts';
import { askAs } from '../support/operators.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';
import { buyPlan, givenStripe, openCheckout, planOf, stripeClient } from '../support/stripe-purchases.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ payments: 'stripe' });
  await givenStripe(stack);
});
afterEach(async () => {
  stack.clearFaults();
  await stack.inner.stripe.webhooks.release();
  await stack.inner.stripe.webhooks.settled();
});
afterAll(() => stack.close());

const HOUR = 60 * 60_000;
const ALWAYS = 10_000;
const codeOf = ({ status, text }: { status: number; text: string }) => `${status} ${JSON.parse(text).code}`;
const checkout = (user: TestUser) =>
  askAs(stack, user, 'createCheckoutSession', {
    body: { userId: user.email, lookup_key: 'monthly_subscription' },
  });
const stripeFails = (action?: string, phase?: 'after', times = ALWAYS) =>
  stack.inner.faults.at({
    ...{ service: 'stripe', times, effect: { fail: { code: 'api_error', status: 500 } } },
    ...(action !== undefined && { action }),
    ...(phase && { phase }),
  });
const sessionsOf = async (user: TestUser) => {
  const customer = (await itemOf(stack, user))?.customerId ?? '';
  return (await stripeClient(stack.inner).checkout.sessions.list({ customer })).data;
};
const customersOf = ({ email }: TestUser) =>
  stack.inner.stripe.customers().filter((customer) => customer.email === email);
const subscription = (id: string) => stack.inner.stripe.subscriptions().find((one) => one.id === id);

describe('while Stripe is down', () => {
  it('Premium stays, chats go on, and payments say that they are unavailable', async () => {
    const [user, buyer] = [await stack.givenUser(), await stack.givenUser()];
    await buyPlan(stack, user);
    const before = await stateOf(stack, user);
    stripeFails();
    expect(await planOf(stack, user)).toMatchObject({ tier: 'paid', active: true });
    const { client, chat } = await stack.givenChat(user);
    stack.replyWith('Still here.');
    await client.call('chat', {
      chatId: chat.chatId,
      message: 'Hello',
      userEmail: user.email,
      model: 'claude',
    });
    expect((await stack.history(user, chat.chatId)).at(-1)).toMatchObject({
      content: 'Still here.',
      model: 'claude',
    });
    expect(codeOf(await checkout(buyer))).toBe('503 payments_unavailable');
    const body = { userId: user.email, immediate: true };
    for (const call of ['cancelSubscription', 'createPortalSession'] as const)
      expect(codeOf(await askAs(stack, user, call, { body }))).toBe('503 payments_unavailable');
    expect(await stateOf(stack, user)).toEqual(before);
  });

  it('a user who waits for the payment is shown the stored plan', async () => {
    const user = await stack.givenUser();
    await openCheckout(stack, user);
    stripeFails();
    expect(await planOf(stack, user)).toMatchObject({ tier: 'free', active: false });
  });
});

describe('a call to Stripe that succeeded, and whose answer was lost', () => {
  it.each(['customers.create', 'checkout.sessions.create'])('is not made twice: %s', async (action) => {
    const user = await stack.givenUser();
    const fault = stripeFails(action, 'after', 1);
    expect((await checkout(user)).status).toBe(200);
    expect(fault.struck).toBe(1);
    expect([customersOf(user).length, (await sessionsOf(user)).length]).toEqual([1, 1]);
  });

  it.each(['customers.create', 'checkout.sessions.create'])(
    'is not made twice when the user tries again: %s',
    async (action) => {
      const user = await stack.givenUser();
      const fault = stripeFails(action, 'after');
      expect(codeOf(await checkout(user))).toBe('503 payments_unavailable');
      fault.remove();
      expect((await checkout(user)).status).toBe(200);
      expect([customersOf(user).length, (await sessionsOf(user)).length]).toEqual([1, 1]);
    },
  );

  it('is read back from Stripe when it was a cancellation', async () => {
    const user = await stack.givenUser();
    const id = await buyPlan(stack, user);
    const fault = stripeFails('subscriptions.cancel', 'after');
    const body = { userId: user.email, immediate: true };
    await askAs(stack, user, 'cancelSubscription', { body });
    fault.remove();
    await stack.eventually(async () => expect((await planOf(stack, user)).active).toBe(false));
    expect(subscription(id)?.status).toBe('canceled');
  });
});

describe('while the webhook is down', () => {
  it.each([
    ['before', undefined],
    ['after', 'after'],
  ] as const)(
    'a crash %s the commit loses nothing: the event comes again, with one effect',
    async (_, phase) => {
      const user = await stack.givenUser();
      await payUnheard(stack, user);
      const before = (await itemOf(stack, user))?.version ?? 0;
      const [event] = await eventsOf(stack, user);
      const { webhooks } = stack.inner.stripe;
      const fault = stack.inner.faults.at({
        ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'Webhook' },
        ...(phase && { phase }),
        effect: { kill: true, hang: true },
      });
      expect((await webhooks.deliver(event?.id ?? ''))[0]).toBeGreaterThanOrEqual(500);
      expect(fault.struck).toBe(1);
      expect((await itemOf(stack, user))?.active).toBe(phase === 'after');
      expect(await webhooks.deliver(event?.id ?? '')).toEqual([200]);
      expect(await itemOf(stack, user)).toMatchObject({ active: true, version: before + 1 });
    },
  );

  it('no event is lost: while the database throttles Stripe gets an error, and sends again', async () => {
    const user = await stack.givenUser();
    await payUnheard(stack, user);
    const fault = stack.inner.faults.at({
      ...{ service: 'dynamodb', caller: 'Webhook', times: ALWAYS },
      effect: { fail: { code: 'ThrottlingException', message: 'Rate exceeded' } },
    });
    const [event] = await eventsOf(stack, user);
    expect(await stack.inner.stripe.webhooks.deliver(event?.id ?? '')).toEqual([503]);
    fault.remove();
    await stack.inner.stripe.webhooks.release();
    expect(await itemOf(stack, user)).toMatchObject({ active: true });
  });

  it('the hourly job applies an event that never came, once, also after Stripe was down', async () => {
    const user = await stack.givenUser();
    await payUnheard(stack, user);
    stack.inner.stripe.webhooks.drop();
    expect((await itemOf(stack, user))?.active).toBe(false);
    const fault = stripeFails('events.list', undefined, 3);
    stack.moveClock(HOUR + 1_000);
    await stack.eventually(async () => expect((await itemOf(stack, user))?.active).toBe(true));
    expect(fault.struck).toBe(3);
    await stack.idle();
    const item = await itemOf(stack, user);
    stack.moveClock(HOUR + 1_000);
    await stack.eventually(() => expect(stack.inner.functions.running()).toBe(0));
    await stack.idle();
    expect((await itemOf(stack, user))?.version).toBe(item?.version);
  });
});

describe('an account that is closed', () => {
  const leave = async (user: TestUser) => {
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    return stack.http('POST', '/api/account/delete', { token, body: { confirmEmail: user.email } });
  };

  it('is charged no more, and no event brings it back', async () => {
    const user = await stack.givenUser();
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    const id = await buyPlan(stack, { ...user, token });
    const { webhooks } = stack.inner.stripe;
    await webhooks.settled();
    webhooks.hold();
    expect((await leave(user)).status).toBe(200);
    await stack.eventually(async () => expect(await itemOf(stack, user)).toBeUndefined());
    expect(subscription(id)?.status).toBe('canceled');
    const ended = webhooks.undelivered();
    expect(ended.map(({ type }) => type)).toContain('customer.subscription.deleted');
    for (const event of ended) expect(await webhooks.deliver(event.id)).toEqual([200]);
    await stack.idle();
    await stack.inner.functions.streamsSettled();
    expect((await tracesOf(stack, user)).filter((trace) => !isTombstone(user.owner)(trace))).toEqual([]);
  });

  it('cannot buy in a page that was left open', async () => {
    const user = await stack.givenUser();
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    const url = await openCheckout(stack, { ...user, token });
    await leave(user);
    await stack.eventually(async () => expect(await itemOf(stack, user)).toBeUndefined());
    expect(() => stack.inner.stripe.payCheckout(url)).toThrow(/expired/);
  });

  it('keeps its row until its subscription has ended, however long Stripe is down', async () => {
    const user = await stack.givenUser();
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    const id = await buyPlan(stack, { ...user, token });
    const fault = stripeFails();
    await leave(user);
    await stack.eventually(() => expect(fault.struck).toBeGreaterThan(2));
    expect(await itemOf(stack, user)).toBeDefined();
    fault.remove();
    stack.moveClock(HOUR + 1_000);
    await stack.eventually(async () => expect(await itemOf(stack, user)).toBeUndefined());
    expect(subscription(id)?.status).toBe('canceled');
  });
});
