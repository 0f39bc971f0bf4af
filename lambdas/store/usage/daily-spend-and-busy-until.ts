/**
 * Cost of all replies of the product by UTC day, in the Usage table: `GLOBAL` / `DAY#yyyy-mm-dd`. The item also holds
 * `busyUntil`, because every message reads the item. Until that time, new messages are refused, because too few workers
 * are free.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { db, usageTable } from '../db-and-table-names.ts';
import { daySort } from '../owner-keys.ts';
import { inSeconds } from '../unix-seconds.ts';
import { KEEP_DAYS } from './reservations.ts';
import { KEEP_SETTLERS, newSettler, SETTLERS } from './settlement-ids.ts';

/** Returns the key of the UTC day that contains `at` (milliseconds). */
export const spendKey = (at: number) => ({ pk: 'GLOBAL', sk: daySort(at) });

/** Costs of a UTC day so far, in US dollars. */
export interface DaySpend {
  readonly spent: number;
  /** Guests' part of `spent`. */
  readonly guestSpent: number;
}

export const spendOf = (item: Readonly<Record<string, unknown>> = {}): DaySpend => ({
  spent: Number(item.cost ?? 0),
  guestSpent: Number(item.guestCost ?? 0),
});

/** Returns the time in milliseconds until which new messages are refused, or 0. */
export const busyUntilOf = (item: Readonly<Record<string, unknown>> = {}): number =>
  Number(item.busyUntil ?? 0);

/** Stores `until` as `busyUntil` in the item of the UTC day that contains `at`. Both are Unix milliseconds. */
export async function putBusyUntil(until: number, at: number): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: usageTable(),
      Key: spendKey(at),
      UpdateExpression: 'SET #ttl = :ttl, busyUntil = :until',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':until': until, ':ttl': inSeconds(at) + KEEP_DAYS * 86_400 },
    }),
  );
}

/** Condition of `addSpend`: the item does not have the id of this write, `:settler`. */
const IS_NEW = `NOT (${SETTLERS.map((name) => `${name} = :settler`).join(' OR ')})`;

/**
 * Adds the cost of a reply, in US dollars, to the UTC day that contains `at` (milliseconds). The SDK repeats a write
 * whose response was lost. If the first try added the cost, the item has this addition's id, and the repeat adds
 * nothing. If four other additions came between the two tries, the item no longer has the id, and the cost is added
 * twice.
 */
export async function addSpend(cost: number, at: number, isGuest: boolean): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: spendKey(at),
        UpdateExpression: `SET #ttl = :ttl, ${KEEP_SETTLERS} ADD cost :cost${isGuest ? ', guestCost :cost' : ''}`,
        ConditionExpression: IS_NEW,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ...{ ':cost': cost, ':settler': newSettler() },
          ':ttl': inSeconds(at) + KEEP_DAYS * 86_400,
        },
      }),
    ),
  );
}

export async function readSpend(at: number): Promise<DaySpend> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: spendKey(at), ConsistentRead: true }),
  );
  return spendOf(Item);
}
