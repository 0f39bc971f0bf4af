/**
 * Counts actions in fixed windows of time, in the Usage table: `LIMIT#<what>#<who>` / `<start of the window>`. For a
 * user, `OWNER#<who>` / `LIMIT#<what>#<start>`, in the partition that is deleted with the account.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { db, usageTable } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';
import { inSeconds } from '../unix-seconds.ts';

export interface Window {
  readonly what: string;
  /** User, network address, connection or invite code whose actions are counted; `everybody` counts all callers. */
  readonly who: string;
  /** True when `who` is a user. @default false */
  readonly isOwner?: boolean;
  /** Any time inside the window, in Unix milliseconds. */
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

interface Counted {
  /** Number of actions. With more than 1, the new count may exceed the limit. @default 1 */
  readonly amount?: number;
  /**
   * Id of the request. If the request that was counted last in the window has the same id, the call is not counted.
   * @default each call is counted
   */
  readonly requestId?: string;
}

/**
 * Counts actions and returns the new count. Returns undefined, without a change, when the limit was reached before.
 * A repeated request is not counted again and gets the present count. Exact under concurrent calls.
 */
export async function countUp(
  window: Window,
  limit: number,
  { amount = 1, requestId }: Counted = {},
): Promise<number | undefined> {
  const isNamed = requestId !== undefined;
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: keyOf(window),
        UpdateExpression: `SET #ttl = :ttl${isNamed ? ', lastRequest = :request' : ''} ADD #count :amount`,
        ConditionExpression: isNamed ? `(${IS_FREE}) AND ${IS_NEW}` : IS_FREE,
        ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':amount': amount,
          ':limit': limit,
          ':ttl': inSeconds(startOf(window) + 2 * window.lengthMs),
          ...(isNamed && { ':request': requestId }),
        },
        ReturnValues: 'UPDATED_NEW',
        ...(isNamed && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      }),
    ),
  );
  if (outcome.ok) return Number(outcome.value.Attributes?.count);
  return isNamed && outcome.item?.lastRequest === requestId ? Number(outcome.item.count) : undefined;
}

const IS_FREE = 'attribute_not_exists(#count) OR #count < :limit';
const IS_NEW = '(attribute_not_exists(lastRequest) OR lastRequest <> :request)';

export async function readCount(window: Window): Promise<number> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: keyOf(window), ConsistentRead: true }),
  );
  return Number(Item?.count ?? 0);
}

/** Uses up a window, so that `countUp` returns undefined until the window ends. */
export async function useUp(window: Window): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: usageTable(),
      Key: keyOf(window),
      UpdateExpression: 'SET #ttl = :ttl, #count = :all',
      ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':all': Number.MAX_SAFE_INTEGER,
        ':ttl': inSeconds(startOf(window) + 2 * window.lengthMs),
      },
    }),
  );
}

/** Subtracts one action that `countUp` counted, but not below 0. */
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
