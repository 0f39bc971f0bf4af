/**
 * Stores the progress of the daily walk over all users, which marks and removes their unused chats and removes their
 * expired temporary chats. The item is in the Usage table: `RETENTION` / `CURSOR`.
 */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { db, usageTable } from './db-and-table-names.ts';

/**
 * Walk over all users, begun on the UTC day `day`. `next` is Cognito's cursor of the page of users at which the walk
 * continues. Without `next`, an unfinished walk begins with the first user.
 */
export interface Cycle {
  readonly day: string;
  readonly isDone: boolean;
  readonly next?: string | undefined;
}

const CURSOR = { pk: 'RETENTION', sk: 'CURSOR' };

export async function readCycle(): Promise<Cycle | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: CURSOR, ConsistentRead: true }),
  );
  return Item as Cycle | undefined; // only `putCycle` writes it
}

export async function putCycle(cycle: Cycle): Promise<void> {
  await db().send(new PutCommand({ TableName: usageTable(), Item: { ...CURSOR, ...cycle } }));
}
