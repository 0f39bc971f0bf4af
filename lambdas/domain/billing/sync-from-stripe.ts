/**
 * Copies Stripe's state into the owner's subscription item (decision 0015). A call reads the item's version, fetches
 * the customer's subscriptions, and writes the item if its version is unchanged. If the version has changed, the call
 * begins again. So an older fetch never overwrites a newer one, in whatever order Stripe's events arrive.
 */
import type Stripe from 'stripe';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { unlessMissing, withStripe } from '../../runtime/stripe.ts';
import { isApplied } from '../../store/billing/applied-stripe-events.ts';
import type { SubscriptionItem } from '../../store/billing/read-subscription-and-plan.ts';
import { readSubscription } from '../../store/billing/read-subscription-and-plan.ts';
import { writeFromEvent, writeSubscription } from '../../store/billing/write-subscription-and-last-asked.ts';
import { stateOf } from './plan-from-stripe.ts';

export type Outcome =
  | {
      readonly kind: 'written';
      readonly item: SubscriptionItem;
      readonly subscriptions: Stripe.Subscription[];
    }
  | { readonly kind: 'known' }
  /** The owner has no item: the account was deleted, or never began a checkout. */
  | { readonly kind: 'absent' }
  /** The owner's item has another customer, or none yet. */
  | { readonly kind: 'foreign' };

/** Ids of an event and of its customer. Nothing else of an event is used, because events may arrive out of order. */
export interface CustomerEvent {
  readonly eventId: string;
  readonly customerId: string;
}

export interface Billed {
  readonly owner: string;
  readonly customerId: string;
}

/** Lists a customer's subscriptions of any status. One page of 100 is enough, because a customer has far fewer. */
export const listSubscriptions = (customer: string): Promise<Stripe.Subscription[]> =>
  withStripe(async (stripe) => {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
    return data;
  });

/** Copies Stripe's state of a customer. Never creates an item, so that a deleted account stays deleted. */
export function syncSubscription({ owner, customerId }: Billed, eventId?: string): Promise<Outcome> {
  return retryUntilWritten<Outcome>(async () => {
    if (eventId !== undefined && (await isApplied(eventId))) return { kind: 'known' };
    const before = await readSubscription(owner);
    if (!before) return { kind: 'absent' };
    if (before.customerId !== customerId) return { kind: 'foreign' };
    const subscriptions = await listSubscriptions(customerId);
    const { checkoutAt, askedAt } = before;
    const state = {
      ...stateOf(subscriptions),
      customerId,
      ...(checkoutAt !== undefined && { checkoutAt }),
      ...(askedAt !== undefined && { askedAt }),
    };
    const written =
      eventId === undefined
        ? await writeSubscription(owner, before, state)
        : await writeFromEvent(owner, before, state, { eventId, now: Date.now() });
    if (!written) return undefined;
    return { kind: 'written', item: { ...state, version: (before.version ?? 0) + 1 }, subscriptions };
  });
}

/**
 * Applies an event. Returns `absent` also for a customer that Stripe no longer has, or that this product did not
 * create.
 */
export async function applyEvent({ eventId, customerId }: CustomerEvent): Promise<Outcome['kind']> {
  const customer = await unlessMissing(withStripe((stripe) => stripe.customers.retrieve(customerId)));
  const owner = customer && !customer.deleted ? customer.metadata.owner : undefined;
  if (!owner) return 'absent';
  return (await syncSubscription({ owner, customerId }, eventId)).kind;
}
