import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { givenShop, givenSubscription, startStripe, type TestStripe } from './stripe-for-tests.ts';

let test: TestStripe;
beforeEach(async () => {
  test = await startStripe();
});
afterEach(() => test[Symbol.asyncDispose]());

/** Sends any parameters, also those that the SDK's types forbid. */
const raw = (method: string, path: string, params: Record<string, unknown> = {}) =>
  test.stripe.rawRequest(method, path, params);

describe('what is wrong is refused as Stripe refuses it', () => {
  it('a wrong key', async () => {
    await expect(test.clientWith('sk_test_wrong').customers.create({})).rejects.toMatchObject({
      ...{ statusCode: 401, type: 'StripeAuthenticationError' },
    });
  });

  it('an unknown parameter, by name', async () => {
    await expect(raw('POST', '/v1/customers', { colour: 'red' })).rejects.toMatchObject({
      ...{ statusCode: 400, code: 'parameter_unknown', param: 'colour' },
    });
    const { monthly } = await givenShop(test);
    const line_items = [{ price: monthly.id, quantity: 1, colour: 'red' }];
    await expect(
      raw('POST', '/v1/checkout/sessions', { mode: 'subscription', success_url: 'https://a.b', line_items }),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'line_items[0][colour]' });
  });

  it('a missing or malformed parameter', async () => {
    await expect(raw('POST', '/v1/products', {})).rejects.toMatchObject({
      ...{ statusCode: 400, code: 'parameter_missing', param: 'name' },
    });
    await expect(test.stripe.customers.create({ email: 'nobody' })).rejects.toMatchObject({ param: 'email' });
  });

  it('an unknown id', async () => {
    await expect(test.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      ...{ statusCode: 404, code: 'resource_missing', param: 'id' },
    });
    await expect(test.stripe.subscriptions.list({ customer: 'cus_none' })).rejects.toMatchObject({
      ...{ statusCode: 400, code: 'resource_missing', param: 'customer' },
    });
  });

  it.each(['/v1/customers/cus_%zz', '/v1/subscriptions?customer=100%'])(
    'a malformed encoding: %s',
    async (path) => {
      await expect(raw('GET', path)).rejects.toMatchObject({
        ...{ statusCode: 400, type: 'StripeInvalidRequestError' },
      });
    },
  );

  it('what the stand-in does not emulate, by name', async () => {
    await expect(test.stripe.coupons.list()).rejects.toThrow('does not emulate GET /v1/coupons');
    const other = { apiVersion: '2020-08-27' } as unknown as Stripe.StripeConfig; // what the types forbid
    await expect(test.clientWith(test.controls.apiKey, other).customers.create({})).rejects.toThrow(
      'does not emulate the API version 2020-08-27',
    );
  });
});

