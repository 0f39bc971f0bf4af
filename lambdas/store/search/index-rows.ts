/**
 * Rows of the search index (decision 0006), in a table of its own. `domain/search/index-layout.ts` explains the parts
 * of the index. An owner's head is one partition: the recent rows (`0#<id>`), then the lists of segments
 * (`<tier>#<id>`). Each tier's shards are one partition, with sort keys `<shard>#<segment>#<part>`.
 * A merge may change the head while a search reads it. The merge first writes the list of the new segment, and then
 * deletes the recent rows that the segment replaces. The search reads in the opposite order: recent rows first, lists
 * afterwards. So if the recent rows are gone when the search reads them, the search still finds the new segment.
 */

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type Key, writeSearchItems } from '../batch-read-write.ts';
import { db, searchTable } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';
import { passagePartition } from './passage-rows.ts';

/** Recent row (tier 0), or the list of a segment's texts (higher tiers). */
export interface HeadRow {
  readonly tier: number;
  readonly id: string;
  readonly data: Uint8Array;
}
/** Part of a segment's data in one shard. A segment has at least one part in every shard of its tier. */
export interface ShardRow {
  readonly tier: number;
  readonly shard: number;
  readonly segment: string;
  readonly part: number;
  readonly parts: number;
  readonly data: Uint8Array;
  /** Unix milliseconds. */
  readonly writtenAt: number;
}
export type HeadKey = Pick<HeadRow, 'tier' | 'id'>;
export type ShardKey = Pick<ShardRow, 'tier' | 'shard' | 'segment' | 'part'>;
export interface ReadOptions {
  /** @default false */
  readonly consistent?: boolean;
}

/** Storage of search indexes. Tests of domain code pass their own, to make any call fail. */
export interface IndexStore {
  /** Returns the recent rows, then the lists of segments by rising tier; within a tier, the oldest first. */
  readHead(owner: string, options?: ReadOptions): Promise<HeadRow[]>;
  /** Reads the data of all segments of a tier in one shard, or in every shard if `shard` is undefined. */
  readShard(
    owner: string,
    tier: number,
    shard: number | undefined,
    options?: ReadOptions,
  ): Promise<ShardRow[]>;
  putHead(owner: string, row: HeadRow): Promise<void>;
  /** Puts `row`, made from the row `source`. Returns false and writes nothing if `source` no longer exists. */
  replaceHead(owner: string, row: HeadRow, source: HeadKey): Promise<boolean>;
  writeShards(owner: string, puts: readonly ShardRow[], deletes?: readonly ShardKey[]): Promise<void>;
  deleteHead(owner: string, keys: readonly HeadKey[]): Promise<void>;
}

/** Format version, in every partition key. After a change, `ops search rebuild` must write all rows again. */
const VERSION = '1#';

const headPartition = (owner: string): string => VERSION + ownerPartition(owner);
const tierPartition = (owner: string, tier: number): string => `${headPartition(owner)}#${tier}`;
const headKey = (owner: string, { tier, id }: HeadKey): Key => ({
  pk: headPartition(owner),
  sk: `${tier}#${id}`,
});
const shardPrefix = (shard: number): string => `${String(shard).padStart(4, '0')}#`;
const shardKey = (owner: string, { tier, shard, segment, part }: ShardKey): Key => ({
  pk: tierPartition(owner, tier),
  sk: `${shardPrefix(shard)}${segment}#${part}`,
});

async function queryAll(pk: string, prefix: string, { consistent = false }: ReadOptions = {}) {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: searchTable(),
        KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':prefix': prefix }) },
        ConsistentRead: consistent,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    items.push(...Items);
    from = LastEvaluatedKey;
  } while (from);
  return items;
}

export async function readHead(owner: string, options?: ReadOptions): Promise<HeadRow[]> {
  const items = await queryAll(headPartition(owner), '', options);
  return items.map(({ sk, data }) => {
    const [tier, id = ''] = String(sk).split('#');
    return { tier: Number(tier), id, data: data as Uint8Array }; // only bytes are stored
  });
}

export async function readShard(
  owner: string,
  tier: number,
  shard: number | undefined,
  options?: ReadOptions,
): Promise<ShardRow[]> {
  const prefix = shard === undefined ? '' : shardPrefix(shard);
  const items = await queryAll(tierPartition(owner, tier), prefix, options);
  return items.map(({ sk, data, parts = 1, writtenAt }) => {
    const [number, segment = '', part] = String(sk).split('#');
    return {
      ...{ tier, shard: Number(number), segment, part: Number(part) },
      ...{ parts: Number(parts), writtenAt: Number(writtenAt), data: data as Uint8Array },
    };
  });
}

export async function putHead(owner: string, row: HeadRow): Promise<void> {
  const Item = { ...headKey(owner, row), data: row.data };
  await db().send(new PutCommand({ TableName: searchTable(), Item }));
}

async function replaceHead(owner: string, row: HeadRow, source: HeadKey): Promise<boolean> {
  const Key = headKey(owner, source);
  const Item = { ...headKey(owner, row), data: row.data };
  const TransactItems = [
    { ConditionCheck: { TableName: searchTable(), Key, ConditionExpression: 'attribute_exists(pk)' } },
    { Put: { TableName: searchTable(), Item } },
  ];
  try {
    await db().send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (error.CancellationReasons?.[0]?.Code !== 'ConditionalCheckFailed') throw error;
    return false;
  }
}

export async function writeShards(
  owner: string,
  puts: readonly ShardRow[],
  deletes: readonly ShardKey[] = [],
): Promise<void> {
  await writeSearchItems(
    puts.map((row) => ({
      ...shardKey(owner, row),
      data: row.data,
      writtenAt: row.writtenAt,
      ...(row.parts > 1 && { parts: row.parts }),
    })),
    deletes.map((key) => shardKey(owner, key)),
  );
}

const deleteHead = (owner: string, keys: readonly HeadKey[]): Promise<void> =>
  writeSearchItems(
    [],
    keys.map((key) => headKey(owner, key)),
  );

/** All calls, for merges and rebuilds. Any other Lambda function imports only the calls that its role allows. */
export const indexStore: IndexStore = { readHead, readShard, putHead, replaceHead, writeShards, deleteHead };

/**
 * Deletes an owner's whole index and the passages of documents. A message that is indexed after this call adds rows
 * again, so repeat the call when no more messages of the owner are written. After a crash, another call deletes the
 * rest.
 */
export async function deleteIndex(owner: string, tiers: readonly number[]): Promise<void> {
  const shards = tiers.map((tier) => tierPartition(owner, tier));
  for (const pk of [headPartition(owner), ...shards, passagePartition(owner)]) {
    const items = await queryAll(pk, '');
    await writeSearchItems(
      [],
      items.map(({ sk }) => ({ pk, sk: String(sk) })),
    );
  }
}
