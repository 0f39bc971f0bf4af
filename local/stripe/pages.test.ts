import https from 'node:https';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itemOf } from './objects/subscription.ts';
import { givenShop, givenSubscription, startStripe, type TestStripe } from './stripe-for-tests.ts';

let test: TestStripe;
beforeEach(async () => {
  test = await startStripe();
});
afterEach(() => test[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** Requests a page as a browser does. Posts `form` if it is given. */
const visit = (url: string, form?: Record<string, string>, site = 'same-origin') =>
  new Promise<Answer>((resolve, reject) => {
    const method = form ? 'POST' : 'GET';
    const headers = { 'sec-fetch-site': site };
    https
      .request(url, { method, headers, agent: test.agent }, (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        text(response).then((body) => resolve({ status, location: answered.location, body }), reject);
      })
      .on('error', reject)
      .end(form && new URLSearchParams(form).toString());
  });

describe('the checkout page', () => {
  const open = async () => {
    const { openCheckout } = await givenShop(test);
    const session = await openCheckout();
    return { id: session.id, url: session.url ?? '' };
  };

  it('says what it is, what is bought and what it costs', async () => {
    const { body, status } = await visit((await open()).url);
    expect(status).toBe(200);
    for (const part of [
      'stand-in',
      'Subscribe to Premium',
      '$9.99 per month',
      'a@example.com',
      '>Pay<',
      '>Back<',
    ])
      expect(body).toContain(part);
  });

  it('leads back with the session’s id once it is paid, and then says that it is complete', async () => {
    const { id, url } = await open();
    const paid = await visit(url, { card: '4242 4242 4242 4242', method: 'card' });
    expect(paid).toMatchObject({ status: 303, location: `https://localhost/done?session_id=${id}` });
    const again = await visit(url, { card: '4242424242424242', method: 'card' });
    expect(again.body).toContain('This checkout is complete');
    expect(test.controls.subscriptions()).toHaveLength(1);
  });

  it('keeps a declined or unknown card on the page, with the reason', async () => {
    const { url } = await open();
    const declined = await visit(url, { card: '4000000000000002', method: 'card' });
    expect(declined.status).toBe(402);
    expect(declined.body).toContain('Your card was declined.');
    expect((await visit(url, { card: '"><script>', method: 'card' })).body).not.toContain('<script>');
    expect(test.controls.subscriptions()).toEqual([]);
  });

  it('takes a bank debit, which leaves the subscription incomplete', async () => {
    const { url } = await open();
    expect((await visit(url, { method: 'bank' })).status).toBe(303);
    expect(test.controls.subscriptions()).toMatchObject([{ status: 'incomplete' }]);
  });

  it('says that the checkout has expired', async () => {
    const { id, url } = await open();
    await test.stripe.checkout.sessions.expire(id);
    const { status, body } = await visit(url);
    expect(status).toBe(410);
    expect(body).toContain('This checkout has expired');
  });

  it('acts on no form of another site', async () => {
    const { url } = await open();
    expect((await visit(url, { method: 'bank' }, 'cross-site')).status).toBe(403);
    expect(test.controls.subscriptions()).toEqual([]);
  });
});

describe('the billing portal', () => {
  const open = async (card = '4000000000000341') => {
    const { stripe } = test;
    const shop = await givenSubscription(test, card);
    await stripe.billingPortal.configurations.create({
      features: {
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        invoice_history: { enabled: true },
      },
    });
    const { url } = await stripe.billingPortal.sessions.create({
      customer: shop.customer.id,
      return_url: 'https://localhost/back',
    });
    return { ...shop, url };
  };
  const current = (id: string) => test.stripe.subscriptions.retrieve(id);

  it('shows the plan, and ends or keeps it', async () => {
    const { url, subscription } = await open();
    expect((await visit(url)).body).toMatch(/\$9\.99 per month.*Cancel the plan.*Return/s);
    await visit(url, { action: 'cancel', subscription: subscription.id });
    expect(await current(subscription.id)).toMatchObject({
      // Stripe's portal cancels by `cancel_at`, not by `cancel_at_period_end`.
      ...{ cancel_at: itemOf(subscription).current_period_end, cancel_at_period_end: false },
    });
    expect((await visit(url)).body).toContain('Keep the plan');
    await visit(url, { action: 'keep', subscription: subscription.id });
    expect(await current(subscription.id)).toMatchObject({ cancel_at: null });
  });

  it('takes a new card, and what is owed is paid with it', async () => {
    const { url, subscription } = await open();
    test.clock.advance(32 * 86_400_000);
    expect((await current(subscription.id)).status).toBe('past_due');
    expect((await visit(url, { action: 'card', card: '4000000000000002' })).body).toContain('declined');
    await visit(url, { action: 'card', card: '4242424242424242' });
    expect((await current(subscription.id)).status).toBe('active');
    expect((await visit(url)).body).toContain('ending in 4242');
  });

  it('takes a new card, which pays no drafts of an unpaid plan', async () => {
    await test[Symbol.asyncDispose]();
    test = await startStripe({ settings: { retryDays: [], afterRetries: 'unpaid' } });
    const { url, subscription } = await open();
    test.clock.advance(63 * 86_400_000);
    expect((await current(subscription.id)).status).toBe('unpaid');
    await visit(url, { action: 'card', card: '4242424242424242' });
    expect((await current(subscription.id)).status).toBe('unpaid');
  });

  it.each([
    [true, 'active'],
    [false, 'incomplete_expired'],
  ])('takes a new card, which leaves a plan to its first bank debit (paid: %s)', async (paid, status) => {
    const { url, subscription } = await open('bank');
    for (const card of ['4242424242424242', '4000000000000341']) {
      await visit(url, { action: 'card', card });
      expect(await current(subscription.id)).toEqual(subscription);
    }
    expect((await visit(test.controls.url)).body).toContain('Debit succeeds');
    test.controls.settle(subscription.id, paid);
    expect((await current(subscription.id)).status).toBe(status);
  });

  it('touches no subscription of another customer', async () => {
    const { url, openCheckout } = await open();
    const stranger = await test.stripe.customers.create({});
    const session = await openCheckout();
    const other = test.controls.payCheckout(session.id);
    const strangers = await test.stripe.billingPortal.sessions.create({ customer: stranger.id });
    await visit(strangers.url, { action: 'cancel', subscription: String(other.subscription) });
    expect(await current(String(other.subscription))).toMatchObject({ cancel_at: null });
    expect(url).not.toBe(strangers.url);
  });

  it.each([
    ['subscription_cancel', { action: 'cancel' }],
    ['payment_method_update', { action: 'card', card: '4242424242424242' }],
  ])('refuses a form of %s while the feature is off', async (feature, form) => {
    const { url, subscription } = await open();
    const [configuration] = (await test.stripe.billingPortal.configurations.list()).data;
    await test.stripe.billingPortal.configurations.update(configuration?.id ?? '', {
      features: { [feature]: { enabled: false } },
    });
    const { status, body } = await visit(url, { ...form, subscription: subscription.id });
    expect([status, body]).toEqual([400, expect.stringContaining('not available')]);
    expect(await current(subscription.id)).toEqual(subscription);
  });

  it.each(['cancel', 'keep'])('refuses to %s a subscription that has ended', async (action) => {
    const { url, subscription } = await open();
    await test.stripe.subscriptions.cancel(subscription.id);
    const ended = await current(subscription.id);
    const { status, body } = await visit(url, { action, subscription: subscription.id });
    expect([status, body]).toEqual([400, expect.stringContaining('has ended')]);
    expect(await current(subscription.id)).toEqual(ended);
  });

  it('refuses an action that the page does not offer', async () => {
    const { url, subscription } = await open();
    expect((await visit(url, { action: 'other', subscription: subscription.id })).status).toBe(400);
    expect(await current(subscription.id)).toEqual(subscription);
  });

  it('needs a configuration', async () => {
    const { id: customer } = await test.stripe.customers.create({});
    await expect(test.stripe.billingPortal.sessions.create({ customer })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('changes only the features that an update names', async () => {
    await open();
    const [before] = (await test.stripe.billingPortal.configurations.list()).data;
    const after = await test.stripe.billingPortal.configurations.update(before?.id ?? '', {
      features: { invoice_history: { enabled: false } },
    });
    expect(after.features).toEqual({ ...before?.features, invoice_history: { enabled: false } });
  });
});

describe("the stand-in's own page", () => {
  it('lists what is there, lets a payment fail and moves the clock', async () => {
    const { subscription } = await givenSubscription(test);
    const { url } = test.controls;
    expect((await visit(url)).body).toMatch(
      /a@example\.com.*Let the next payment fail.*customer\.subscription\.created/s,
    );
    await visit(url, { action: 'fails', subscription: subscription.id });
    await visit(url, { days: '31' });
    expect(await test.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });
  });

  it('offers to move the clock only where it can be moved', async () => {
    expect((await visit(test.controls.url)).body).toContain('Advance by');
    await test[Symbol.asyncDispose]();
    test = await startStripe({ clock: { now: Date.now } });
    expect((await visit(test.controls.url)).body).not.toContain('Advance by');
  });

  it.each(['/other', '//', '//other'])('answers the path %s with a page that says so', async (path) => {
    expect(await visit(`${test.controls.url}${path}`)).toMatchObject({
      status: 404,
      body: expect.stringContaining('There is nothing at this address.'),
    });
  });
});
