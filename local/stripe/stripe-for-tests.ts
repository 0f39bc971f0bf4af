import { mkdtempSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { ensureCertificates } from '../certificates/certificates.ts';
import { createClock, createFaults } from '../faults/faults.ts';
import { listenSecure } from '../gateway/gateway-exports.ts';
import { type StateFile, stateFile } from '../stack/state-file.ts';
import { API_KEY, createStripe, type StripeOptions } from './stripe.ts';

export interface Received {
  readonly body: string;
  readonly signature: string;
}

export interface TestEndpoint {
  readonly url: string;
  readonly received: Received[];
  types(): string[];
  /** Sets the HTTP statuses of the next answers. The last status repeats. @default 200 */
  answers(...statuses: readonly number[]): void;
}

export async function startStripe(options: Partial<StripeOptions> = {}) {
  const cleanup = new AsyncDisposableStack();
  const dir = mkdtempSync(path.join(tmpdir(), 'stripe-'));
  cleanup.defer(() => rmSync(dir, { recursive: true, force: true }));
  const tls = await ensureCertificates(dir);
  const agent = new https.Agent({ ca: tls.ca, keepAlive: true });
  cleanup.defer(() => agent.destroy());
  // Cleanups run in reverse order, so the endpoints are closed after the stand-in, which sends events to them.
  const endpoints = cleanup.use(new AsyncDisposableStack());
  const [clock, faults] = [createClock(), createFaults()];
  const state: StateFile = options.state ?? stateFile(undefined, 'stripe');
  const listener = await listenSecure({ port: 0, tls, handle: (...args) => standIn.handle(...args) });
  cleanup.defer(() => listener.close());
  const host = `localhost:${listener.port}`;
  const standIn = createStripe({
    ...{ host, state, clock, faults, ca: tls.ca, log: () => undefined },
    retryDelaysMs: [5, 10, 20],
    lookMs: 60_000,
    ...options,
  });
  cleanup.defer(() => standIn.close());

  const clientWith = (key: string, more: Stripe.StripeConfig = {}) =>
    new Stripe(key, {
      ...{ host: 'localhost', port: listener.port, protocol: 'https', httpAgent: agent, telemetry: false },
      maxNetworkRetries: 0,
      ...more,
    });

  async function endpoint(): Promise<TestEndpoint> {
    const received: Received[] = [];
    let statuses: readonly number[] = [200];
    const server = await listenSecure({
      port: 0,
      tls,
      handle: async (request, response) => {
        received.push({ body: await text(request), signature: String(request.headers['stripe-signature']) });
        const [status = 200, ...rest] = statuses;
        if (rest.length > 0) statuses = rest;
        response.writeHead(status).end();
      },
    });
    endpoints.defer(() => server.close());
    return {
      url: `https://localhost:${server.port}/hook`,
      received,
      types: () => received.map(({ body }) => String(JSON.parse(body).type)),
      answers: (...next) => {
        statuses = next;
      },
    };
  }

  return {
    stripe: clientWith(API_KEY),
    clientWith,
    controls: standIn.controls,
    clock,
    faults,
    agent,
    ca: tls.ca,
    state,
    endpoint,
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  };
}

export type TestStripe = Awaited<ReturnType<typeof startStripe>>;

/** Creates a product with a monthly and a yearly price, and a customer. */
export async function givenShop({ stripe }: TestStripe) {
  const product = await stripe.products.create({ name: 'Premium' });
  const priceOf = (interval: 'month' | 'year', unit_amount: number) =>
    stripe.prices.create({
      ...{ product: product.id, currency: 'usd', unit_amount, recurring: { interval } },
      lookup_key: `${interval}ly`,
    });
  const [monthly, yearly] = [await priceOf('month', 999), await priceOf('year', 9_999)];
  const customer = await stripe.customers.create({ email: 'a@example.com', metadata: { owner: 'o' } });
  const openCheckout = (price = monthly) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: 'https://localhost/done?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://localhost/back',
      subscription_data: { metadata: { owner: 'o' } },
    });
  return { product, monthly, yearly, customer, openCheckout };
}

export async function givenSubscription(test: TestStripe, card = '4242424242424242') {
  const shop = await givenShop(test);
  const session = test.controls.payCheckout((await shop.openCheckout()).id, { card });
  return {
    ...shop,
    session,
    subscription: await test.stripe.subscriptions.retrieve(String(session.subscription)),
  };
}
