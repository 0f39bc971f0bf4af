import type Stripe from 'stripe';

/** Statuses that give Premium, also while Stripe retries a failed payment for days (`past_due`). */
const ENTITLED: readonly Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due'];
const ENDED: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];

export const isEntitled = ({ status }: Stripe.Subscription): boolean => ENTITLED.includes(status);
export const isOpen = ({ status }: Stripe.Subscription): boolean => !ENDED.includes(status);

/**
 * True when the subscription is set to end. The customer portal sets `cancel_at` in place of `cancel_at_period_end`.
 */
export const isEnding = ({ cancel_at_period_end: atEnd, cancel_at: at }: Stripe.Subscription): boolean =>
  atEnd || at !== null;

export const isRenewing = (subscription: Stripe.Subscription): boolean =>
  isEntitled(subscription) && !isEnding(subscription);
