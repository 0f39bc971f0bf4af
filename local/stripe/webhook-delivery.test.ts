import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenShop, startStripe, type TestEndpoint, type TestStripe } from './stripe-for-tests.ts';

let test: TestStripe;
let endpoint: TestEndpoint;
let secret: string;
let endpointId: string;
beforeEach(async () => {
  test = await startStripe();
  endpoint = await test.endpoint();
  const made = await test.stripe.webhookEndpoints.create({
    url: endpoint.url,
    enabled_events: ['customer.created', 'customer.updated'],
  });
  [secret, endpointId] = [made.secret ?? '', made.id];
});
afterEach(() => test[Symbol.asyncDispose]());

const change = async () => {
  const { id } = await test.stripe.customers.create({ email: 'a@example.com' });
  await test.stripe.customers.update(id, { name: 'A' });
  return id;
};

describe('an endpoint', () => {
  it('tells its secret once', async () => {
    expect(secret).toMatch(/^whsec_\w{32}$/);
    const { data } = await test.stripe.webhookEndpoints.list();
    expect(data).toMatchObject([{ id: endpointId, status: 'enabled' }]);
    expect(data[0]).not.toHaveProperty('secret');
  });

  it('gets the types of events that it enabled, and nothing when it is disabled or deleted', async () => {
    await test.stripe.products.create({ name: 'Other' });
    await change();
    await test.controls.webhooks.settled();
    expect(endpoint.types().sort()).toEqual(['customer.created', 'customer.updated']);
    await test.stripe.webhookEndpoints.update(endpointId, { disabled: true });
    await change();
    await test.stripe.webhookEndpoints.del(endpointId);
    await change();
    await test.controls.webhooks.settled();
    expect(endpoint.received).toHaveLength(2);
  });

  it('must have an https address', async () => {
    await expect(
      test.stripe.webhookEndpoints.create({ url: 'http://localhost/', enabled_events: ['*'] }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'url' });
  });
});

describe('an event', () => {
  it("is signed at the stack's time", async () => {
    test.clock.advance(3_600_000);
    await test.stripe.customers.create({});
    await test.controls.webhooks.settled();
    const [{ body, signature } = { body: '', signature: '' }] = endpoint.received;
    const now = test.clock.now() / 1000;
    expect(Stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, now * 1000)).toMatchObject(
      {
        api_version: Stripe.API_VERSION,
      },
    );
    const sentAt = Number(/^t=(\d+),v1=/.exec(signature)?.[1]);
    expect(Math.abs(sentAt - now)).toBeLessThan(60);
  });

  it('is sent again until it is confirmed', async () => {
    endpoint.answers(500, 404, 200);
    await test.stripe.customers.create({});
    await test.controls.webhooks.settled();
    expect(endpoint.received).toHaveLength(3);
    const ids = new Set(endpoint.received.map(({ body }) => JSON.parse(body).id));
    expect(ids.size).toBe(1);
    expect(test.controls.webhooks.undelivered()).toEqual([]);
  });

  it('that is given up is listed as undelivered, and can be sent by hand', async () => {
    endpoint.answers(500);
    await test.stripe.customers.create({});
    await test.controls.webhooks.settled();
    expect(endpoint.received).toHaveLength(4);
    const [event] = test.controls.webhooks.undelivered();
    const { data } = await test.stripe.events.list({ delivery_success: false });
    expect(data.map(({ id }) => id)).toEqual([event?.id]);
    endpoint.answers(200);
    expect(await test.controls.webhooks.deliver(event?.id ?? '')).toEqual([200]);
    expect(test.controls.webhooks.undelivered()).toEqual([]);
  });

  it('that is held and released during the pause of a failed attempt has one chain of attempts', async () => {
    const pausing = Promise.withResolvers<void>();
    await using other = await startStripe({
      retryDelaysMs: [50],
      // The pause has begun when all that follows the log line of the attempt has run.
      log: (_, line) => line.endsWith(': 500') && setImmediate(pausing.resolve),
    });
    const hook = await other.endpoint();
    hook.answers(500);
    await other.stripe.webhookEndpoints.create({ url: hook.url, enabled_events: ['customer.created'] });
    await other.stripe.customers.create({});
    await pausing.promise;
    other.controls.webhooks.hold();
    await other.controls.webhooks.release();
    await other.controls.webhooks.settled();
    expect(hook.received).toHaveLength(3);
  });

  it('that was not delivered when the process ended is delivered by the next', async () => {
    test.controls.webhooks.hold();
    await test.stripe.customers.create({});
    await using again = await startStripe({ state: test.state, ca: test.ca });
    await again.controls.webhooks.settled();
    expect(endpoint.types()).toEqual(['customer.created']);
  });
});

describe('events held back', () => {
  beforeEach(() => test.controls.webhooks.hold());

  it('come in any order, more than once, at the same time, or never', async () => {
    const { webhooks } = test.controls;
    await change();
    await webhooks.settled();
    expect(endpoint.received).toEqual([]);
    const [created = '', updated = ''] = webhooks.undelivered().map(({ id }) => id);
    await webhooks.deliver(created, { times: 3, parallel: true });
    expect(endpoint.types()).toEqual(['customer.created', 'customer.created', 'customer.created']);
    expect(webhooks.undelivered().map(({ id }) => id)).toEqual([updated]);
    webhooks.drop(updated);
    await webhooks.release();
    expect(endpoint.received).toHaveLength(3);
  });

  it('are released in the order a test wants', async () => {
    await change();
    const ids = test.controls.webhooks.undelivered().map(({ id }) => id);
    await test.controls.webhooks.release(ids.toReversed());
    expect(endpoint.types()).toEqual(['customer.updated', 'customer.created']);
  });
});

describe('the list of events', () => {
  it('is newest first, by type and time', async () => {
    await givenShop(test);
    await change();
    test.clock.advance(60_000);
    const since = Math.floor(test.clock.now() / 1000);
    await test.stripe.customers.create({});
    const all = await test.stripe.events.list({ types: ['customer.created', 'customer.updated'] });
    expect(all.data.map(({ type }) => type)).toEqual([
      ...['customer.created', 'customer.updated', 'customer.created', 'customer.created'],
    ]);
    const late = await test.stripe.events.list({ created: { gte: since }, limit: 100 });
    expect(late.data).toHaveLength(1);
    expect(late.data[0]?.request?.id).toMatch(/^req_/);
  });
});
