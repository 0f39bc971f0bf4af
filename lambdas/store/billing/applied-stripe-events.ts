/** Remembers which Stripe events were applied, and up to when Stripe's list of events was read. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { db, subscriptionsTable } from '../db-and-table-names.ts';

/**
 * Key of the row that marks a Stripe event as applied. The row is kept until Stripe can no longer send the event again.
 */
export const eventKey = (eventId: string) => ({ pk: `EVENT#${eventId}`, sk: 'EVENT' });
export const EVENT_LIFE_DAYS = 40;

/** Item `EVENTS` / `CURSOR`. Its `at` is the time of `applyMissedEvents`' last successful run, in Unix seconds. */
const cursorKey = { pk: 'EVENTS', sk: 'CURSOR' };

export async function isApplied(eventId: string): Promise<boolean> {
  const { Item } = await db().send(
    new GetCommand({ TableName: subscriptionsTable(), Key: eventKey(eventId), ConsistentRead: true }),
  );
  return Item !== undefined;
}

/** Returns the time of `applyMissedEvents`' last successful run, in Unix seconds; undefined if there was none. */
export async function readCursor(): Promise<number | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: subscriptionsTable(), Key: cursorKey, ConsistentRead: true }),
  );
  return Item && Number(Item.at);
}

export async function saveCursor(at: number): Promise<void> {
  await db().send(new PutCommand({ TableName: subscriptionsTable(), Item: { ...cursorKey, at } }));
}
