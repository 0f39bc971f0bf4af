/** Derives a customer's plan from all their Stripe subscriptions. Pure. */
import type Stripe from 'stripe';
import type { SubscriptionState } from '../../store/billing/subscription-and-event-writes.ts';
import { isEnding, isEntitled, isOpen } from './subscription-status.ts';

const isYearly = ({ items }: Stripe.Subscription): boolean =>
  items.data.some(({ price }) => price.recurring?.interval === 'year');

/** Returns the end of the current period in Unix seconds, or `cancel_at` if that is earlier. */
function endOf({ items, cancel_at: at }: Stripe.Subscription): number {
  const end = Math.max(0, ...items.data.map(({ current_period_end }) => current_period_end));
  return at === null ? end : Math.min(end, at);
}

/**
 * Picks the best open subscription. One that gives Premium wins over one that does not. In a tie, yearly wins over
 * monthly, and then a later end over an earlier end.
 */
function best(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const rank = (one: Stripe.Subscription) => [Number(isEntitled(one)), Number(isYearly(one)), endOf(one)];
  return subscriptions.filter(isOpen).toSorted((a, b) => {
    const [ofA, ofB] = [rank(a), rank(b)];
    return ofB.map((value, i) => value - (ofA[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  })[0];
}

/** Fields of a stored subscription that follow from Stripe's data. The caller adds the other fields. */
type StateFromStripe = Omit<SubscriptionState, 'customerId' | 'checkoutAt' | 'askedAt'>;

/** Maps all of a customer's subscriptions, of any status, to one state. */
export function stateOf(subscriptions: readonly Stripe.Subscription[]): StateFromStripe {
  const found = best(subscriptions);
  if (!found) return { tier: 'free', active: false };
  const { id: subscriptionId, status } = found;
  // The subscription is open, but gives no Premium (`incomplete`, `unpaid`, `paused`). Its id is kept, so that the user
  // can still pay or cancel it.
  if (!isEntitled(found)) return { tier: 'free', active: false, subscriptionId };
  return {
    ...{ tier: 'paid', active: true, subscriptionId },
    planType: isYearly(found) ? 'yearly' : 'monthly',
    expiresAt: endOf(found),
    ...(isEnding(found) && { cancelAtPeriodEnd: true }),
    ...(status === 'past_due' && { paymentFailed: true }),
  };
}
