/** State that every part of the stand-in works on: the objects, the time, and the events that changes make. */
import Stripe from 'stripe';
import { type Collection, newId, type Store } from './store.ts';

export interface Settings {
  /** Days after a failed renewal when it is tried again. @default [3, 5, 7] */
  readonly retryDays: readonly number[];
  /** Fate of a subscription whose last retry failed. @default cancel */
  readonly afterRetries: 'cancel' | 'unpaid';
}

/** The call that a change came by; undefined for what time or a page did. */
export interface Cause {
  readonly id: string;
  readonly idempotencyKey: string | null;
}

export interface State {
  readonly store: Store;
  readonly settings: Settings;
  /** `https://localhost:<port>`, where pages are. */
  readonly origin: string;
  /** Unix seconds. */
  now(): number;
  /** Runs with the time and the cause of what it does. */
  during<T>(circumstances: { readonly at?: number; readonly cause?: Cause }, run: () => T): T;
  /** Keeps the object, and tells endpoints of it as it is now. */
  emit(type: Stripe.Event.Type, object: { readonly id: string }, previous?: object): void;
}

export interface StateOptions {
  readonly store: Store;
  readonly settings: Settings;
  readonly origin: string;
  /** Milliseconds. */
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
          // As it is now, and as it is sent.
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

/** Replaces fields of an object that is there; gives what it is now and the fields' values before. */
export function change<T extends { readonly id: string }>(
  collection: Collection<T>,
  object: T,
  fields: Partial<T>,
): { readonly now: T; readonly previous: Partial<T> } {
  const previous: Partial<T> = {};
  for (const key of Object.keys(fields) as (keyof T)[]) // the keys of a Partial<T>
    if (JSON.stringify(object[key]) !== JSON.stringify(fields[key])) previous[key] = object[key];
  return { now: collection.put({ ...object, ...fields }), previous };
}
