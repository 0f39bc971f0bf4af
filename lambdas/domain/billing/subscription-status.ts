/** Tells of one Stripe subscription whether it gives Premium, is open, is ending or renews. Pure. */
import type Stripe from 'stripe';

/**
 * Statuses that give Premium. Stripe retries a failed payment for days (`past_due`), and the plan stays meanwhile.
 */
const ENTITLED: readonly Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due'];
/** Statuses of a subscription that has ended for good. */
const ENDED: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];

export const isEntitled = ({ status }: Stripe.Subscription): boolean => ENTITLED.includes(status);
export const isOpen = ({ status }: Stripe.Subscription): boolean => !ENDED.includes(status);

/**
 * True when the subscription is set to end with its period or at a fixed time. The customer portal sets `cancel_at` in
 * place of `cancel_at_period_end`.
 */
export const isEnding = ({ cancel_at_period_end: atEnd, cancel_at: at }: Stripe.Subscription): boolean =>
  atEnd || at !== null;

/** True when the subscription gives Premium and renews at the end of the period. */
export const isRenewing = (subscription: Stripe.Subscription): boolean =>
  isEntitled(subscription) && !isEnding(subscription);
