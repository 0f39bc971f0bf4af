/** Premium through Stripe: buying, cancelling, repeated, reordered and forged events (docs/safety.md 27 to 31). */
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionKey } from '../../lambdas/store/billing/read-subscription-and-plan.ts';
import {
  appliedEvents,
  eventsOf,
  forgetEvents,
  itemOf,
  payUnheard,
  putItem,
  sendEvent,
  stateOf,
} from '../support/billing.ts';
import { askAs, callAs, givenAdmin, recordsOf } from '../support/operators.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';
import { buyPlan, givenStripe, openCheckout, planOf, stripeClient } from '../support/stripe-purchases.ts';

let stack: TestStack;
let webhook: string;
let endpoint: string;
beforeAll(async () => {
  stack = await startTestStack({ payments: 'stripe' });
  await givenStripe(stack);
  const [made] = (await stripeClient(stack.inner).webhookEndpoints.list()).data;
  [webhook, endpoint] = [made?.url ?? '', made?.id ?? ''];
});
afterEach(async () => {
  stack.clearFaults();
  await stack.inner.stripe.webhooks.release();
  await stack.inner.stripe.webhooks.settled();
});
afterAll(() => stack.close());

const DAY_MS = 86_400_000;
const cancel = (user: TestUser, immediate: boolean, as = user) =>
  callAs(stack, as, 'cancelSubscription', { body: { userId: user.email, immediate } });
const resume = (user: TestUser, as = user) =>
  callAs(stack, as, 'resumeSubscription', { body: { userId: user.email } });
const checkout = (user: TestUser, lookup_key = 'monthly_subscription', more: object = {}) =>
  askAs(stack, user, 'createCheckoutSession', { body: { userId: user.email, lookup_key, ...more } });
const codeOf = ({ status, text }: { status: number; text: string }) => `${status} ${JSON.parse(text).code}`;
const seconds = () => Math.floor(stack.inner.clock.now() / 1000);
const secret = () => stack.inner.stripe.secretOf(endpoint) ?? '';

/** Moves the clock, calls `look` with a new token, and moves the clock back. */
async function later<T>(ms: number, user: TestUser, look: (user: TestUser) => Promise<T>): Promise<T> {
  stack.moveClock(ms);
  const { idToken: token } = await stack.inner.tokensFor(user.email);
  return look({ ...user, token }).finally(() => stack.moveClock(-ms));
}

