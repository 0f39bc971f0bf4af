/**
 * Storage that an owner's files use: `OWNER#o` / `STORAGE` counts bytes and files. A file is counted in the transaction
 * that puts its item, and given back once, when its item was removed.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { transact } from '../conditional-writes.ts';
import { inSeconds, ownerPartition } from '../keys.ts';
import { chatsTable, db } from '../tables.ts';
import { type FileItem, keyOfFile, REGISTRATION_SECONDS } from './files.ts';

const keyOf = (owner: string) => ({ pk: ownerPartition(owner), sk: 'STORAGE' });
/** Key of the mark that a removed file was given back. It outlives the retries of the stream, which take a day. */
const freedKeyOf = (owner: string, fileId: string) => ({
  pk: ownerPartition(owner),
  sk: `FREED#${fileId}`,
});
const FREED_SECONDS = 8 * 86_400;

export interface StorageUse {
  readonly usedBytes: number;
  readonly files: number;
}

export async function readStorage(owner: string): Promise<StorageUse> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOf(owner), ConsistentRead: true }),
  );
  return { usedBytes: Number(Item?.bytes ?? 0), files: Number(Item?.files ?? 0) };
}

/**
 * Puts a file's item and counts its bytes, if they fit. Until `markReady`, the item expires with the registration.
 * @returns false when the item exists, the storage is full, or another write of the counter was in the way; the caller
 * reads and decides again
 */
export async function putFile(
  owner: string,
  file: FileItem,
  { storageBytes, now }: { storageBytes: number; now: number },
): Promise<boolean> {
  return await transact([
    {
      Put: {
        TableName: chatsTable(),
        Item: { ...keyOfFile(owner, file.fileId), ...file, ttl: inSeconds(now) + REGISTRATION_SECONDS },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      // An id whose removal was counted is not used a second time: its second removal would not be counted.
      ConditionCheck: {
        TableName: chatsTable(),
        Key: freedKeyOf(owner, file.fileId),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        TableName: chatsTable(),
        Key: keyOf(owner),
        UpdateExpression: 'ADD #bytes :bytes, #files :one',
        ConditionExpression: 'attribute_not_exists(#bytes) OR #bytes <= :room',
        ExpressionAttributeNames: { '#bytes': 'bytes', '#files': 'files' },
        ExpressionAttributeValues: { ':bytes': file.bytes, ':one': 1, ':room': storageBytes - file.bytes },
      },
    },
  ]);
}

/** Tries to give storage back while other writes of the counter are in the way. */
const ATTEMPTS = 5;

/**
 * Gives back the storage of a file whose item was removed. Idempotent. An owner without a counter has no account any
 * more.
 * @throws Error when other writes of the counter are in the way again and again
 */
export async function freeStorage(
  owner: string,
  { fileId, bytes }: Pick<FileItem, 'fileId' | 'bytes'>,
  now: number,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const isDone = await transact([
      {
        Put: {
          TableName: chatsTable(),
          Item: { ...freedKeyOf(owner, fileId), ttl: inSeconds(now) + FREED_SECONDS },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        Update: {
          TableName: chatsTable(),
          Key: keyOf(owner),
          UpdateExpression: 'ADD #bytes :bytes, #files :one',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#bytes': 'bytes', '#files': 'files' },
          ExpressionAttributeValues: { ':bytes': -bytes, ':one': -1 },
        },
      },
    ]);
    if (isDone || (await isFreed(owner, fileId))) return;
  }
  throw new Error('The storage of a removed file was not given back');
}

/** True when the storage was given back, or the owner has no counter. */
async function isFreed(owner: string, fileId: string): Promise<boolean> {
  const [isMarked, hasCounter] = await Promise.all([wasRemoved(owner, fileId), exists(keyOf(owner))]);
  return isMarked || !hasCounter;
}

/** True when a file with this id was removed in the last days, and its storage given back. */
export const wasRemoved = (owner: string, fileId: string): Promise<boolean> =>
  exists(freedKeyOf(owner, fileId));

async function exists(Key: { readonly pk: string; readonly sk: string }): Promise<boolean> {
  const { Item } = await db().send(new GetCommand({ TableName: chatsTable(), Key, ConsistentRead: true }));
  return Item !== undefined;
}
