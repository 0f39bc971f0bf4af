/** Subscriptions, as they are read. What an item means is in `subscription-items.ts`. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Subscription } from '#contract/entities';
import { planOf, type SubscriptionItem, subscriptionKey } from './subscription-items.ts';
import { db, subscriptionsTable } from './tables.ts';

/** The item of a user; undefined for whoever never had a subscription. */
export async function readSubscription(owner: string): Promise<SubscriptionItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: subscriptionsTable(), Key: subscriptionKey(owner), ConsistentRead: true }),
  );
  return Item as SubscriptionItem | undefined; // the stores write nothing else under this key
}

/** The plan at that time (milliseconds): whoever has no subscription is free, and one that is over is not active. */
export const readPlan = async (owner: string, now: number): Promise<Subscription> =>
  planOf(await readSubscription(owner), now);