describe('buying', () => {
  it.each(['monthly', 'yearly'] as const)(
    'makes the %s plan active once Stripe says so',
    async (planType) => {
      const user = await stack.givenUser();
      const id = await buyPlan(stack, user, planType);
      const plan = await planOf(stack, user);
      expect(plan).toMatchObject({ tier: 'paid', active: true, planType, hasBilling: true });
      const days = ((plan.expiresAt ?? 0) - seconds()) / 86_400;
      expect(Math.round(days)).toBeGreaterThanOrEqual(planType === 'yearly' ? 365 : 28);
      const subscription = stack.inner.stripe.subscriptions().find((one) => one.id === id);
      expect(subscription?.metadata).toMatchObject({ owner: user.owner });
      const customer = stack.inner.stripe.customers().find((one) => one.id === subscription?.customer);
      expect(customer).toMatchObject({ email: user.email, metadata: { owner: user.owner } });
    },
  );

  it('gives one customer and one session for clicks at the same moment, and for a click again', async () => {
    const user = await stack.givenUser();
    const { calls, resetCalls } = stack.inner.stripe;
    resetCalls();
    // Delays each of the two calls until another click has made it, too.
    for (const action of ['customers.create', 'checkout.sessions.create'])
      stack.inner.faults.at({
        ...{ service: 'stripe', action },
        effect: {
          run: () => stack.eventually(() => expect(calls()[action]).toBeGreaterThan(1)),
        },
      });
    const answers = await Promise.all(Array.from({ length: 6 }, () => checkout(user)));
    answers.push(await checkout(user));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const customers = stack.inner.stripe.customers().filter(({ email }) => email === user.email);
    expect(customers).toHaveLength(1);
    const open = await stripeClient(stack.inner).checkout.sessions.list({ customer: customers[0]?.id ?? '' });
    expect(open.data).toHaveLength(1);
  });

  it('closes the session of another tab for the other plan: no user buys twice', async () => {
    const user = await stack.givenUser();
    const monthly = await openCheckout(stack, user, 'monthly');
    const yearly = await openCheckout(stack, user, 'yearly');
    expect(() => stack.inner.stripe.payCheckout(monthly)).toThrow(/expired/);
    stack.inner.stripe.payCheckout(yearly);
    // Refused both before and after the webhook has told of the payment.
    for (const key of ['monthly_subscription', 'yearly_subscription'])
      expect(codeOf(await checkout(user, key))).toBe('409 already_subscribed');
  });

  it('closes a session for a price that the operator has replaced since', async () => {
    const user = await stack.givenUser();
    const old = await openCheckout(stack, user, 'monthly');
    const { prices } = stripeClient(stack.inner);
    const [price] = (await prices.list({ lookup_keys: ['monthly_subscription'] })).data;
    const { id } = await prices.create({
      ...{ product: String(price?.product), currency: 'usd', unit_amount: 999 },
      ...{ recurring: { interval: 'month' }, lookup_key: 'monthly_subscription', transfer_lookup_key: true },
    });
    const session = await openCheckout(stack, user, 'monthly');
    expect(() => stack.inner.stripe.payCheckout(old)).toThrow(/expired/);
    stack.inner.stripe.payCheckout(session);
    const bought = stack.inner.stripe.subscriptions().at(-1);
    expect(bought?.items.data[0]?.price.id).toBe(id);
  });

  it('waits for a bank that takes days: nothing more can be bought, and Premium begins when it has paid', async () => {
    const user = await stack.givenUser();
    const { payCheckout, settle, webhooks } = stack.inner.stripe;
    const id = String(payCheckout(await openCheckout(stack, user), { card: 'bank' }).subscription);
    await webhooks.settled();
    expect(await stateOf(stack, user)).toMatchObject({ tier: 'free', active: false });
    const refused = await checkout(user, 'yearly_subscription');
    expect(codeOf(refused)).toBe('409 already_subscribed');
    expect(refused.text).toContain('still being processed');
    settle(id, true);
    await stack.eventually(async () => expect((await planOf(stack, user)).active).toBe(true));
  });

  it('leaves one open session when both plans are asked for at the same moment', async () => {
    const user = await stack.givenUser();
    await Promise.all([checkout(user, 'monthly_subscription'), checkout(user, 'yearly_subscription')]);
    const customer = (await itemOf(stack, user))?.customerId ?? '';
    const open = await stripeClient(stack.inner).checkout.sessions.list({ customer, status: 'open' });
    expect(open.data).toHaveLength(1);
  });

  it('takes prices from a list and the buyer from the token (docs/safety.md 31)', async () => {
    const [ada, bob] = [await stack.givenUser(), await stack.givenUser()];
    for (const key of ['free_subscription', 'price_1', '', null, ['monthly_subscription']])
      expect(
        codeOf(
          await askAs(stack, ada, 'createCheckoutSession', { body: { userId: ada.email, lookup_key: key } }),
        ),
      ).toBe('400 invalid_request');
    const stolen = { userId: bob.email, lookup_key: 'monthly_subscription' };
    const admin = await givenAdmin(stack);
    for (const thief of [ada, admin])
      expect(codeOf(await askAs(stack, thief, 'createCheckoutSession', { body: stolen }))).toBe(
        '403 forbidden',
      );
    const more = { customer: 'cus_other', price: 'price_other', amount: 1, metadata: { owner: bob.owner } };
    await checkout(ada, 'monthly_subscription', more);
    const customer = (await itemOf(stack, ada))?.customerId ?? '';
    const { data } = await stripeClient(stack.inner).checkout.sessions.list({ customer });
    expect(data.map(({ amount_total, client_reference_id: of }) => [amount_total, of])).toEqual([
      [999, ada.owner],
    ]);
  });

  it('opens the portal to users who have been to the checkout, and to no others', async () => {
    const user = await stack.givenUser();
    const body = { userId: user.email };
    expect(codeOf(await askAs(stack, user, 'createPortalSession', { body }))).toBe('409 no_subscription');
    await buyPlan(stack, user);
    expect((await callAs(stack, user, 'createPortalSession', { body })).url).toContain(
      stack.inner.stripe.url,
    );
    expect(codeOf(await askAs(stack, await givenAdmin(stack), 'createPortalSession', { body }))).toBe(
      '403 forbidden',
    );
  });

  it('starts over for a user who was a customer of the test keys before the deployment went live', async () => {
    const user = await stack.givenUser();
    await putItem(stack, {
      ...subscriptionKey(user.owner),
      ...{ tier: 'paid', active: true, version: 4, planType: 'monthly', expiresAt: seconds() + 86_400 },
      ...{ customerId: 'cus_of_another_key', subscriptionId: 'sub_of_another_key' },
    });
    expect((await checkout(user)).status).toBe(200);
    const { customerId, ...rest } = (await itemOf(stack, user)) ?? {};
    expect(customerId).toMatch(/^cus_/);
    expect(customerId).not.toBe('cus_of_another_key');
    expect(rest).toMatchObject({ tier: 'free', active: false });
    expect(rest).not.toHaveProperty('subscriptionId');
  });

  it('starts over for two clicks of such a user, of which the second comes when the first has started over', async () => {
    const user = await stack.givenUser();
    await putItem(stack, {
      ...{ ...subscriptionKey(user.owner), tier: 'free', active: false, version: 4 },
      ...{ customerId: 'cus_of_another_key' },
    });
    const first: unknown[] = [];
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'GetItem', caller: 'BillingApi', nth: 2 },
      ...{ about: (request: string) => request.includes(user.owner) && request.includes('SUBSCRIPTION') },
      effect: { run: async () => void first.push((await checkout(user)).status) },
    });
    const second = await checkout(user).finally(stack.clearFaults);
    expect([...first, second.status]).toEqual([200, 200]);
  });

  it('is seen by a user who comes back before Stripe’s event does, and Stripe is asked at most every 5 seconds', async () => {
    const user = await stack.givenUser();
    const { resetCalls, calls, webhooks, payCheckout } = stack.inner.stripe;
    webhooks.hold();
    const url = await openCheckout(stack, user);
    await planOf(stack, user);
    resetCalls();
    await Promise.all(Array.from({ length: 10 }, () => planOf(stack, user)));
    expect(calls()['subscriptions.list'] ?? 0).toBe(0);
    payCheckout(url);
    expect((await planOf(stack, user)).active).toBe(false);
    const plan = await later(5_000, user, (again) => planOf(stack, again));
    expect(plan).toMatchObject({ tier: 'paid', active: true });
    expect(calls()['subscriptions.list']).toBe(1);
  });
});

