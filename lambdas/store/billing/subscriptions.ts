/** The items of the Subscriptions table: shapes, keys, and what a subscription means at a time. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PlanType, Subscription, Tier } from '#contract/entities';
import { ownerPartition } from '../keys.ts';
import { db, subscriptionsTable } from '../tables.ts';

/**
 * `OWNER#o` / `SUBSCRIPTION`. What entitles is copied from Stripe, or made by a test subscription; `version` grows with
 * every write, which is on condition of the version read before.
 */
export interface SubscriptionItem {
  readonly tier: Tier;
  /** As it was stored: whether it is over by now tells {@link planOf}. */
  readonly active: boolean;
  readonly version: number;
  readonly planType?: PlanType;
  /** Unix seconds: the end of what is paid for. */
  readonly expiresAt?: number;
  readonly cancelAtPeriodEnd?: boolean;
  readonly paymentFailed?: boolean;
  /** Stripe's ids. A customer may be there before any subscription. */
  readonly customerId?: string;
  readonly subscriptionId?: string;
  /** Milliseconds: when a checkout was last begun, and when Stripe was last asked because of it. */
  readonly checkoutAt?: number;
  readonly askedAt?: number;
}

const SUBSCRIPTION_SORT = 'SUBSCRIPTION';
export const subscriptionKey = (owner: string) => ({ pk: ownerPartition(owner), sk: SUBSCRIPTION_SORT });

/** `EVENT#id` / `EVENT`: an event of Stripe's that was applied. Kept longer than Stripe sends it again. */
export const eventKey = (eventId: string) => ({ pk: `EVENT#${eventId}`, sk: 'EVENT' });
export const EVENT_LIFE_DAYS = 40;

/** `EVENTS` / `CURSOR`: up to which time (`at`, Unix seconds) Stripe's events were gone through. */
export const cursorKey = { pk: 'EVENTS', sk: 'CURSOR' };

/**
 * A subscription that renews stays open so long after its period's end: the renewal is paid an hour or so later, and
 * the news of it may be late. One that was cancelled, or does not renew, ends on the second.
 */
export const RENEWAL_GRACE_SECONDS = 3 * 86_400;

export const FREE: Subscription = { tier: 'free', active: false };

/** The plan at a time (milliseconds). Pure: what is over counts as over, whatever was stored. */
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

/** True when the plan opens what Premium opens. */
export const isPremium = ({ tier, active }: Subscription): boolean => tier === 'paid' && active;

/** The item of a user; undefined for a user who never had a subscription. */
export async function readSubscription(owner: string): Promise<SubscriptionItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: subscriptionsTable(), Key: subscriptionKey(owner), ConsistentRead: true }),
  );
  return Item as SubscriptionItem | undefined; // the stores write nothing else under this key
}

/** The plan at that time (milliseconds): free without a subscription, and not active when it is over. */
export const readPlan = async (owner: string, now: number): Promise<Subscription> =>
  planOf(await readSubscription(owner), now);
