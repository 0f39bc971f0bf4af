import type Stripe from 'stripe';
import { periodEndAfter } from './billing-period.ts';
import { invoiceOf } from './objects/invoice.ts';
import { itemOf, subscriptionOf } from './objects/subscription.ts';
import { type Billing, idOf, type Order, type PaymentMethod } from './store.ts';
import { change, type State } from './stripe-emulator-context.ts';

const DAY = 86_400;
export const RENEWS: readonly string[] = ['active', 'past_due', 'unpaid', 'trialing'];
export const ENDED: readonly string[] = ['canceled', 'incomplete_expired'];

export const billingOf = (state: State, id: string): Billing =>
  state.store.billing.get(id) ?? { id, retries: 0 };

export function changeSubscription(
  state: State,
  subscription: Stripe.Subscription,
  fields: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const { now, previous } = change(state.store.subscriptions, subscription, fields);
  if (Object.keys(previous).length > 0) state.emit('customer.subscription.updated', now, previous);
  return now;
}

/** Starts a subscription: paid at once, or `incomplete` until `settle` settles its bank debit. */
export function begin(
  state: State,
  { price: priceId, metadata }: Order,
  customer: Stripe.Customer,
  method: PaymentMethod,
): Stripe.Subscription {
  const { store } = state;
  const price = store.prices.get(priceId);
  if (!price) throw new Error(`The price ${priceId} is gone`);
  const start = state.now();
  const made = subscriptionOf({
    customer: customer.id,
    price,
    metadata,
    method: method.id,
    start,
    end: periodEndAfter(start, start, price.recurring),
    status: method.behaviour === 'settles-later' ? 'incomplete' : 'active',
  });
  const invoice = store.invoices.put(
    invoiceOf(made, customer, { created: start, reason: 'subscription_create' }),
  );
  const subscription = store.subscriptions.put<Stripe.Subscription>({ ...made, latest_invoice: invoice.id });
  state.emit('customer.subscription.created', subscription);
  state.emit('invoice.created', invoice);
  state.emit('invoice.finalized', invoice);
  if (subscription.status === 'active') markPaid(state, invoice);
  return subscription;
}

export function settle(state: State, subscription: Stripe.Subscription, paid: boolean): void {
  if (subscription.status !== 'incomplete') throw new Error(`${subscription.id} is ${subscription.status}`);
  const invoice = latestInvoice(state, subscription);
  if (paid) {
    if (invoice) markPaid(state, invoice);
    changeSubscription(state, subscription, { status: 'active' });
    return;
  }
  if (invoice) {
    markFailed(state, invoice, null);
    const current = state.store.invoices.get(invoice.id) ?? invoice;
    state.emit('invoice.voided', change(state.store.invoices, current, { status: 'void' }).now);
  }
  changeSubscription(state, subscription, { status: 'incomplete_expired', ended_at: state.now() });
}

function renew(state: State, subscription: Stripe.Subscription): void {
  const { store } = state;
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const renewed = {
    ...item,
    current_period_start: start,
    current_period_end: periodEndAfter(subscription.billing_cycle_anchor, start, item.price.recurring),
  };
  const items = { ...subscription.items, data: [renewed] };
  const customer = store.customers.get(idOf(subscription.customer));
  if (!customer) throw new Error(`${subscription.id} has no customer`);
  const isDraft = subscription.status === 'unpaid';
  const facts = { created: start, reason: 'subscription_cycle', isDraft } as const;
  const invoice = store.invoices.put(invoiceOf({ ...subscription, items }, customer, facts));
  state.emit('invoice.created', invoice);
  const begun = changeSubscription(state, subscription, { items, latest_invoice: invoice.id });
  if (isDraft) return;
  state.emit('invoice.finalized', invoice);
  attempt(state, begun, invoice);
}

export function retry(state: State, subscription: Stripe.Subscription): void {
  const invoice = latestInvoice(state, subscription);
  if (invoice?.status === 'open') attempt(state, subscription, invoice);
}

