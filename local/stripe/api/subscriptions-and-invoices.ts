import type Stripe from 'stripe';
import * as z from 'zod';
import { bool, call, int, type Known, listCall, read, text, unset } from '../parse-and-check-form-params.ts';
import { idOf } from '../store.ts';
import type { State } from '../stripe-emulator-context.ts';
import { badRequest, noSuch } from '../stripe-errors.ts';
import { ENDED, end, setCancelAtPeriodEnd, setEnd } from '../subscription-lifecycle.ts';
import { type Operation, operation } from './api-operation-type.ts';
import { pageOf } from './paging-and-time-filters.ts';

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

const list = listCall({
  customer: text.optional(),
  status: z.enum(STATUSES).optional(),
} satisfies Known<Stripe.SubscriptionListParams>);
const update = call({
  cancel_at: int.or(unset).optional(),
  cancel_at_period_end: bool.optional(),
} satisfies Known<Stripe.SubscriptionUpdateParams>);
function subscriptionAt({ store }: State, id = ''): Stripe.Subscription {
  const found = store.subscriptions.get(id);
  if (!found) throw noSuch('subscription', id);
  return found;
}

/** Without a filter, every status but `canceled` matches. */
const hasStatus = (status: string, wanted: string | undefined): boolean => {
  if (wanted === 'all') return true;
  if (wanted === 'ended') return ENDED.includes(status);
  return wanted === undefined ? status !== 'canceled' : status === wanted;
};

export const SUBSCRIPTIONS: readonly Operation[] = [
  operation('subscriptions.list', 'GET', '/v1/subscriptions', ({ state, form }) => {
    const { customer, status, ...page } = read(list, form);
    if (customer !== undefined && !state.store.customers.get(customer))
      throw badRequest(`No such customer: '${customer}'`, 'customer', 'resource_missing');
    const found = state.store.subscriptions
      .newestFirst()
      .filter((one) => (!customer || idOf(one.customer) === customer) && hasStatus(one.status, status));
    return pageOf('/v1/subscriptions', found, page);
  }),
  operation('subscriptions.retrieve', 'GET', '/v1/subscriptions/:id', ({ state, ids, form }) => {
    read(call({}), form);
    return subscriptionAt(state, ids[0]);
  }),
  operation('subscriptions.update', 'POST', '/v1/subscriptions/:id', ({ state, ids, form }) => {
    const { cancel_at: endsAt, cancel_at_period_end: atEnd } = read(update, form);
    if (endsAt !== undefined && atEnd !== undefined)
      throw badRequest(
        'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
        'cancel_at',
      );
    const subscription = subscriptionAt(state, ids[0]);
    if (ENDED.includes(subscription.status))
      throw badRequest(`A canceled subscription can only update its cancellation_details and metadata.`);
    if (endsAt !== undefined) return setEnd(state, subscription, endsAt);
    return atEnd === undefined ? subscription : setCancelAtPeriodEnd(state, subscription, atEnd);
  }),
  operation('subscriptions.cancel', 'DELETE', '/v1/subscriptions/:id', ({ state, ids, form }) => {
    read(call({}), form);
    const subscription = subscriptionAt(state, ids[0]);
    // Stripe answers as if a subscription that has ended did not exist.
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
