/** Progress of retention's daily walk over all users: `RETENTION` / `CURSOR` in the Usage table. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { db, usageTable } from './db-and-table-names.ts';

/**
 * Walk that began on the UTC day `day`. `next` is Cognito's cursor at which the walk continues. Without `next`, an
 * unfinished walk begins with the first user.
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
