/** Subscriptions, and their invoices to read. */
import type Stripe from 'stripe';
import * as z from 'zod';
import { badRequest, noSuch } from '../errors.ts';
import { bool, call, int, listCall, metadata, read, text, time, unset } from '../params.ts';
import type { State } from '../state.ts';
import { idOf } from '../store.ts';
import { changeSubscription, ENDED, end, setCancelAtPeriodEnd, setEnd } from '../subscribing.ts';
import { type Known, mergeMetadata } from './catalogue.ts';
import { isWithin, pageOf } from './list.ts';
import { type Operation, operation } from './types.ts';

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
const details = z.strictObject({ comment: text.optional(), feedback: text.optional() });

const list = listCall({
  customer: text.optional(),
  price: text.optional(),
  status: z.enum(STATUSES).optional(),
  created: time.optional(),
} satisfies Known<Stripe.SubscriptionListParams>);
const update = call({
  cancel_at: int.or(unset).optional(),
  cancel_at_period_end: bool.optional(),
  cancellation_details: details.optional(),
  metadata: metadata.optional(),
} satisfies Known<Stripe.SubscriptionUpdateParams>);
const cancel = call({
  cancellation_details: details.optional(),
  invoice_now: bool.optional(),
  prorate: bool.optional(),
} satisfies Known<Stripe.SubscriptionCancelParams>);

function subscriptionAt({ store }: State, id = ''): Stripe.Subscription {
  const found = store.subscriptions.get(id);
  if (!found) throw noSuch('subscription', id);
  return found;
}

/** Unless told otherwise, lists leave out the cancelled ones. */
const hasStatus = (status: string, wanted: string | undefined): boolean => {
  if (wanted === 'all') return true;
  if (wanted === 'ended') return ENDED.includes(status);
  return wanted === undefined ? status !== 'canceled' : status === wanted;
};

export const SUBSCRIPTIONS: readonly Operation[] = [
  operation('subscriptions.list', 'GET', '/v1/subscriptions', ({ state, form }) => {
    const { customer, price, status, created, ...page } = read(list, form);
    if (customer !== undefined && !state.store.customers.get(customer))
      throw badRequest(`No such customer: '${customer}'`, 'customer', 'resource_missing');
    const found = state.store.subscriptions
      .newestFirst()
      .filter((one) => (!customer || idOf(one.customer) === customer) && hasStatus(one.status, status))
      .filter((one) => !price || one.items.data.some((item) => item.price.id === price))
      .filter((one) => isWithin(one.created, created));
    return pageOf('/v1/subscriptions', found, page);
  }),
  operation('subscriptions.retrieve', 'GET', '/v1/subscriptions/:id', ({ state, ids, form }) => {
    read(call({}), form);
    return subscriptionAt(state, ids[0]);
  }),
  operation('subscriptions.update', 'POST', '/v1/subscriptions/:id', ({ state, ids, form }) => {
    const { cancel_at: endsAt, cancel_at_period_end: atEnd, metadata: pairs } = read(update, form);
    if (endsAt !== undefined && atEnd !== undefined)
      throw badRequest(
        'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
        'cancel_at',
      );
    const subscription = subscriptionAt(state, ids[0]);
    if (ENDED.includes(subscription.status))
      throw badRequest(`A canceled subscription can only update its cancellation_details and metadata.`);
    const named = pairs
      ? changeSubscription(state, subscription, { metadata: mergeMetadata(subscription.metadata, pairs) })
      : subscription;
    if (endsAt !== undefined) return setEnd(state, named, endsAt);
    return atEnd === undefined ? named : setCancelAtPeriodEnd(state, named, atEnd);
  }),
  operation('subscriptions.cancel', 'DELETE', '/v1/subscriptions/:id', ({ state, ids, form }) => {
    read(cancel, form);
    const subscription = subscriptionAt(state, ids[0]);
    // Stripe no longer finds a subscription to cancel that is over.
    if (ENDED.includes(subscription.status)) throw noSuch('subscription', subscription.id);
    end(state, subscription, 'cancellation_requested');
    return subscriptionAt(state, subscription.id);
  }),
  operation('invoices.retrieve', 'GET', '/v1/invoices/:id', ({ state, ids: [id = ''], form }) => {
    read(call({}), form);
    const found = state.store.invoices.get(id);
    if (!found) throw noSuch('invoice', id, 'invoice');
    return found;
  }),
];
