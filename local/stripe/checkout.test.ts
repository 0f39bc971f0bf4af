import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { itemOf } from './objects/subscription.ts';
import { givenShop, startStripe, type TestStripe } from './stripe-for-tests.ts';

let test: TestStripe;
beforeEach(async () => {
  test = await startStripe();
});
afterEach(() => test[Symbol.asyncDispose]());

it('a checkout is paid with a test card: the subscription is active, and the endpoint gets signed events', async () => {
  const { stripe, controls } = test;
  const endpoint = await test.endpoint();
  const { secret = '' } = await stripe.webhookEndpoints.create({
    url: endpoint.url,
    enabled_events: ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid'],
  });
  const { customer, openCheckout } = await givenShop(test);
  const session = await openCheckout();
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', customer: customer.id });
  controls.payCheckout(session.url ?? '');
  await controls.webhooks.settled();

  const { data } = await stripe.subscriptions.list({ customer: customer.id });
  expect(data).toMatchObject([{ status: 'active', metadata: { owner: 'o' } }]);
  const item = data[0] && itemOf(data[0]);
  expect(item?.price.lookup_key).toBe('monthly');
  expect(item?.current_period_end).toBeGreaterThan(item?.current_period_start ?? Infinity);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    ...{ status: 'complete', payment_status: 'paid', subscription: data[0]?.id, url: null },
  });
  const events = endpoint.received.map(({ body, signature }) =>
    Stripe.webhooks.constructEvent(body, signature, secret),
  );
  expect(events.map(({ type }) => type).sort()).toEqual([
    ...['checkout.session.completed', 'customer.subscription.created', 'invoice.paid'],
  ]);
  for (const { body, signature } of endpoint.received)
    expect(() => Stripe.webhooks.constructEvent(body.replace('evt_', 'evt-'), signature, secret)).toThrow();
});