/** Bodies that are no events of Stripe. */
const NO_EVENTS = [
  ...['', 'not JSON', '{"id":', '\u0000', 'null', '[]', '"evt_1"', '1', '{}'],
  ...['{"id":"evt_1","type":"invoice.paid"}', '{"id":"evt_1","type":"invoice.paid","data":{"object":null}}'],
  ...['{"id":1,"type":"invoice.paid","data":{"object":{"customer":"cus_1"}}}'],
];

describe('events', () => {
  it.each(NO_EVENTS)(
    'whose signed body is no event are refused for good, and log no error: %s',
    async (body) => {
      const [timestamp, lines] = [seconds(), stack.functionLogs().length];
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: secret(),
        timestamp,
      });
      const sending = { secret: secret(), timestamp, signature, body };
      expect(await sendEvent(webhook, {}, sending)).toBe(400);
      const said = stack.functionLogs().slice(lines);
      expect(said.filter((line) => line.includes('"level":"ERROR"'))).toEqual([]);
    },
  );

  it('are believed only with Stripe’s signature of now (docs/safety.md 27)', async () => {
    const user = await stack.givenUser();
    await payUnheard(stack, user);
    const event = (await eventsOf(stack, user)).at(-1) ?? {};
    const good = { secret: secret(), timestamp: seconds() };
    const body = JSON.stringify(event);
    const forged: Record<string, Parameters<typeof sendEvent>[2]> = {
      'another secret': { ...good, secret: 'whsec_another' },
      'another body': {
        ...good,
        body: body.replace('"object": "event"', '"object":"event"').replace('evt_', 'evt_x'),
      },
      'a space more': { ...good, body: `${body} ` },
      'too old': { ...good, timestamp: seconds() - 320 },
      'from the future': { ...good, timestamp: seconds() + 320 },
      'no signature': { ...good, signature: '' },
      'no time': { ...good, signature: 'v1=00' },
      nonsense: { ...good, signature: 't=now,v1=00' },
    };
    for (const [kind, sending] of Object.entries(forged))
      expect([kind, await sendEvent(webhook, event, sending)]).toEqual([kind, 400]);
    expect(await stateOf(stack, user)).toMatchObject({ tier: 'free', active: false });
    expect(await sendEvent(webhook, event, { ...good, body: 'x'.repeat(300_000) })).toBe(413);
    // Function URLs hand bodies of other types over in base64.
    const encoded = { ...good, contentType: 'application/octet-stream' };
    expect(await sendEvent(webhook, event, { ...encoded, body: `${body} ` })).toBe(400);
    expect(await sendEvent(webhook, event, encoded)).toBe(200);
    expect(await stateOf(stack, user)).toMatchObject({ tier: 'paid', active: true });
  });

  it('have one effect when they come twenty times at once, and again (docs/safety.md 28)', async () => {
    const user = await stack.givenUser();
    await payUnheard(stack, user);
    const before = (await itemOf(stack, user))?.version ?? 0;
    const [event] = await eventsOf(stack, user);
    const signed = { secret: secret(), timestamp: seconds() };
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => sendEvent(webhook, event ?? {}, signed)),
    );
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await stack.inner.stripe.webhooks.deliver(event?.id ?? '')).toEqual([200]);
    const item = await itemOf(stack, user);
    expect([item?.version, item?.active]).toEqual([before + 1, true]);
    expect((await appliedEvents(stack)).filter((id) => id === event?.id)).toHaveLength(1);
  });

  it('end the same in every order (docs/safety.md 29)', async () => {
    const user = await stack.givenUser();
    const id = await payUnheard(stack, user, 'yearly');
    const begun = await itemOf(stack, user);
    const { cancelNow, nextPayment, webhooks } = stack.inner.stripe;
    nextPayment(id, 'fails');
    stack.moveClock(366 * DAY_MS);
    stack.inner.stripe.catchUp();
    stack.moveClock(-366 * DAY_MS);
    const start = { ...begun, pk: `OWNER#${user.owner}`, sk: 'SUBSCRIPTION' };
    const failed = await eventsOf(stack, user);
    const ends = await inOrders(failed, start);
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({ tier: 'paid', active: true, planType: 'yearly', paymentFailed: true });
    cancelNow(id);
    const all = await eventsOf(stack, user);
    expect(new Set(all.map(({ type }) => type))).toEqual(
      new Set([
        ...['checkout.session.completed', 'customer.subscription.created', 'customer.subscription.updated'],
        ...['invoice.paid', 'invoice.payment_failed', 'customer.subscription.deleted'],
      ]),
    );
    expect(await inOrders(all, start)).toMatchObject([{ tier: 'free', active: false }]);
    webhooks.drop();

    /** Delivers the events in many orders, each from the same start, and returns the distinct final states. */
    async function inOrders(events: typeof all, from: object): Promise<object[]> {
      const found = new Map<string, object>();
      for (const order of ordersOf(events.map((event) => event.id))) {
        await putItem(stack, from);
        for (const eventId of order) expect(await webhooks.deliver(eventId)).toEqual([200]);
        const end = await stateOf(stack, user);
        found.set(JSON.stringify(end), end);
        await forgetEvents(stack, order);
      }
      return [...found.values()];
    }
  });

  /** Returns a paying user and the milliseconds (`ms`) to the end of the period, with Stripe's events held. */
  async function givenPeriod() {
    const user = await stack.givenUser();
    await buyPlan(stack, user);
    const { webhooks } = stack.inner.stripe;
    await webhooks.settled();
    webhooks.hold();
    const end = (await planOf(stack, user)).expiresAt ?? 0;
    return { user, end, ms: (end - seconds() + 60) * 1000 };
  }
  /** Calls `run` when the function `caller` has read from Stripe and is about to write. */
  const beforeWriteOf = (caller: string, action: string, run: () => Promise<unknown>) =>
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action, caller },
      effect: { run: async () => void (await run()) },
    });
  const lastEvent = async (user: TestUser, type: string) =>
    (await eventsOf(stack, user)).findLast((event) => event.type === type)?.id ?? '';

  it('of a renewal do not undo a cancellation that comes before they are written (docs/safety.md 30)', async () => {
    const { user, end, ms } = await givenPeriod();
    stack.moveClock(ms);
    stack.inner.stripe.catchUp();
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    const fault = beforeWriteOf('BillingStripeWebhook', 'TransactWriteItems', () =>
      cancel({ ...user, token }, false),
    );
    await stack.inner.stripe.webhooks.deliver(await lastEvent(user, 'invoice.paid'));
    expect(fault.struck).toBe(1);
    const plan = await planOf(stack, { ...user, token });
    expect(plan).toMatchObject({ tier: 'paid', active: true, cancelAtPeriodEnd: true });
    expect(plan.expiresAt).toBeGreaterThan(end);
    stack.moveClock(-ms);
  });

  it('of a period’s end are not undone by a cancellation that is written after them (docs/safety.md 30)', async () => {
    const { user, ms } = await givenPeriod();
    const fault = beforeWriteOf('BillingApi', 'PutItem', async () => {
      stack.moveClock(ms);
      stack.inner.stripe.catchUp();
      await stack.inner.stripe.webhooks.deliver(await lastEvent(user, 'customer.subscription.deleted'));
    });
    const { subscription } = await cancel(user, false);
    expect(fault.struck).toBe(1);
    expect(subscription).toMatchObject({ tier: 'free', active: false });
    expect(await stateOf(stack, user)).toMatchObject({ tier: 'free', active: false });
    stack.moveClock(-ms);
  });

  it('of customers that are not ours change nothing', async () => {
    const client = stripeClient(stack.inner);
    const customer = await client.customers.create({ email: 'other@example.com' });
    for (const named of [customer.id, 'cus_unknown', null])
      expect(await sendEvent(webhook, eventAbout(named), { secret: secret(), timestamp: seconds() })).toBe(
        200,
      );
    expect(stack.inner.functions.queue('BillingStripeLost')).toEqual([]);
  });

  it('of a second customer that names the same owner change nothing, and end in the operator’s queue', async () => {
    const user = await stack.givenUser();
    await buyPlan(stack, user);
    await stack.inner.stripe.webhooks.settled();
    const before = await itemOf(stack, user);
    const { id } = await stripeClient(stack.inner).customers.create({ metadata: { owner: user.owner } });
    expect(await sendEvent(webhook, eventAbout(id), { secret: secret(), timestamp: seconds() })).toBe(200);
    await stack.eventually(() => expect(stack.inner.functions.queue('BillingStripeLost')).toHaveLength(1));
    expect(await itemOf(stack, user)).toEqual(before);
  });
});

