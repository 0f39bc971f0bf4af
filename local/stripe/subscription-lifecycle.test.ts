import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { periodEndAfter } from './billing-period.ts';
import { itemOf } from './objects/subscription.ts';
import { givenShop, givenSubscription, startStripe, type TestStripe } from './stripe-for-tests.ts';

const DAY_MS = 86_400_000;
const FAILS_LATER = '4000000000000341';

let test: TestStripe;
beforeEach(async () => {
  test = await startStripe();
});
afterEach(() => test[Symbol.asyncDispose]());

const at = (id: string) => test.stripe.subscriptions.retrieve(id);
const endOf = (subscription: Stripe.Subscription) => itemOf(subscription).current_period_end;

/** Moves the clock just past a time in Unix seconds. */
const goPast = (seconds: number) => test.clock.advance(seconds * 1000 - test.clock.now() + 1_000);

/** Types of the events after the first `count`, in their order. */
const eventsAfter = (count: number) =>
  test.controls
    .events()
    .slice(count)
    .map(({ type }) => type);

describe('a period', () => {
  const time = (iso: string) => Date.parse(iso) / 1000;
  const month = {
    interval: 'month',
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  } as const;

  it('ends on its day, or the last that the month has', () => {
    const anchor = time('2027-01-31T12:00:00Z');
    const february = periodEndAfter(anchor, anchor, month);
    expect(february).toBe(time('2027-02-28T12:00:00Z'));
    expect(periodEndAfter(anchor, february, month)).toBe(time('2027-03-31T12:00:00Z'));
    const leap = time('2028-02-29T00:00:00Z');
    expect(periodEndAfter(leap, leap, { ...month, interval: 'year' })).toBe(time('2029-02-28T00:00:00Z'));
  });
});

describe('at the end of its period a subscription', () => {
  it('is renewed, with an invoice', async () => {
    const { subscription } = await givenSubscription(test);
    const before = test.controls.events().length;
    goPast(endOf(subscription));
    const renewed = await at(subscription.id);
    expect(renewed).toMatchObject({ status: 'active' });
    expect(itemOf(renewed).current_period_start).toBe(endOf(subscription));
    expect(renewed.latest_invoice).not.toBe(subscription.latest_invoice);
    expect(eventsAfter(before)).toEqual([
      ...['invoice.created', 'customer.subscription.updated', 'invoice.finalized'],
      ...['invoice.paid', 'invoice.payment_succeeded'],
    ]);
  });

  it('makes up for each period that was missed, at its time', async () => {
    const { subscription } = await givenSubscription(test);
    test.clock.advance(100 * DAY_MS);
    test.controls.catchUp();
    const paid = test.controls.events().filter(({ type }) => type === 'invoice.paid');
    expect(paid).toHaveLength(4);
    expect(paid[1]?.created).toBe(endOf(subscription));
    expect(endOf(await at(subscription.id))).toBeGreaterThan(test.clock.now() / 1000);
  });

  it('ends at the time in `cancel_at`, and continues when that is emptied', async () => {
    const { subscription } = await givenSubscription(test);
    const cancel_at = Math.floor(test.clock.now() / 1000) + 86_400;
    await test.stripe.subscriptions.update(subscription.id, { cancel_at });
    expect(await test.stripe.subscriptions.update(subscription.id, { cancel_at: '' })).toMatchObject({
      ...{ cancel_at: null, status: 'active' },
    });
    await test.stripe.subscriptions.update(subscription.id, { cancel_at });
    test.clock.advance(2 * DAY_MS);
    expect(await at(subscription.id)).toMatchObject({ status: 'canceled', ended_at: cancel_at });
  });

  it('ends when a cancellation was asked for, and is renewed when that was taken back', async () => {
    const { subscription, openCheckout } = await givenSubscription(test);
    const other = test.controls.payCheckout((await openCheckout()).id);
    const kept = String(other.subscription);
    for (const id of [subscription.id, kept])
      expect(await test.stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
        ...{ status: 'active', cancel_at_period_end: true, cancel_at: endOf(subscription) },
      });
    await test.stripe.subscriptions.update(kept, { cancel_at_period_end: false });
    goPast(endOf(subscription));
    expect(await at(subscription.id)).toMatchObject({ status: 'canceled', ended_at: endOf(subscription) });
    expect(await at(kept)).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null });
    expect(
      test.controls.events().filter(({ type }) => type === 'customer.subscription.deleted'),
    ).toHaveLength(1);
  });
});

