import { hasStripe, unlessMissing, withStripe } from '../../runtime/stripe.ts';
import { readSubscription } from '../../store/billing/read-subscription-and-plan.ts';
import { expireSessions, listOpenSessions } from './checkout.ts';
import { isOpen } from './stripe-subscription-status.ts';
import { listSubscriptions } from './sync-from-stripe.ts';

/**
 * Closes the account's open checkout sessions, then cancels its open subscriptions at once. Sessions come first,
 * because a session that is paid becomes a subscription. Idempotent.
 * @throws AppError `payments_unavailable` when a call of Stripe's API fails, or when payments are turned off and the
 * account's item in the table Subscriptions names a subscription. The caller must then keep the item: a repeated call
 * needs its `customerId`.
 */
export async function endSubscriptions(owner: string): Promise<void> {
  const item = await readSubscription(owner);
  const customerId = item?.customerId;
  if (customerId === undefined) return;
  // Payments are turned off, and the item names no subscription. A checkout session that is still open expires within a
  // day (docs/operate.md, "Turning payments off").
  if (!hasStripe() && item?.subscriptionId === undefined) return;
  const sessions = await unlessMissing(listOpenSessions(customerId));
  await expireSessions(sessions ?? []);
  const subscriptions = await unlessMissing(listSubscriptions(customerId));
  for (const { id } of (subscriptions ?? []).filter(isOpen))
    await unlessMissing(withStripe((stripe) => stripe.subscriptions.cancel(id)));
}
