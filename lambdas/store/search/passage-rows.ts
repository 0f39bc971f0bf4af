/**
 * Passages of users' documents (decision 0116), in the table of the search index: `<version>OWNER#<owner>#TEXT` /
 * `<fileId>#<part>`. `DocumentIndexer` writes the first passage last, so a document that has it is completely indexed.
 */
import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Key, readInBatches, writeSearchItems } from '../batch-read-write.ts';
import { db, searchTable } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';

/** Version of the row format. After a change, the search indexes must be rebuilt. */
const VERSION = '1#';

export interface PassageKey {
  readonly fileId: string;
  readonly part: number;
}

export interface PassageRow extends PassageKey {
  /** Encoded by `encodePassage` (`domain/search/documents/passages.ts`). */
  readonly data: Uint8Array;
  /** Turn of the document when it was indexed: `<chatId>/<index>`. Only the first passage has this field. */
  readonly turn?: string;
}

export const passagePartition = (owner: string): string => `${VERSION}${ownerPartition(owner)}#TEXT`;
const sortOf = ({ fileId, part }: PassageKey): string => `${fileId}#${String(part).padStart(2, '0')}`;
const keyOf = (owner: string, passage: PassageKey): Key => ({
  pk: passagePartition(owner),
  sk: sortOf(passage),
});
export const passageName = ({ fileId, part }: PassageKey): string => `${fileId}/${part}`;

/** Returns the data of passages by `passageName`, without passages that no longer exist. */
export async function readPassages(
  owner: string,
  wanted: readonly PassageKey[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = new Map(wanted.map((passage) => [sortOf(passage), passageName(passage)]));
  const keys = [...names.keys()].map((sk) => ({ pk: passagePartition(owner), sk }));
  const items = await readInBatches(keys, async (some) => {
    const { Responses = {}, UnprocessedKeys = {} } = await db().send(
      new BatchGetCommand({ RequestItems: { [searchTable()]: { Keys: [...some] } } }),
    );
    return { items: Responses[searchTable()], unread: UnprocessedKeys[searchTable()]?.Keys };
  });
  // Only `writePassages` writes these rows, with bytes as `data`.
  return new Map(items.map(({ sk, data }) => [names.get(sk) ?? '', data as Uint8Array]));
}

/** Returns the turn for which a document is completely indexed; undefined if it is not. */
export async function readIndexedTurn(owner: string, fileId: string): Promise<string | undefined> {
  const { Item } = await db().send(
    new GetCommand({
      TableName: searchTable(),
      Key: keyOf(owner, { fileId, part: 0 }),
      ConsistentRead: true,
    }),
  );
  return Item?.turn === undefined ? undefined : String(Item.turn);
}

export async function writePassages(owner: string, rows: readonly PassageRow[]): Promise<void> {
  await writeSearchItems(
    rows.map(({ fileId, part, data, turn }) => ({
      ...keyOf(owner, { fileId, part }),
      data,
      ...(turn !== undefined && { turn }),
    })),
    [],
  );
}

export async function deletePassages(owner: string, fileId: string): Promise<void> {
  const keys = await listPassages(owner, `${fileId}#`);
  await writeSearchItems([], keys);
}

/** Returns the ids of the owner's files that have passages. */
export async function filesWithPassages(owner: string): Promise<Set<string>> {
  const keys = await listPassages(owner, '');
  return new Set(keys.map(({ sk }) => sk.split('#')[0] ?? ''));
}

async function listPassages(owner: string, prefix: string): Promise<Key[]> {
  const keys: Key[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: searchTable(),
        KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: {
          ':pk': passagePartition(owner),
          ...(prefix !== '' && { ':prefix': prefix }),
        },
        ProjectionExpression: 'pk, sk',
        // Otherwise a deletion could miss a passage that was written a moment ago.
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    keys.push(...Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
    from = LastEvaluatedKey;
  } while (from);
  return keys;
}
