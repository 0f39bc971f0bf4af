/** Item of a subscription, its reads, and the plan that it gives. `write-subscription-and-last-asked.ts` writes it. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PlanType, Subscription, Tier } from '#contract/entities';
import { db, subscriptionsTable } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';

/**
 * Item `OWNER#o` / `SUBSCRIPTION`. A write increases `version`, and fails if `version` has changed since it was read.
 * A write of `askedAt` alone (`mayAskStripe`) ignores `version`.
 */
export interface SubscriptionItem {
  readonly tier: Tier;
  /** Value at the time of the write. Use {@link planOf} to learn whether the plan is active now. */
  readonly active: boolean;
  readonly version: number;
  readonly planType?: PlanType;
  /** End of the paid period, in Unix seconds. */
  readonly expiresAt?: number;
  readonly cancelAtPeriodEnd?: boolean;
  readonly paymentFailed?: boolean;
  /** Stripe's ids. A customer may exist before any subscription. */
  readonly customerId?: string;
  readonly subscriptionId?: string;
  /** Unix milliseconds of the last begun checkout. */
  readonly checkoutAt?: number;
  /** Unix milliseconds of the last call that asked Stripe about the plan. */
  readonly askedAt?: number;
}

const SUBSCRIPTION_SORT = 'SUBSCRIPTION';
export const subscriptionKey = (owner: string) => ({ pk: ownerPartition(owner), sk: SUBSCRIPTION_SORT });

/**
 * How long a renewing subscription stays active after its period's end. Stripe charges the renewal about an hour later,
 * and the event that reports the charge may be late.
 */
export const RENEWAL_GRACE_SECONDS = 3 * 86_400;

const FREE: Subscription = { tier: 'free', active: false };

/** Returns the plan at a time (Unix milliseconds). An expired subscription is inactive, even if stored as active. */
export function planOf(item: SubscriptionItem | undefined, now: number): Subscription {
  if (!item) return FREE;
  const { tier, active, planType, expiresAt, cancelAtPeriodEnd, paymentFailed, customerId } = item;
  const renews = item.subscriptionId !== undefined && !cancelAtPeriodEnd;
  const end = expiresAt === undefined ? Infinity : expiresAt + (renews ? RENEWAL_GRACE_SECONDS : 0);
  const isActive = active && end * 1000 > now;
  return {
    tier,
    active: isActive,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(cancelAtPeriodEnd && { cancelAtPeriodEnd }),
    ...(isActive && renews && { renews }),
    ...(planType !== undefined && { planType }),
    ...(paymentFailed && { paymentFailed }),
    ...(customerId !== undefined && { hasBilling: true }),
  };
}

export const isPremium = ({ tier, active }: Subscription): boolean => tier === 'paid' && active;

/** Undefined for a user who never began a checkout or a subscription. */
export async function readSubscription(owner: string): Promise<SubscriptionItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: subscriptionsTable(), Key: subscriptionKey(owner), ConsistentRead: true }),
  );
  return Item as SubscriptionItem | undefined; // no other item is stored under this key
}

/** `now` is in Unix milliseconds. Without an item, the plan is free. */
export const readPlan = async (owner: string, now: number): Promise<Subscription> =>
  planOf(await readSubscription(owner), now);
