/** Subscriptions: `OWNER#o` / `SUBSCRIPTION`. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Subscription, subscription } from '#contract/entities';
import { ownerPartition } from './keys.ts';
import { db, subscriptionsTable } from './tables.ts';

/** The plan at that time (milliseconds): whoever has no subscription is free, and one that is over is not active. */
export async function readPlan(owner: string, now: number): Promise<Subscription> {
  const { Item } = await db().send(
    new GetCommand({
      TableName: subscriptionsTable(),
      Key: { pk: ownerPartition(owner), sk: 'SUBSCRIPTION' },
    }),
  );
  if (!Item) return { tier: 'free', active: false };
  const plan = subscription.parse(Item);
  const isOver = plan.expiresAt !== undefined && plan.expiresAt * 1000 <= now;
  return isOver ? { ...plan, active: false } : plan;
}
