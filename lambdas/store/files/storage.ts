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
/**
 * Key of the mark that a removed file was given back. It outlives the retries of the stream, which take a day. Its
 * `removals` are the times at which the removed items were created. A browser may register an id a second time between
 * the removal of its item and the mark, so an id may have two removals.
 */
const freedKeyOf = (owner: string, fileId: string) => ({
  pk: ownerPartition(owner),
  sk: `FREED#${fileId}`,
});
const FREED_SECONDS = 8 * 86_400;

/** Most files of an owner. The purge of a chat reads the items of all. */
export const FILES_MAX = 10_000;

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
 * Puts a file's item and counts its bytes, if they fit. Until `markReady`, the item expires after `REGISTRATION_SECONDS`.
 * @returns false when the item exists or was removed, the storage is full, or another write of the counter was in the
 * way; the caller reads and decides again
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
      // The id of a removed file is not used again: a late call of its registration would bring the file back.
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
        ConditionExpression: 'attribute_not_exists(#bytes) OR (#bytes <= :room AND #files < :most)',
        ExpressionAttributeNames: { '#bytes': 'bytes', '#files': 'files' },
        ExpressionAttributeValues: {
          ...{ ':bytes': file.bytes, ':one': 1 },
          ...{ ':room': storageBytes - file.bytes, ':most': FILES_MAX },
        },
      },
    },
  ]);
}

/** Part of a removed item by which its storage is given back once. */
export type RemovedFile = Pick<FileItem, 'fileId' | 'bytes' | 'createdAt'>;

/** Tries to give storage back while other writes of the counter are in the way. */
const ATTEMPTS = 5;

/**
 * Gives back the storage of a file whose item was removed. Idempotent. An owner without a counter has no account any
 * more.
 * @throws Error when other writes of the counter are in the way again and again
 */
export async function freeStorage(
  owner: string,
  { fileId, bytes, createdAt }: RemovedFile,
  now: number,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const isDone = await transact([
      {
        Update: {
          TableName: chatsTable(),
          Key: freedKeyOf(owner, fileId),
          UpdateExpression: 'SET #ttl = :ttl ADD removals :createdAts',
          // A mark from before there were `removals` stands for all of them.
          ConditionExpression:
            'attribute_not_exists(pk) OR (attribute_exists(removals) AND NOT contains(removals, :createdAt))',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':ttl': inSeconds(now) + FREED_SECONDS,
            ':createdAt': createdAt,
            ':createdAts': new Set([createdAt]),
          },
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
    if (isDone || (await isFreed(owner, fileId, createdAt))) return;
  }
  throw new Error('The storage of a removed file was not given back');
}

/** True when the storage was given back, or the owner has no counter. */
async function isFreed(owner: string, fileId: string, createdAt: string): Promise<boolean> {
  const [mark, counter] = await Promise.all([read(freedKeyOf(owner, fileId)), read(keyOf(owner))]);
  const removals = mark?.removals as ReadonlySet<string> | undefined; // `freeStorage` alone writes it
  return !counter || (mark !== undefined && (removals?.has(createdAt) ?? true));
}

/** True when a file with this id was removed in the last days, and its storage given back. */
export const wasRemoved = async (owner: string, fileId: string): Promise<boolean> =>
  (await read(freedKeyOf(owner, fileId))) !== undefined;

async function read(Key: { readonly pk: string; readonly sk: string }) {
  const { Item } = await db().send(new GetCommand({ TableName: chatsTable(), Key, ConsistentRead: true }));
  return Item;
}
