/** Facts that decide if a message is answered, besides its chat: the owner's plan and the state of the whole. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { type SubscriptionItem, subscriptionKey } from '../billing/subscriptions.ts';
import { db, subscriptionsTable, usageTable } from '../tables.ts';
import { spendKey, switchKey } from '../usage/daily-spend.ts';

export interface TurnFacts {
  /** Absent for a guest, and for a user who never had a subscription. */
  readonly subscription?: SubscriptionItem | undefined;
  /** The switch is on. */
  readonly isStopped: boolean;
  /** Cost of the day so far, in US dollars. */
  readonly spent: number;
}

const TRIES = 3;
const PAUSE_MS = 30;

/**
 * In one call. The plan is read strongly consistently, so that it opens what was just paid for; the rest is at most a
 * moment old, for half the price.
 * @param user whose plan is read; undefined for a guest
 * @param now milliseconds
 * @throws when the database does not answer whole: an unread plan must not let a message through
 */
export async function readTurnFacts(user: string | undefined, now: number): Promise<TurnFacts> {
  const [day, stop] = [spendKey(now), switchKey()];
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const { Responses = {}, UnprocessedKeys = {} } = await db().send(
      new BatchGetCommand({
        RequestItems: {
          [usageTable()]: { Keys: [day, stop] },
          ...(user !== undefined && {
            [subscriptionsTable()]: { Keys: [subscriptionKey(user)], ConsistentRead: true },
          }),
        },
      }),
    );
    if (Object.keys(UnprocessedKeys).length === 0) {
      const found = Responses[usageTable()] ?? [];
      const spent = Number(found.find(({ sk }) => sk === day.sk)?.cost ?? 0);
      const isStopped = found.some(({ sk }) => sk === stop.sk);
      if (user === undefined) return { isStopped, spent };
      // The stores write nothing else under this key.
      const [subscription] = (Responses[subscriptionsTable()] ?? []) as unknown as SubscriptionItem[];
      return { subscription, isStopped, spent };
    }
    await sleep(PAUSE_MS * tried);
  }
  throw new Error('DynamoDB did not process a batch');
}
