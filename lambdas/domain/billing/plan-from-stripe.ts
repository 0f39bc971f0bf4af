import type Stripe from 'stripe';
import type { SubscriptionState } from '../../store/billing/write-subscription-and-last-asked.ts';
import { isEnding, isEntitled, isOpen } from './stripe-subscription-status.ts';

const isYearly = ({ items }: Stripe.Subscription): boolean =>
  items.data.some(({ price }) => price.recurring?.interval === 'year');

/** Returns the end of the current period in Unix seconds, or `cancel_at` if that is earlier. */
function endOf({ items, cancel_at: at }: Stripe.Subscription): number {
  const end = Math.max(0, ...items.data.map(({ current_period_end }) => current_period_end));
  return at === null ? end : Math.min(end, at);
}

function best(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const rank = (one: Stripe.Subscription) => [Number(isEntitled(one)), Number(isYearly(one)), endOf(one)];
  return subscriptions.filter(isOpen).toSorted((a, b) => {
    const [ofA, ofB] = [rank(a), rank(b)];
    return ofB.map((value, i) => value - (ofA[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  })[0];
}

type StateFromStripe = Omit<SubscriptionState, 'customerId' | 'checkoutAt' | 'askedAt'>;

export function stateOf(subscriptions: readonly Stripe.Subscription[]): StateFromStripe {
  const found = best(subscriptions);
  if (!found) return { tier: 'free', active: false };
  const { id: subscriptionId, status } = found;
  // An open subscription without Premium (`incomplete`, `unpaid`, `paused`) keeps its id, so that the user can still
  // pay or cancel it.
  if (!isEntitled(found)) return { tier: 'free', active: false, subscriptionId };
  return {
    ...{ tier: 'paid', active: true, subscriptionId },
    planType: isYearly(found) ? 'yearly' : 'monthly',
    expiresAt: endOf(found),
    ...(isEnding(found) && { cancelAtPeriodEnd: true }),
    ...(status === 'past_due' && { paymentFailed: true }),
  };
}
