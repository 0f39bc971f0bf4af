/**
 * Usage: how often something was done in a fixed window of time. `LIMIT#<what>#<who>` / `<start of the window>`, and
 * for a user `OWNER#<who>` / `LIMIT#<what>#<start>`, with all else that goes when their account does.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { inSeconds, ownerPartition } from '../keys.ts';
import { db, usageTable } from '../tables.ts';

export interface Window {
  readonly what: string;
  /** Network, code or user that it counts for. */
  readonly who: string;
  /** True when that is a user. @default false */
  readonly isOwner?: boolean;
  /** Milliseconds; picks the window. */
  readonly at: number;
  readonly lengthMs: number;
}

const startOf = ({ at, lengthMs }: Window) => at - (at % lengthMs);
function keyOf(window: Window) {
  const { what, who, isOwner } = window;
  const start = new Date(startOf(window)).toISOString();
  return isOwner
    ? { pk: ownerPartition(who), sk: `LIMIT#${what}#${start}` }
    : { pk: `LIMIT#${what}#${who}`, sk: start };
}

/** Counts one more unless the limit is reached, exactly also when many do so at once. Undefined when it is. */
export async function countUp(window: Window, limit: number): Promise<number | undefined> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: keyOf(window),
        UpdateExpression: 'SET #ttl = :ttl ADD #count :one',
        ConditionExpression: 'attribute_not_exists(#count) OR #count < :limit',
        ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':one': 1,
          ':limit': limit,
          ':ttl': inSeconds(startOf(window) + 2 * window.lengthMs),
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
  );
  return outcome.ok ? Number(outcome.value.Attributes?.count) : undefined;
}

/** Gives one back that `countUp` counted. */
export async function countDown(window: Window): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: keyOf(window),
        UpdateExpression: 'ADD #count :minus',
        ConditionExpression: '#count > :none',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':minus': -1, ':none': 0 },
      }),
    ),
  );
}
