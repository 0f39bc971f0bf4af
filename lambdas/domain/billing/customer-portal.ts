import { wordedError } from '#contract/server-worded-errors';
import { hasStripe, portalConfiguration, withStripe } from '../../runtime/stripe.ts';
import { readSubscription } from '../../store/billing/read-subscription-and-plan.ts';
import type { Buyer } from './checkout.ts';
import { hasCustomer } from './stripe-customers.ts';

/**
 * Creates a session of the customer portal and returns its URL.
 * @throws AppError `no_subscription` for a user without a Stripe customer, which the first checkout creates;
 * `payments_unavailable` without Stripe, or when Stripe fails
 */
export async function createPortalSession({
  owner,
  siteUrl,
}: Pick<Buyer, 'owner' | 'siteUrl'>): Promise<{ url: string }> {
  const item = await readSubscription(owner);
  if (!hasStripe()) throw wordedError('payments_unavailable');
  if (!hasCustomer(item)) throw wordedError('no_subscription');
  const { customerId: customer } = item;
  const configuration = await portalConfiguration();
  return withStripe(async (stripe) => {
    const { url } = await stripe.billingPortal.sessions.create({
      ...(configuration !== undefined && { configuration }),
      customer,
      return_url: `${siteUrl}/subscription`,
    });
    return { url };
  });
}
