import Stripe from 'stripe';
import { type Collection, newId, type Store } from './store.ts';

export interface Settings {
  /**
   * Days from the failed payment of a renewal to its first retry, and from each failed retry to the next one.
   * @default [3, 5, 7]
   */
  readonly retryDays: readonly number[];
  /** Change of a subscription after its last retry has failed. @default cancel */
  readonly afterRetries: 'cancel' | 'unpaid';
}

/** API call that caused a change. A renewal, or a change by the user on one of Stripe's pages, has no `Cause`. */
export interface Cause {
  readonly id: string;
  readonly idempotencyKey: string | null;
}

export interface State {
  readonly store: Store;
  readonly settings: Settings;
  readonly origin: string;
  /** Unix seconds. */
  now(): number;
  /** Runs a function with the given time and cause for all changes that it makes. */
  during<T>(circumstances: { readonly at?: number; readonly cause?: Cause }, run: () => T): T;
  /** Stores an event with the object's current state, and sends it to the webhook endpoints. */
  emit(type: Stripe.Event.Type, object: { readonly id: string }, previous?: object): void;
}

export interface StateOptions {
  readonly store: Store;
  readonly settings: Settings;
  readonly origin: string;
  /** Unix milliseconds. */
  readonly clock: { now(): number };
  readonly onEvent: (event: Stripe.EventBase) => void;
}

export function createState({ store, settings, origin, clock, onEvent }: StateOptions): State {
  let circumstances: { readonly at?: number; readonly cause?: Cause } = {};
  const now = () => circumstances.at ?? Math.floor(clock.now() / 1000);
  return {
    store,
    settings,
    origin,
    now,
    during(next, run) {
      const before = circumstances;
      circumstances = { ...before, ...next };
      try {
        return run();
      } finally {
        circumstances = before;
      }
    },
    emit(type, object, previous) {
      const { cause } = circumstances;
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: now(),
        data: {
          // A copy, so that the event keeps the current state.
          object: JSON.parse(JSON.stringify(object)),
          ...(previous !== undefined && { previous_attributes: previous }),
        },
        livemode: false,
        pending_webhooks: 0,
        request: { id: cause?.id ?? null, idempotency_key: cause?.idempotencyKey ?? null },
        type,
      } satisfies Stripe.EventBase;
      store.events.put(event);
      onEvent(event);
    },
  };
}

/** Changes fields of a stored object. Returns its new state and the previous values of the changed fields. */
export function change<T extends { readonly id: string }>(
  collection: Collection<T>,
  object: T,
  fields: Partial<T>,
): { readonly now: T; readonly previous: Partial<T> } {
  const previous: Partial<T> = {};
  for (const key of Object.keys(fields) as (keyof T)[])
    if (JSON.stringify(object[key]) !== JSON.stringify(fields[key])) previous[key] = object[key];
  return { now: collection.put({ ...object, ...fields }), previous };
}
