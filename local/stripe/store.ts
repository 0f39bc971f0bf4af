/** Keeps the objects of the emulated Stripe account in memory, and saves them in a state file. */
import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { StateFile } from '../stack/state-file.ts';

/**
 * `pays`: every payment succeeds. `fails-later`: only the payment at the checkout succeeds. `settles-later`: the bank
 * confirms or refuses the first payment days later.
 */
export type Behaviour = 'pays' | 'fails-later' | 'settles-later';

export interface PaymentMethod {
  readonly id: string;
  readonly customer: string;
  readonly behaviour: Behaviour;
  readonly last4: string;
}

/** Data of a checkout session that Stripe's session object does not contain. `id` is the session's id. */
export interface Order {
  readonly id: string;
  readonly price: string;
  readonly metadata: Stripe.Metadata;
}

/** Data of a subscription that Stripe's subscription object does not contain. `id` is the subscription's id. */
export interface Billing {
  readonly id: string;
  /** Outcome of the next payment. @default the behaviour of the payment method decides */
  readonly nextPayment?: 'fails' | 'succeeds';
  /** Time of the next attempt to pay an unpaid invoice, in Unix seconds. */
  readonly retryAt?: number;
  /** Number of payments that failed since the last successful payment. */
  readonly retries: number;
}

/** Event that a webhook endpoint has not confirmed yet. `event` and `endpoint` are ids. */
export interface Undelivered {
  readonly id: string;
  readonly event: string;
  readonly endpoint: string;
}

export interface EndpointSecret {
  readonly id: string;
  readonly secret: string;
}

/** Response stored for an `Idempotency-Key`. `id` is the key. */
export interface KeptAnswer {
  readonly id: string;
  /** SHA-256 of the request's method, path and parameters. */
  readonly request: string;
  /** Time of storing, in Unix seconds. A day later, the response is deleted. */
  readonly at: number;
  readonly status: number;
  readonly body: string;
}

/** Collection of objects in the order of their creation. */
export class Collection<T extends { readonly id: string }> {
  readonly #objects = new Map<string, T>();
  constructor(objects: readonly T[] = []) {
    for (const object of objects) this.put(object);
  }
  get = (id: string): T | undefined => this.#objects.get(id);
  put<Object extends T>(object: Object): Object {
    this.#objects.set(object.id, object);
    return object;
  }
  delete = (id: string): boolean => this.#objects.delete(id);
  all = (): T[] => [...this.#objects.values()];
  newestFirst = (): T[] => this.all().reverse();
}

export interface Stored {
  readonly customers: Stripe.Customer[];
  readonly products: Stripe.Product[];
  readonly prices: Stripe.Price[];
  readonly sessions: Stripe.Checkout.Session[];
  readonly subscriptions: Stripe.Subscription[];
  readonly invoices: Stripe.Invoice[];
  readonly configurations: Stripe.BillingPortal.Configuration[];
  readonly portals: Stripe.BillingPortal.Session[];
  readonly endpoints: Stripe.WebhookEndpoint[];
  readonly events: Stripe.EventBase[];
  readonly methods: PaymentMethod[];
  readonly orders: Order[];
  readonly billing: Billing[];
  readonly secrets: EndpointSecret[];
  readonly answers: KeptAnswer[];
  readonly undelivered: Undelivered[];
}

export type Store = {
  readonly [Name in keyof Stored]: Collection<Stored[Name][number]>;
} & { save(): void };

const EVENTS_KEPT = 2_000;

export function openStore(state: StateFile): Store {
  // The cast is safe, because only `save` writes the state file.
  const stored = (state.load() ?? {}) as Partial<Stored>;
  const of = <T extends { readonly id: string }>(objects: readonly T[] | undefined) =>
    new Collection<T>(objects);
  const collections = {
    customers: of(stored.customers),
    products: of(stored.products),
    prices: of(stored.prices),
    sessions: of(stored.sessions),
    subscriptions: of(stored.subscriptions),
    invoices: of(stored.invoices),
    configurations: of(stored.configurations),
    portals: of(stored.portals),
    endpoints: of(stored.endpoints),
    events: of(stored.events),
    methods: of(stored.methods),
    orders: of(stored.orders),
    billing: of(stored.billing),
    secrets: of(stored.secrets),
    answers: of(stored.answers),
    undelivered: of(stored.undelivered),
  };
  return {
    ...collections,
    save() {
      const { events } = collections;
      for (const { id } of events.all().slice(0, -EVENTS_KEPT)) events.delete(id);
      state.save(
        Object.fromEntries(Object.entries(collections).map(([name, collection]) => [name, collection.all()])),
      );
    },
  };
}

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length]).join('');

export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;

/**
 * Returns the id in a field that names another object; an empty string for null. The emulator stores only ids there,
 * but the SDK's types also allow the whole object.
 */
export const idOf = (value: string | { readonly id: string } | null): string =>
  typeof value === 'string' ? value : (value?.id ?? '');
