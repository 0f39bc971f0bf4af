import type Stripe from 'stripe';
import { AppError } from '#contract/error-codes';
import type { PLANS } from '#contract/plans';
import { wordedError } from '#contract/server-worded-errors';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { isMissing, StripeRefused, withStripe } from '../../runtime/stripe.ts';
import { readSubscription } from '../../store/billing/read-subscription-and-plan.ts';
import { writeSubscription } from '../../store/billing/write-subscription-and-last-asked.ts';
import { type Customer, forgetMissingCustomer, hasCustomer, requireCustomer } from './stripe-customers.ts';
import { isRenewing } from './stripe-subscription-status.ts';
import { type Billed, listSubscriptions, syncSubscription } from './sync-from-stripe.ts';

export interface Buyer {
  readonly owner: string;
  readonly email: string;
  /** Site that Stripe sends the buyer back to, without a slash at the end. */
  readonly siteUrl: string;
}
type LookupKey = (typeof PLANS)[keyof typeof PLANS]['lookupKey'];

const PENDING = 'Your payment is still being processed. Premium begins as soon as it has arrived.';

/**
 * Opens a checkout session for a plan, or returns the open session for this plan at its present price. Closes all other
 * open sessions, so that two tabs or a second click cannot buy twice.
 *
 * Concurrent calls for the same plan read the same version of the user's subscription item. So they send Stripe the
 * same idempotency key, and get the same session. One call then writes the item. The write of each other call fails, so
 * that call begins again and finds the open session.
 * @throws AppError `already_subscribed`, `payments_unavailable`, or `too_many_requests` when each try's write failed
 */
export async function createCheckoutSession(buyer: Buyer, lookupKey: LookupKey): Promise<{ url: string }> {
  try {
    return await sessionFor(buyer, lookupKey);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // Tries again even if `forgetMissingCustomer` changes nothing, because a concurrent call may already have removed
    // the missing customer from the user's item.
    await forgetMissingCustomer(buyer.owner);
    return sessionFor(buyer, lookupKey);
  }
}

async function sessionFor(buyer: Buyer, lookupKey: LookupKey): Promise<{ url: string }> {
  const { owner } = buyer;
  await refuseSubscriber(await requireCustomer(buyer));
  const price = await priceOf(lookupKey);
  const url = await retryUntilWritten(async () => {
    const item = await readSubscription(owner);
    if (!hasCustomer(item)) throw wordedError('payments_unavailable');
    const session = await openSession(buyer, item, { lookupKey, price });
    const { version: _, ...state } = item;
    const isOurs = await writeSubscription(owner, item, { ...state, checkoutAt: Date.now() });
    return isOurs ? session.url : undefined;
  });
  return { url };
}

interface Plan {
  readonly lookupKey: LookupKey;
  readonly price: string;
}

async function openSession({ owner, siteUrl }: Buyer, item: Customer, { lookupKey, price }: Plan) {
  const { customerId: customer, version } = item;
  const usable = await closeOthers({ owner, customerId: customer }, { lookupKey, price });
  if (usable) return usable;
  const made = await withStripe((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: owner,
        line_items: [{ price, quantity: 1 }],
        metadata: { owner, lookup_key: lookupKey, price },
        subscription_data: { metadata: { owner } },
        success_url: `${siteUrl}/payment-page?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${siteUrl}/payment-page?canceled=true`,
      },
      { idempotencyKey: `checkout-${owner}-${lookupKey}-${price}-${version}` },
    ),
  );
  if (made.url === null) throw wordedError('payments_unavailable');
  return { url: made.url };
}

/**
 * Closes the customer's open sessions, except the oldest session for this plan at its present price. Returns that
 * session.
 * @throws AppError `already_subscribed` when the customer has paid in a session that was to be closed
 */
async function closeOthers(
  { owner, customerId }: Billed,
  { lookupKey, price }: Plan,
): Promise<{ url: string } | undefined> {
  const open = await listOpenSessions(customerId);
  // Takes the oldest (Stripe lists the newest first), so that concurrent calls choose the same session.
  const usable = open.findLast(
    ({ metadata, url }) => metadata?.lookup_key === lookupKey && metadata.price === price && url !== null,
  );
  const others = open.filter((session) => session !== usable);
  await expireSessions(others);
  // A session may have been paid before it could be closed.
  if (others.length > 0) await refuseSubscriber({ owner, customerId });
  return usable?.url ? { url: usable.url } : undefined;
}

export const listOpenSessions = (customer: string): Promise<Stripe.Checkout.Session[]> =>
  withStripe(async (stripe) => {
    const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
    return data;
  });

/** Closes sessions. Skips a session that Stripe refuses to close, because it may have been paid or closed meanwhile. */
export async function expireSessions(sessions: readonly Stripe.Checkout.Session[]): Promise<void> {
  for (const { id } of sessions)
    try {
      await withStripe((stripe) => stripe.checkout.sessions.expire(id));
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
    }
}

/**
 * Throws if the customer has a subscription that renews, or whose first payment is pending. Asks Stripe, because the
 * event of a payment may not have arrived yet.
 * @throws AppError `already_subscribed`
 */
async function refuseSubscriber(billed: Billed): Promise<void> {
  const subscriptions = await listSubscriptions(billed.customerId);
  // A bank may take days to confirm a payment. A second checkout meanwhile could end in two subscriptions.
  if (subscriptions.some(({ status }) => status === 'incomplete'))
    throw new AppError('already_subscribed', { message: PENDING });
  if (!subscriptions.some(isRenewing)) return;
  await syncSubscription(billed);
  throw wordedError('already_subscribed');
}

async function priceOf(lookupKey: LookupKey): Promise<string> {
  const { data } = await withStripe((stripe) =>
    stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }),
  );
  const [price] = data;
  if (!price)
    throw wordedError('payments_unavailable', { cause: new Error(`There is no price ${lookupKey}`) });
  return price.id;
}
