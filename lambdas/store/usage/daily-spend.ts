/** Cost of the whole product by UTC day, in the Usage table: `GLOBAL` / `DAY#yyyy-mm-dd`. */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { daySort, inSeconds } from '../keys.ts';
import { db, usageTable } from '../tables.ts';
import { KEEP_DAYS } from './reservations.ts';

/** Returns the key of the UTC day that contains `at` (milliseconds). */
export const spendKey = (at: number) => ({ pk: 'GLOBAL', sk: daySort(at) });

/** Adds a cost in US dollars to a UTC day. */
export async function addSpend(cost: number, at: number): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: usageTable(),
      Key: spendKey(at),
      UpdateExpression: 'SET #ttl = :ttl ADD cost :cost',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':cost': cost, ':ttl': inSeconds(at) + KEEP_DAYS * 86_400 },
    }),
  );
}

/** Returns a day's cost so far, in US dollars. */
export async function readSpend(at: number): Promise<number> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: spendKey(at), ConsistentRead: true }),
  );
  return Number(Item?.cost ?? 0);
}
