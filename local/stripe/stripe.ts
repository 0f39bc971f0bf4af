/** Stand-in for Stripe: its API, its pages, its webhooks, and subscriptions that follow the stack's clock. */
import type Stripe from 'stripe';
import type { Clock, Log } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import type { RequestListener } from '../gateway/gateway-types.ts';
import type { StateFile } from '../stack/state-file.ts';
import { createApi } from './api/stripe-api.ts';
import { catchUp } from './due-changes.ts';
import { createPages, isPage } from './pages/stripe-pages.ts';
import { payCheckout, settleDebit } from './payments.ts';
import { openStore } from './store.ts';
import { createState, type Settings } from './stripe-emulator-context.ts';
import { billingOf, end } from './subscription-lifecycle.ts';
import { createWebhooks, type Webhooks } from './webhook-delivery.ts';

export interface StripeControls {
  readonly url: string;
  readonly apiKey: string;
  /** Counts the API calls since the last reset, by the SDK's names: `{ 'customers.create': 1 }`. */
  calls(): Readonly<Record<string, number>>;
  resetCalls(): void;
  readonly webhooks: Omit<Webhooks, 'publish' | 'resume' | 'close'>;
  events(): Stripe.EventBase[];
  subscriptions(): Stripe.Subscription[];
  customers(): Stripe.Customer[];
  /**
   * Pays a session as the checkout page does. `card` is a test card's number, by default 4242424242424242, or `bank`
   * for a bank debit that settles later.
   */
  payCheckout(sessionUrlOrId: string, options?: { readonly card?: string }): Stripe.Checkout.Session;
  settle(subscriptionId: string, paid: boolean): void;
  /** Sets the outcome of a subscription's next payment. This outcome overrides the payment method's behaviour. */
  nextPayment(subscriptionId: string, outcome: 'fails' | 'succeeds'): void;
  cancelNow(subscriptionId: string): void;
  secretOf(endpointId: string): string | undefined;
  /** Applies due changes now. The stand-in also does this every `StripeOptions.lookMs` milliseconds. */
  catchUp(): void;
}

/** The only API key that the stand-in accepts. */
export const API_KEY = 'sk_test_standin';
/** Stripe's host in the templates. The local stack replaces this host with the stand-in's address. */
export const STRIPE_HOST = 'api.stripe.com';

export interface StripeOptions {
  /** Host and port, `localhost:<port>`, where the stand-in serves https. */
  readonly host: string;
  readonly state: StateFile;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly ca: Buffer;
  readonly log: Log;
  readonly settings?: Partial<Settings>;
  /** Milliseconds to wait before each retry to send an event. @default growing, up to 5 s */
  readonly retryDelaysMs?: readonly number[];
  /** Milliseconds between two checks for changes that are due. @default 200 */
  readonly lookMs?: number;
}

export interface StripeStandIn {
  readonly handle: RequestListener;
  readonly controls: StripeControls;
  close(): void;
}

const RETRY_DELAYS_MS = [100, 300, 1_000, 2_000, 5_000];

export function createStripe(options: StripeOptions): StripeStandIn {
  const { host, clock, faults, ca, log, retryDelaysMs = RETRY_DELAYS_MS, lookMs = 200 } = options;
  const store = openStore(options.state);
  const webhooks = createWebhooks({ store, clock, ca, log, retryDelaysMs });
  const state = createState({
    store,
    settings: { retryDays: [3, 5, 7], afterRetries: 'cancel', ...options.settings },
    origin: `https://${host}`,
    clock,
    onEvent: webhooks.publish,
  });
  const calls = new Map<string, number>();
  const api = createApi({
    state,
    apiKey: API_KEY,
    faults,
    onCall: (name) => calls.set(name, (calls.get(name) ?? 0) + 1),
  });
  const pages = createPages(state, clock);
  webhooks.resume();
  const timer = setInterval(() => catchUp(state), lookMs);

  const subscriptionAt = (id: string): Stripe.Subscription => {
    const found = store.subscriptions.get(id);
    if (!found) throw new Error(`There is no subscription ${id}`);
    return found;
  };
  const act = <T>(run: () => T): T => {
    catchUp(state);
    const result = run();
    store.save();
    return result;
  };

  return {
    handle: (request, response) =>
      void (isPage(request.url) ? pages(request, response) : api(request, response)).catch(
        (error: unknown) => {
          log('stripe', `ERROR ${error instanceof Error ? error.stack : String(error)}`);
          response.destroy();
        },
      ),
    controls: {
      url: state.origin,
      apiKey: API_KEY,
      calls: () => Object.fromEntries(calls),
      resetCalls: () => calls.clear(),
      webhooks,
      events: store.events.all,
      subscriptions: store.subscriptions.all,
      customers: store.customers.all,
      payCheckout: (session, { card = '4242424242424242' } = {}) =>
        act(() => payCheckout(state, session.split('/').at(-1) ?? '', card)),
      settle: (id, paid) => act(() => settleDebit(state, subscriptionAt(id), paid)),
      nextPayment: (id, nextPayment) =>
        act(() => void store.billing.put({ ...billingOf(state, subscriptionAt(id).id), nextPayment })),
      cancelNow: (id) => act(() => end(state, subscriptionAt(id), 'cancellation_requested')),
      secretOf: (id) => store.secrets.get(id)?.secret,
      catchUp: () => void catchUp(state),
    },
    close() {
      clearInterval(timer);
      webhooks.close();
    },
  };
}
