/**
 * Copies rows of a table that was restored from a backup into the table in use
 * (`domain/admin/restore-rows-from-backup.ts`). No Lambda function uses this file.
 */
import { BatchGetCommand, GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryUntilWritten } from '../runtime/retry.ts';
import { type Key, readInBatches } from './batch-read-write.ts';
import { conditional } from './conditional-writes.ts';
import { chatsTable, db } from './db-and-table-names.ts';
import { ownerPartition } from './owner-keys.ts';
import { readRows } from './read-chats-rows-by-prefix.ts';

export type Row = Key & Readonly<Record<string, unknown>>;

export async function* restoredRows(table: string): AsyncGenerator<readonly Row[]> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ...(from && { ExclusiveStartKey: from }) }),
    );
    yield Items as Row[]; // `checkSource` (restore-rows-from-backup.ts) refuses tables that lack the keys `pk` and `sk`
    from = LastEvaluatedKey;
  } while (from);
}

/** Returns the keys under which the table in use has a row, each in the form of {@link nameOf}. */
export async function keysInUse(table: string, keys: readonly Key[]): Promise<ReadonlySet<string>> {
  const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const found = await readInBatches(distinct, async (some) => {
    const Keys = some.map(({ pk, sk }) => ({ pk, sk }));
    const wanted = { Keys, ConsistentRead: true, ProjectionExpression: 'pk, sk' };
    const { Responses = {}, UnprocessedKeys = {} } = await db().send(
      new BatchGetCommand({ RequestItems: { [table]: wanted } }),
    );
    return { items: Responses[table], unread: UnprocessedKeys[table]?.Keys };
  });
  return new Set(found.map(nameOf));
}

export const nameOf = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);

export async function rowInUse(table: string, { pk, sk }: Key): Promise<Row | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: table, Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item as Row | undefined; // every table has the keys `pk` and `sk`
}

/** Puts a row. Returns false when the product has written a row with the same key since `keysInUse` was called. */
export async function putMissing(table: string, row: Row): Promise<boolean> {
  const { ok } = await conditional(
    db().send(
      new PutCommand({ TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(pk)' }),
    ),
  );
  return ok;
}

/**
 * Kinds of rows that are counted: the prefix of their sort keys, and the sort key of the row with the owner's count.
 * Shares and files are missing, because they are never copied (`domain/admin/restore-rows-from-backup.ts`).
 */
const COUNTED = [
  ['PROMPT#', 'PROMPTS'],
  ['PROJECT#', 'PROJECTS'],
] as const;

export const isCounted = ({ sk }: Key): boolean => COUNTED.some(([prefix]) => sk.startsWith(prefix));

/**
 * Counts an owner's rows of the kinds in `COUNTED` again, because `putMissing` does not count.
 * @throws AppError `too_many_requests` when the product changed a count during every attempt
 */
export async function countAgain(owner: string): Promise<void> {
  const pk = ownerPartition(owner);
  for (const [prefix, sk] of COUNTED) await retryUntilWritten(() => count({ pk, sk }, prefix));
}

/**
 * Counts the rows with `prefix`, and stores their number under `Key`. Returns undefined, without a write, if the
 * product has changed the stored number meanwhile. The product may also have changed the number and then changed it
 * back. The write therefore also needs an unchanged field `changes`, which grows with every change of the number.
 */
async function count(Key: Key, prefix: string): Promise<true | undefined> {
  const TableName = chatsTable();
  const { Item = {} } = await db().send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  let rows = 0;
  for await (const page of readRows(Key.pk, prefix)) rows += page.length;
  const isAsBefore = (name: string) =>
    Item[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}`;
  const { ok } = await conditional(
    db().send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #count = :rows',
        ConditionExpression: `${isAsBefore('count')} AND ${isAsBefore('changes')}`,
        ExpressionAttributeNames: { '#count': 'count', '#changes': 'changes' },
        // The marshaller leaves out a value that is undefined.
        ExpressionAttributeValues: { ':rows': rows, ':count': Item.count, ':changes': Item.changes },
      }),
    ),
  );
  return ok ? true : undefined;
}