function attempt(state: State, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const { store, settings } = state;
  const billing = billingOf(state, subscription.id);
  const method = store.methods.get(idOf(subscription.default_payment_method));
  const fails = billing.nextPayment ? billing.nextPayment === 'fails' : method?.behaviour === 'fails-later';
  if (!fails) {
    store.billing.put({ id: subscription.id, retries: 0 });
    markPaid(state, invoice);
    changeSubscription(state, subscription, { status: 'active' });
    return;
  }
  const wait = settings.retryDays[billing.retries];
  const retryAt = wait === undefined ? undefined : state.now() + wait * DAY;
  store.billing.put({
    id: subscription.id,
    retries: billing.retries + 1,
    ...(retryAt !== undefined && { retryAt }),
  });
  markFailed(state, invoice, retryAt ?? null);
  if (retryAt !== undefined) changeSubscription(state, subscription, { status: 'past_due' });
  else if (settings.afterRetries === 'unpaid') changeSubscription(state, subscription, { status: 'unpaid' });
  else end(state, subscription, 'payment_failed');
}

/** Ends a subscription at once. */
export function end(
  state: State,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): void {
  const { store } = state;
  const at = state.now();
  store.billing.delete(subscription.id);
  const { now } = change(store.subscriptions, subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? at,
    ended_at: at,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason,
    },
  });
  state.emit('customer.subscription.deleted', now);
}

/** Sets `cancel_at_period_end`. If `cancel` is false, an end that the billing portal has scheduled stays. */
export function setCancelAtPeriodEnd(
  state: State,
  subscription: Stripe.Subscription,
  cancel: boolean,
): Stripe.Subscription {
  if (cancel === subscription.cancel_at_period_end) return subscription;
  const { current_period_end } = itemOf(subscription);
  return setEnd(state, subscription, cancel ? current_period_end : null, cancel);
}

/** Schedules the end for the time `at` (Unix seconds), as the billing portal does. `null` cancels the scheduled end. */
export function setEnd(
  state: State,
  subscription: Stripe.Subscription,
  at: number | null,
  atPeriodEnd = false,
): Stripe.Subscription {
  const details = { comment: null, feedback: null, feedback_option: null };
  return changeSubscription(state, subscription, {
    cancel_at_period_end: atPeriodEnd,
    cancel_at: at,
    canceled_at: at === null ? null : state.now(),
    cancellation_details: { ...details, reason: at === null ? null : 'cancellation_requested' },
  });
}

function markPaid(state: State, invoice: Stripe.Invoice): void {
  const { now } = change(state.store.invoices, invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: state.now() },
  });
  state.emit('invoice.paid', now);
  state.emit('invoice.payment_succeeded', now);
}

function markFailed(state: State, invoice: Stripe.Invoice, nextAttempt: number | null): void {
  const { now } = change(state.store.invoices, invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: nextAttempt,
  });
  state.emit('invoice.payment_failed', now);
}

const latestInvoice = (state: State, { latest_invoice }: Stripe.Subscription): Stripe.Invoice | undefined =>
  state.store.invoices.get(idOf(latest_invoice));

/** Unix seconds of the next renewal, retry or scheduled end. Undefined if the subscription has ended or is incomplete. */
export function dueAt(state: State, subscription: Stripe.Subscription): number | undefined {
  if (!RENEWS.includes(subscription.status)) return undefined;
  const { retryAt } = billingOf(state, subscription.id);
  const { cancel_at: endsAt } = subscription;
  return Math.min(itemOf(subscription).current_period_end, retryAt ?? Infinity, endsAt ?? Infinity);
}

export function doDue(state: State, subscription: Stripe.Subscription): void {
  const billing = billingOf(state, subscription.id);
  const due = dueAt(state, subscription);
  if (subscription.cancel_at === due) end(state, subscription, 'cancellation_requested');
  else if (billing.retryAt === due) {
    const { retryAt: _, ...rest } = billing;
    state.store.billing.put(rest);
    retry(state, subscription);
  } else renew(state, subscription);
}