describe('an idempotency key', () => {
  const idempotencyKey = 'a-key';
  it('is applied once, and answered the same each time', async () => {
    const { stripe } = test;
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    const again = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(test.controls.customers()).toHaveLength(1);
  });

  it('is refused with other parameters', async () => {
    await test.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    await expect(
      test.stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey }),
    ).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
  });

  it('can be used again after a refused call, and after a day', async () => {
    const { stripe } = test;
    await expect(stripe.customers.create({ email: 'nobody' }, { idempotencyKey })).rejects.toThrow();
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    test.clock.advance(25 * 3_600_000);
    const later = await stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey });
    expect(later.id).not.toBe(first.id);
  });

  it('lets a call that was applied and not answered be sent again', async () => {
    test.faults.at({
      ...{ service: 'stripe', action: 'customers.create', phase: 'after' },
      effect: { fail: { code: 'api_error', status: 500 } },
    });
    const client = test.clientWith(test.controls.apiKey, { maxNetworkRetries: 1 });
    const made = await client.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    expect(test.controls.customers().map(({ id }) => id)).toEqual([made.id]);
    expect(test.controls.calls()).toEqual({ 'customers.create': 2 });
  });

  it.each(['before', 'after'] as const)('lets a call that hung %s it ran be retried', async (when) => {
    test.faults.at({
      ...{ service: 'stripe', action: 'customers.create', ...(when === 'after' && { phase: when }) },
      effect: { hang: true },
    });
    // Several retries, because a busy machine may not answer the first of them in time either.
    const client = test.clientWith(test.controls.apiKey, { timeout: 300, maxNetworkRetries: 5 });
    const made = await client.customers.create({ email: 'a@example.com' });
    expect(test.controls.customers().map(({ id }) => id)).toEqual([made.id]);
  });

  /** Holds the next call back. `struck` resolves once it has come. */
  function heldCall() {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const struck = Promise.withResolvers<void>();
    const run = () => {
      struck.resolve();
      return promise;
    };
    test.faults.at({ service: 'stripe', effect: { run } });
    return { struck: struck.promise, release };
  }

  it('is refused while its first call still runs', async () => {
    const { struck, release } = heldCall();
    const first = test.stripe.customers.create({}, { idempotencyKey });
    await struck;
    await expect(test.stripe.customers.create({}, { idempotencyKey })).rejects.toMatchObject({
      statusCode: 409,
    });
    release();
    await first;
  });

  it('is refused while its second call runs, also after the first has ended late', async () => {
    const first = heldCall();
    const impatient = test.clientWith(test.controls.apiKey, { timeout: 100 });
    await expect(impatient.customers.create({}, { idempotencyKey })).rejects.toThrow();
    const second = heldCall();
    // Retries a refusal that comes because the stand-in has not yet seen the first connection end.
    const patient = test.clientWith(test.controls.apiKey, { maxNetworkRetries: 2 });
    const retried = patient.customers.create({}, { idempotencyKey });
    await second.struck;
    first.release();
    await vi.waitFor(() => expect(test.controls.customers()).toHaveLength(1));
    await new Promise(setImmediate);
    await expect(test.stripe.customers.create({}, { idempotencyKey })).rejects.toMatchObject({
      statusCode: 409,
    });
    second.release();
    await retried;
    expect(test.controls.customers()).toHaveLength(1);
  });
});

describe('Stripe under a fault', () => {
  it('fails with the status a test wants, and does nothing', async () => {
    test.faults.at({ service: 'stripe', effect: { fail: { code: 'rate_limit', status: 429 } } });
    await expect(test.stripe.customers.create({})).rejects.toMatchObject({ statusCode: 429 });
    expect(test.controls.customers()).toEqual([]);
  });

  it('hangs until the client gives up', async () => {
    test.faults.at({ service: 'stripe', effect: { hang: true } });
    const client = test.clientWith(test.controls.apiKey, { timeout: 50 });
    await expect(client.customers.create({})).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  });
});

describe('the catalogue', () => {
  it('moves a lookup key only when told so', async () => {
    const { stripe } = test;
    const { product, monthly } = await givenShop(test);
    const price = {
      product: product.id,
      currency: 'usd',
      unit_amount: 1_299,
      recurring: { interval: 'month' },
    } as const;
    await expect(stripe.prices.create({ ...price, lookup_key: 'monthly' })).rejects.toMatchObject({
      ...{ statusCode: 400, param: 'lookup_key' },
    });
    const dearer = await stripe.prices.create({ ...price, lookup_key: 'monthly', transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['monthly'], active: true });
    expect(data.map(({ id }) => id)).toEqual([dearer.id]);
    expect((await stripe.prices.retrieve(monthly.id)).lookup_key).toBeNull();
    expect(data[0]?.unit_amount_decimal?.toString()).toBe('1299');
  });

  it('does not sell the prices of an archived product, though they stay active', async () => {
    const { stripe } = test;
    const { product, monthly, openCheckout } = await givenShop(test);
    expect(await stripe.products.update(product.id, { active: false })).toMatchObject({ active: false });
    expect((await stripe.prices.retrieve(monthly.id)).active).toBe(true);
    await expect(openCheckout()).rejects.toMatchObject({
      ...{ statusCode: 400, param: 'line_items[0][price]' },
      message: expect.stringContaining('because its product is not active'),
    });
    await stripe.products.update(product.id, { active: true });
    expect(await openCheckout()).toMatchObject({ status: 'open' });
  });

  it('lists newest first, page by page', async () => {
    const { stripe } = test;
    for (const name of ['1', '2', '3']) await stripe.products.create({ name });
    const first = await stripe.products.list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/products' });
    const names: string[] = [];
    for await (const { name } of stripe.products.list({ limit: 2 })) names.push(name);
    expect(names).toEqual(['3', '2', '1']);
  });
});

describe('objects', () => {
  it('are kept over a restart', async () => {
    const { subscription } = await givenSubscription(test);
    await using again = await startStripe({ state: test.state });
    expect(await again.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  });
});
