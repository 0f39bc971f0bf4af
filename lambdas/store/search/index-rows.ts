/**
 * The search index (decision 0006), in a table of its own. An owner's head is one partition: the recent rows
 * (`0#<id>`) and the lists of the segments (`<tier>#<id>`), so that one query, which runs in key order, sees a
 * new segment whenever it misses the rows that became it. A tier's shards are a partition:
 * `<shard>#<segment>#<part>`.
 */

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ownerPartition } from '../keys.ts';
import { db } from '../tables.ts';
import { type Key, searchTable, writeAll } from './batch-read-write.ts';

/** A recent row (tier 0), or the list of a segment's texts. */
export interface HeadRow {
  readonly tier: number;
  readonly id: string;
  readonly data: Uint8Array;
}
/** A part of what a segment has in a shard. A segment has at least one part in every shard of its tier. */
export interface ShardRow {
  readonly tier: number;
  readonly shard: number;
  readonly segment: string;
  readonly part: number;
  readonly parts: number;
  readonly data: Uint8Array;
  /** Milliseconds. */
  readonly writtenAt: number;
}
export type HeadKey = Pick<HeadRow, 'tier' | 'id'>;
export type ShardKey = Pick<ShardRow, 'tier' | 'shard' | 'segment' | 'part'>;
export interface ReadOptions {
  /** @default false */
  readonly consistent?: boolean;
}

/** Where indexes are kept. Domain code takes it as an argument, so that its tests can let it fail anywhere. */
export interface IndexStore {
  /** Recent rows first, then segments by tier, each oldest first. */
  readHead(owner: string, options?: ReadOptions): Promise<HeadRow[]>;
  /** Reads all that the segments of a tier have in one shard. @param shard every shard when it is undefined */
  readShard(
    owner: string,
    tier: number,
    shard: number | undefined,
    options?: ReadOptions,
  ): Promise<ShardRow[]>;
  putHead(owner: string, row: HeadRow): Promise<void>;
  /** Puts the row if `source` is still there, and says whether it was. */
  replaceHead(owner: string, row: HeadRow, source: HeadKey): Promise<boolean>;
  writeShards(owner: string, puts: readonly ShardRow[], deletes?: readonly ShardKey[]): Promise<void>;
  deleteHead(owner: string, keys: readonly HeadKey[]): Promise<void>;
}

/** Begins every key: a new version does not see what an earlier one wrote, and is filled by a rebuild. */
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
    return { tier: Number(tier), id, data: data as Uint8Array }; // as putHead wrote it
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
      ...{ parts: Number(parts), writtenAt: Number(writtenAt), data: data as Uint8Array }, // as written below
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

async function writeShards(
  owner: string,
  puts: readonly ShardRow[],
  deletes: readonly ShardKey[] = [],
): Promise<void> {
  await writeAll(
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
  writeAll(
    [],
    keys.map((key) => headKey(owner, key)),
  );

/** All of it, for merges; a function that needs a part imports that alone, and is allowed no more. */
export const indexStore: IndexStore = { readHead, readShard, putHead, replaceHead, writeShards, deleteHead };

/**
 * Deletes all that is indexed of an owner, for the deletion of an account. Run it when nothing of theirs is
 * written any more; run again, it finishes what a crash left.
 */
export async function deleteIndex(owner: string, tiers: readonly number[]): Promise<void> {
  for (const pk of [headPartition(owner), ...tiers.map((tier) => tierPartition(owner, tier))]) {
    const items = await queryAll(pk, '');
    await writeAll(
      [],
      items.map(({ sk }) => ({ pk, sk: String(sk) })),
    );
  }
}
