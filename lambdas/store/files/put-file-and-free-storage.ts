/** Storage that an owner's files use: `OWNER#o` / `STORAGE` counts bytes and files. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { transact } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';
import { inSeconds } from '../unix-seconds.ts';
import { type FileItem, keyOfFile, REGISTRATION_SECONDS } from './files.ts';

const keyOf = (owner: string) => ({ pk: ownerPartition(owner), sk: 'STORAGE' });
/**
 * Key of a removed file's mark, which says that the file's storage was given back. The mark outlives the retries of the
 * DynamoDB stream (a day at most), so that no retry gives the storage back twice. After the removal, and before the
 * mark is written, a browser may register a second file with the same id. When the second file is removed too, the
 * second file's storage must also be given back. The mark's field `removals` therefore holds the `createdAt` of each
 * removed file with this id.
 */
const freedKeyOf = (owner: string, fileId: string) => ({
  pk: ownerPartition(owner),
  sk: `FREED#${fileId}`,
});
const FREED_SECONDS = 8 * 86_400;

/** Largest number of files of an owner. Bounds the purge of a chat, which reads the items of all the owner's files. */
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
 * Puts a file's item and counts the file. The item expires after `REGISTRATION_SECONDS`, unless `markReady` is called.
 * @returns false when the item exists or was removed, the storage is full, or another write conflicted
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
      // Refuses the id of a removed file. Otherwise, a late registration would bring the file back.
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

export type RemovedFile = Pick<FileItem, 'fileId' | 'bytes' | 'createdAt'>;

/**
 * Gives back the storage of a file whose item was removed. Idempotent. Does nothing for an owner without a counter, for
 * example after the deletion of the account.
 * @throws AppError `too_many_requests` when other writes of the counter or the mark have made every attempt fail
 */
export async function freeStorage(
  owner: string,
  { fileId, bytes, createdAt }: RemovedFile,
  now: number,
): Promise<void> {
  await retryUntilWritten(async () => {
    const isDone = await transact([
      {
        Update: {
          TableName: chatsTable(),
          Key: freedKeyOf(owner, fileId),
          UpdateExpression: 'SET #ttl = :ttl ADD removals :createdAts',
          // Gives nothing back if the mark lacks `removals`: an earlier version of the product gave the storage back.
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
    return isDone || (await isFreed(owner, fileId, createdAt)) || undefined;
  });
}

/** True when the storage was given back, or the owner has no counter. */
async function isFreed(owner: string, fileId: string, createdAt: string): Promise<boolean> {
  const [mark, counter] = await Promise.all([read(freedKeyOf(owner, fileId)), read(keyOf(owner))]);
  const removals = mark?.removals as ReadonlySet<string> | undefined; // the cast is safe: only `freeStorage` writes it
  return !counter || (mark !== undefined && (removals?.has(createdAt) ?? true));
}

/** True when a file with this id was removed in the last 8 days and its storage was given back. */
export const wasRemoved = async (owner: string, fileId: string): Promise<boolean> =>
  (await read(freedKeyOf(owner, fileId))) !== undefined;

async function read(Key: { readonly pk: string; readonly sk: string }) {
  const { Item } = await db().send(new GetCommand({ TableName: chatsTable(), Key, ConsistentRead: true }));
  return Item;
}