let made = 0;
/** Makes an event about a customer as Stripe might send it. */
function eventAbout(customer: string | null) {
  made += 1;
  const object = { id: 'sub_any', object: 'subscription', customer };
  return { id: `evt_made_${made}`, object: 'event', type: 'customer.subscription.updated', data: { object } };
}

/** Returns all orders of up to four items; of more, all rotations, their reversals, and each neighbour swap. */
function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  if (items.length <= 4)
    return items.flatMap((item, i) => ordersOf(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
  const rotations = items.map((_, i) => [...items.slice(i), ...items.slice(0, i)]);
  const swapped = items.slice(1).map((item, i) => items.with(i, item).with(i + 1, items[i] ?? item));
  return [...rotations, ...rotations.map((order) => order.toReversed()), ...swapped];
}

describe('a subscription', () => {
  it('ends with its period or at once, and an end with the period can be undone', async () => {
    const user = await stack.givenUser();
    const id = await buyPlan(stack, user);
    const ofStripe = () => stack.inner.stripe.subscriptions().find((one) => one.id === id);
    const ending = (await cancel(user, false)).subscription;
    expect(ending).toMatchObject({ active: true, cancelAtPeriodEnd: true });
    expect(ending).not.toHaveProperty('renews');
    expect(ofStripe()?.cancel_at_period_end).toBe(true);
    const back = await resume(user);
    expect(back.subscription.renews).toBe(true);
    expect(back.message).toMatch(/^Your Premium continues and renews on \d+ .* \(UTC\)\.$/);
    expect([back.subscription.active, back.subscription.cancelAtPeriodEnd]).toEqual([true, undefined]);
    expect(ofStripe()?.cancel_at_period_end).toBe(false);
    const ended = await cancel(user, true);
    expect(ended.subscription).toMatchObject({ tier: 'free', active: false });
    expect(ofStripe()?.status).toBe('canceled');
    expect(codeOf(await askAs(stack, user, 'resumeSubscription', { body: { userId: user.email } }))).toBe(
      '409 no_subscription',
    );
    // And Premium can be bought again.
    await buyPlan(stack, user, 'yearly');
  });

  it('is cancelled by an operator for a user, which is recorded', async () => {
    const [user, admin] = [await stack.givenUser(), await givenAdmin(stack)];
    await buyPlan(stack, user);
    expect((await cancel(user, false, admin)).message).toContain('This has been recorded.');
    expect(await recordsOf(stack, admin.owner)).toMatchObject([
      { action: 'subscription.cancel', target: user.owner },
    ]);
  });

  it('continues while a failed payment is tried again, and says so', async () => {
    const user = await stack.givenUser();
    const id = await buyPlan(stack, user);
    stack.inner.stripe.nextPayment(id, 'fails');
    const ms = 32 * DAY_MS;
    stack.moveClock(ms);
    stack.inner.stripe.catchUp();
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    await stack.eventually(async () =>
      expect(await planOf(stack, { ...user, token })).toMatchObject({ active: true, paymentFailed: true }),
    );
    stack.moveClock(-ms);
  });
});
