/** Maps Stripe's subscriptions of a customer to the plan here. Pure. */
import type Stripe from 'stripe';
import type { SubscriptionState } from '../../store/billing/subscription-writes.ts';

/** Statuses that entitle while they last. A payment that failed is retried for days, and the plan stays meanwhile. */
const ENTITLED: readonly Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due'];
/** Nothing comes after these. */
const ENDED: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];

export const isEntitled = ({ status }: Stripe.Subscription): boolean => ENTITLED.includes(status);
export const isOpen = ({ status }: Stripe.Subscription): boolean => !ENDED.includes(status);

/** Portals end a subscription at a time instead of "at the period's end"; it comes to the same. */
export const isEnding = ({ cancel_at_period_end: atEnd, cancel_at: at }: Stripe.Subscription): boolean =>
  atEnd || at !== null;

/** Entitled, and renewed when the period is over. */
export const isRenewing = (subscription: Stripe.Subscription): boolean =>
  isEntitled(subscription) && !isEnding(subscription);

const isYearly = ({ items }: Stripe.Subscription): boolean =>
  items.data.some(({ price }) => price.recurring?.interval === 'year');

/** Unix seconds: the end of what is paid for, or of the subscription if that is sooner. */
function endOf({ items, cancel_at: at }: Stripe.Subscription): number {
  const end = Math.max(0, ...items.data.map(({ current_period_end }) => current_period_end));
  return at === null ? end : Math.min(end, at);
}

/** The best of them: what entitles, yearly before monthly, then what lasts longest. */
function best(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const rank = (one: Stripe.Subscription) => [Number(isEntitled(one)), Number(isYearly(one)), endOf(one)];
  return subscriptions.filter(isOpen).toSorted((a, b) => {
    const [ofA, ofB] = [rank(a), rank(b)];
    return ofB.map((value, i) => value - (ofA[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  })[0];
}

type Billed = Omit<SubscriptionState, 'customerId' | 'checkoutAt' | 'askedAt'>;

/** All of a customer's subscriptions, whatever their state, as one. */
export function stateOf(subscriptions: readonly Stripe.Subscription[]): Billed {
  const found = best(subscriptions);
  if (!found) return { tier: 'free', active: false };
  const { id: subscriptionId, status } = found;
  // One that is unpaid or not yet paid can still be paid, or cancelled.
  if (!isEntitled(found)) return { tier: 'free', active: false, subscriptionId };
  return {
    ...{ tier: 'paid', active: true, subscriptionId },
    planType: isYearly(found) ? 'yearly' : 'monthly',
    expiresAt: endOf(found),
    ...(isEnding(found) && { cancelAtPeriodEnd: true }),
    ...(status === 'past_due' && { paymentFailed: true }),
  };
}