describe('a payment that fails', () => {
  it('is tried again after 3, 5 and 7 days, and then the subscription ends', async () => {
    const { subscription } = await givenSubscription(test, FAILS_LATER);
    goPast(endOf(subscription));
    const pastDue = await at(subscription.id);
    expect(pastDue.status).toBe('past_due');
    const attempts = async () =>
      (await test.stripe.invoices.retrieve(String(pastDue.latest_invoice))).attempt_count;
    for (const [i, days] of [3, 5, 7].entries()) {
      expect(await attempts()).toBe(i + 1);
      expect((await at(subscription.id)).status).toBe('past_due');
      test.clock.advance(days * DAY_MS);
    }
    expect(await at(subscription.id)).toMatchObject({
      ...{ status: 'canceled', cancellation_details: { reason: 'payment_failed' } },
    });
    expect(test.controls.events().filter(({ type }) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect((await test.stripe.subscriptions.list({})).data).toEqual([]);
    expect((await test.stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
  });

  it('leaves the subscription unpaid where the settings say so', async () => {
    await using other = await startStripe({ settings: { retryDays: [], afterRetries: 'unpaid' } });
    const { subscription } = await givenSubscription(other, FAILS_LATER);
    other.clock.advance(endOf(subscription) * 1000 - other.clock.now() + 1_000);
    expect(await other.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'unpaid' });
  });

  it('leaves later invoices of an unpaid subscription as drafts', async () => {
    await using other = await startStripe({ settings: { retryDays: [], afterRetries: 'unpaid' } });
    const { subscription } = await givenSubscription(other, FAILS_LATER);
    const latest = async () => {
      const { latest_invoice, status } = await other.stripe.subscriptions.retrieve(subscription.id);
      return { subscription: status, invoice: await other.stripe.invoices.retrieve(String(latest_invoice)) };
    };
    other.clock.advance(endOf(subscription) * 1000 - other.clock.now() + 1_000);
    expect(await latest()).toMatchObject({ subscription: 'unpaid', invoice: { status: 'open' } });
    other.clock.advance(31 * DAY_MS);
    const draft = { status: 'draft', auto_advance: false, number: null, attempt_count: 0 };
    expect(await latest()).toMatchObject({ subscription: 'unpaid', invoice: draft });
  });

  it('leaves the subscription active once a later payment succeeds', async () => {
    const { subscription } = await givenSubscription(test);
    test.controls.nextPayment(subscription.id, 'fails');
    goPast(endOf(subscription));
    expect((await at(subscription.id)).status).toBe('past_due');
    test.clock.advance(3 * DAY_MS);
    expect((await at(subscription.id)).status).toBe('active');
  });
});

describe('an immediate cancellation', () => {
  it('sends an event, and a second one is not found', async () => {
    const { subscription } = await givenSubscription(test);
    expect(await test.stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' });
    expect(test.controls.events().at(-1)?.type).toBe('customer.subscription.deleted');
    await expect(test.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      statusCode: 404,
    });
    await expect(
      test.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('a bank debit', () => {
  const begun = async () => {
    const { subscription, session } = await givenSubscription(test, 'bank');
    expect(subscription.status).toBe('incomplete');
    expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    return { subscription, session };
  };

  it('opens the subscription when the bank confirms it', async () => {
    const { subscription, session } = await begun();
    test.controls.settle(subscription.id, true);
    expect((await at(subscription.id)).status).toBe('active');
    expect(await test.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: 'paid',
    });
    expect(test.controls.events().at(-1)?.type).toBe('checkout.session.async_payment_succeeded');
  });

  it('ends the subscription when the bank refuses', async () => {
    const { subscription } = await begun();
    test.controls.settle(subscription.id, false);
    expect((await at(subscription.id)).status).toBe('incomplete_expired');
    expect(test.controls.events().at(-1)?.type).toBe('checkout.session.async_payment_failed');
  });
});

describe('a checkout', () => {
  it('expires after a day, or when told to, and takes no money then', async () => {
    const { openCheckout } = await givenShop(test);
    const [first, second] = [await openCheckout(), await openCheckout()];
    expect(await test.stripe.checkout.sessions.expire(first.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    test.clock.advance(DAY_MS + 1_000);
    const { data } = await test.stripe.checkout.sessions.list({ status: 'expired' });
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
    for (const { id } of data) expect(() => test.controls.payCheckout(id)).toThrow('expired');
    await expect(test.stripe.checkout.sessions.expire(first.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('is paid once', async () => {
    const { session } = await givenSubscription(test);
    expect(() => test.controls.payCheckout(session.id)).toThrow('complete');
    expect(test.controls.subscriptions()).toHaveLength(1);
  });
});
