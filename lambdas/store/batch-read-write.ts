/** Batches of reads and writes. The part of a batch that DynamoDB leaves unprocessed is retried. */
import { setTimeout } from 'node:timers/promises';
import { BatchGetCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chatsTable, db, searchTable } from './db-and-table-names.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}
type Item = Key & Readonly<Record<string, unknown>>;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
export const BATCH_WRITES_MAX = 25;
/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
export const BATCH_READS_MAX = 100;
/** Largest number of batches that are written at the same time. */
const AT_ONCE = 4;
/** The pauses between the attempts sum up to 13 seconds on average. */
const ATTEMPTS = 9;
/** First pause, on average. Each later pause is twice as long. */
const PAUSE_MS = 50;

export async function writeSearchItems(puts: readonly Item[], deletes: readonly Key[]): Promise<void> {
  const requests = [
    ...puts.map((Item) => ({ PutRequest: { Item } })),
    ...deletes.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  ];
  await writeInBatches(requests, async (some) => {
    const { UnprocessedItems } = await db().send(
      new BatchWriteCommand({ RequestItems: { [searchTable()]: [...some] } }),
    );
    return UnprocessedItems?.[searchTable()];
  });
}

type WriteRequest = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Key } };

/**
 * Puts and deletes any number of items, in no order.
 * @param write writes one batch with one call, and returns the requests that DynamoDB left unprocessed
 * @throws Error when DynamoDB leaves a part of a batch unprocessed at every attempt
 */
export async function writeInBatches(
  requests: readonly WriteRequest[],
  write: (some: readonly WriteRequest[]) => Promise<readonly unknown[] | undefined>,
): Promise<void> {
  const batches = chunks(requests, BATCH_WRITES_MAX);
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) await writeBatch(batch, write);
  });
  await Promise.all(workers);
}

async function writeBatch(
  requests: readonly WriteRequest[],
  write: (some: readonly WriteRequest[]) => Promise<readonly unknown[] | undefined>,
): Promise<void> {
  let left: readonly WriteRequest[] = requests;
  for (let attempt = 0; left.length > 0; attempt++) {
    await pauseBefore(attempt);
    // Unprocessed requests are returned in the form in which they were sent.
    left = ((await write(left)) ?? []) as readonly WriteRequest[];
  }
}

/** Reads items of the Chats table by key, in no order. Keys without an item are skipped. */
export async function readChatItems(
  keys: readonly Key[],
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Item[]> {
  return await readInBatches(keys, async (some) => {
    const { Responses = {}, UnprocessedKeys = {} } = await db().send(
      new BatchGetCommand({
        RequestItems: { [chatsTable()]: { Keys: [...some], ConsistentRead: consistent } },
      }),
    );
    return { items: Responses[chatsTable()], unread: UnprocessedKeys[chatsTable()]?.Keys };
  });
}

type AnyItems = readonly Readonly<Record<string, unknown>>[] | undefined;

interface BatchAnswer {
  readonly items: AnyItems;
  readonly unread: AnyItems;
}

/**
 * Reads any number of items by key, in no order. Keys without an item are skipped.
 * @param read reads one batch with one call
 * @throws Error when DynamoDB leaves a part of a batch unread at every attempt
 */
export async function readInBatches(
  keys: readonly Key[],
  read: (some: readonly Key[]) => Promise<BatchAnswer>,
): Promise<Item[]> {
  const all = await Promise.all(chunks(keys, BATCH_READS_MAX).map((some) => readBatch(some, read)));
  return all.flat();
}

async function readBatch(
  keys: readonly Key[],
  read: (some: readonly Key[]) => Promise<BatchAnswer>,
): Promise<Item[]> {
  const items: Item[] = [];
  let left: readonly Key[] = keys;
  for (let attempt = 0; left.length > 0; attempt++) {
    await pauseBefore(attempt);
    const { items: found = [], unread = [] } = await read(left);
    items.push(...(found as readonly Item[])); // every item of our tables has its key
    left = unread as readonly Item[]; // unread keys are returned as they were sent
  }
  return items;
}

/**
 * The pauses grow and vary at random, so that callers do not collide again.
 * @param attempt from 0; the first attempt does not wait
 * @throws Error when all `attempts` were made
 */
export async function pauseBefore(attempt: number, attempts = ATTEMPTS): Promise<void> {
  if (attempt >= attempts) throw new Error('DynamoDB did not process a batch');
  if (attempt > 0) await setTimeout(PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
