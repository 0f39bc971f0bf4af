/**
 * Cost of the whole product, and the switch that stops replies. Usage: `GLOBAL` / `DAY#yyyy-mm-dd` holds a
 * UTC day's cost, `GLOBAL` / `SWITCH` is there while replies are stopped.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, auditPart } from '../audit.ts';
import { transact } from '../conditional-writes.ts';
import { daySort, inSeconds } from '../keys.ts';
import { db, usageTable } from '../tables.ts';
import { KEEP_DAYS } from './reservations.ts';

const GLOBAL = 'GLOBAL';

/** Record of who stopped replies, when (ISO 8601) and why. */
export interface SwitchItem {
  readonly stopped: true;
  readonly at: string;
  readonly by: string;
  readonly reason?: string;
}

/** `at` in milliseconds picks the UTC day. */
export const spendKey = (at: number) => ({ pk: GLOBAL, sk: daySort(at) });
export const switchKey = () => ({ pk: GLOBAL, sk: 'SWITCH' });

/** Adds to a day's cost, in US dollars. */
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

/** A day's cost so far, in US dollars. */
export async function readSpend(at: number): Promise<number> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: spendKey(at), ConsistentRead: true }),
  );
  return Number(Item?.cost ?? 0);
}

/** Undefined while replies are written. */
export async function readSwitch(): Promise<SwitchItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: switchKey(), ConsistentRead: true }),
  );
  return Item as SwitchItem | undefined; // as `putSwitch` stored it
}

/** Stops replies, or changes the reason, and keeps a record of it; false when another change came between. */
export const putSwitch = (item: SwitchItem, record: AuditEntry): Promise<boolean> =>
  transact([{ Put: { TableName: usageTable(), Item: { ...switchKey(), ...item } } }, auditPart(record)]);

/** Lets replies begin again; false when another change came between. */
export const removeSwitch = (record: AuditEntry): Promise<boolean> =>
  transact([
    {
      Delete: {
        TableName: usageTable(),
        Key: switchKey(),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    auditPart(record),
  ]);
