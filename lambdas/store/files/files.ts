/**
 * File items: `OWNER#o` / `FILE#<fileId>` (decision 0108). The file's content and its extracted text are objects in S3
 * (`runtime/file-objects.ts`). When an item is removed, the Chats table's stream starts `jobs/cleanUpAfterRemovals.ts`,
 * which deletes the objects and gives the storage back (`put-file-and-free-storage.ts`).
 */
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FileInfo } from '#contract/entities';
import { readChatItems } from '../batch-read-write.ts';
import { conditional, type Parts } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { fileSort, ownerPartition } from '../owner-keys.ts';
import { readRows } from '../read-chats-rows-by-prefix.ts';
import { inSeconds } from '../unix-seconds.ts';

export interface FileItem extends Omit<FileInfo, 'isRemoved'> {
  readonly createdAt: string;
  /** Estimated tokens that a model counts for the file. */
  readonly tokens: number;
  /** Bytes of the extracted text; absent for pictures and files without text. */
  readonly textBytes?: number | undefined;
  /** S3's ETag of the upload that was read and counted. An upload with another ETag is not stored under this item. */
  readonly etag?: string | undefined;
  /** True once the objects are complete. Until then the file cannot be used. */
  readonly isReady?: boolean | undefined;
  /** Chat in which the file was sent. A file belongs to one chat at most. */
  readonly chatId?: string | undefined;
  /** Project that the file was added to. Users cannot send the file with a message. */
  readonly projectId?: string | undefined;
  /** `requestId` of the last turn that bound the file to its chat. Items from before this field existed lack it. */
  readonly boundBy?: string | undefined;
  /** Unix seconds at which the item expires. Files of a project, or of a chat that does not expire, have none. */
  readonly ttl?: number | undefined;
}

/** File as it is stored in a turn's item, in a worker's job (`ReplyJob`) and in a project's list of files. */
export type TurnFile = Omit<
  FileItem,
  'createdAt' | 'etag' | 'isReady' | 'chatId' | 'projectId' | 'boundBy' | 'ttl'
>;

export const keyOfFile = (owner: string, fileId: string) => ({
  pk: ownerPartition(owner),
  sk: fileSort(fileId),
});

/** Seconds that a registration may take, with all its retries. */
export const REGISTRATION_SECONDS = 60 * 60;
/** Seconds for which a registered file waits to be sent or added to a project. */
export const UNSENT_SECONDS = 7 * 86_400;

/** Condition that the file can be used. Needs `#ttl`, `:true` and `:nowSeconds`. */
const IS_USABLE = 'isReady = :true AND (attribute_not_exists(#ttl) OR #ttl > :nowSeconds)';

/** True when a file can be used at `now` (milliseconds). Checks `ttl`: DynamoDB removes expired items days late. */
export const isUsable = ({ isReady, ttl }: Pick<FileItem, 'isReady' | 'ttl'>, now: number): boolean =>
  isReady === true && (ttl === undefined || ttl > inSeconds(now));

/**
 * Reads an owner's files, in the order of `fileIds`. Leaves out unusable files and other owners' files.
 * @param fileIds ids, of which none occurs twice
 */
export async function readFiles(owner: string, fileIds: readonly string[], now: number): Promise<FileItem[]> {
  const items = await readFileItems(owner, fileIds);
  return items.filter((file) => isUsable(file, now));
}

/** Reads files as {@link readFiles} does, also expired files and files whose registration has not ended. */
export async function readFileItems(owner: string, fileIds: readonly string[]): Promise<FileItem[]> {
  const keys = fileIds.map((fileId) => keyOfFile(owner, fileId));
  // Only files are stored under these keys.
  const read = (await readChatItems(keys, { consistent: true })) as unknown as FileItem[];
  const found = new Map(read.map((file) => [file.fileId, file]));
  return fileIds.flatMap((fileId) => found.get(fileId) ?? []);
}

export async function isRegistered(owner: string, fileId: string): Promise<boolean> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOfFile(owner, fileId), ConsistentRead: true }),
  );
  return Item !== undefined;
}

/**
 * Marks a file as complete. It then expires after `UNSENT_SECONDS`, unless it is sent or added to a project. Returns
 * false when the item is gone.
 */
export async function markReady(owner: string, fileId: string, now: number): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOfFile(owner, fileId),
        UpdateExpression: 'SET isReady = :true, #ttl = :ttl',
        // Writes nothing in a repeated call: the user may have sent the file meanwhile, which has changed its expiry.
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(isReady)',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':true': true, ':ttl': inSeconds(now) + UNSENT_SECONDS },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return outcome.ok || outcome.item !== undefined;
}

/**
 * Binds a file to the chat in which it is sent. The file then expires with the chat, at `ttl` in Unix seconds, or not
 * at all without `ttl`. Safe to repeat.
 * @returns the file; undefined when it cannot be used, or belongs to another chat or to a project
 */
export async function bindFile(
  owner: string,
  {
    fileId,
    chatId,
    requestId,
    now,
    ttl,
  }: { fileId: string; chatId: string; requestId: string; now: number; ttl?: number | undefined },
): Promise<FileItem | undefined> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOfFile(owner, fileId),
        UpdateExpression: `SET chatId = :chatId, boundBy = :requestId${ttl === undefined ? ' REMOVE #ttl' : ', #ttl = :ttl'}`,
        ConditionExpression: `${IS_USABLE} AND attribute_not_exists(projectId) AND (attribute_not_exists(chatId) OR chatId = :chatId)`,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ...{ ':chatId': chatId, ':requestId': requestId },
          ...{ ':true': true, ':nowSeconds': inSeconds(now) },
          ...(ttl !== undefined && { ':ttl': ttl }),
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  // The cast is safe: only `putFile` (`put-file-and-free-storage.ts`) and this module write rows with this key.
  return outcome.ok ? (outcome.value.Attributes as FileItem) : undefined;
}

/**
 * Part of a transaction that gives a file to a project. DynamoDB refuses the transaction if the file cannot be used, or
 * belongs to a chat or a project.
 */
export const giveToProject = (
  owner: string,
  { fileId, projectId, now }: { fileId: string; projectId: string; now: number },
): Parts[number] => ({
  Update: {
    TableName: chatsTable(),
    Key: keyOfFile(owner, fileId),
    UpdateExpression: 'SET projectId = :projectId REMOVE #ttl',
    ConditionExpression: `${IS_USABLE} AND attribute_not_exists(projectId) AND attribute_not_exists(chatId)`,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':projectId': projectId, ':true': true, ':nowSeconds': inSeconds(now) },
  },
});

/**
 * Part of a transaction that deletes a project's file. DynamoDB refuses the transaction if the file exists but does not
 * belong to the project.
 */
export const deleteFromProject = (owner: string, fileId: string, projectId: string): Parts[number] => ({
  Delete: {
    TableName: chatsTable(),
    Key: keyOfFile(owner, fileId),
    ConditionExpression: 'attribute_not_exists(pk) OR projectId = :projectId',
    ExpressionAttributeValues: { ':projectId': projectId },
  },
});

/**
 * Deletes a file's item, which starts the removal of its objects. Idempotent.
 * @param of deletes the file only while it belongs to this chat or project. @default deletes it in any case
 * @returns the file; undefined when there is none, or it does not belong to `of`
 */
export async function deleteFileItem(
  owner: string,
  fileId: string,
  of?: { readonly chatId: string } | { readonly projectId: string },
): Promise<FileItem | undefined> {
  const outcome = await conditional(
    db().send(
      new DeleteCommand({
        TableName: chatsTable(),
        Key: keyOfFile(owner, fileId),
        ...(of && {
          ConditionExpression: 'chatId' in of ? 'chatId = :id' : 'projectId = :id',
          ExpressionAttributeValues: { ':id': 'chatId' in of ? of.chatId : of.projectId },
        }),
        ReturnValues: 'ALL_OLD',
      }),
    ),
  );
  return outcome.ok ? (outcome.value.Attributes as FileItem | undefined) : undefined;
}

/**
 * Deletes a file's item. Returns false if a turn has bound the file since the item was read. Idempotent.
 * @param file as it was read; without `chatId`, no turn had bound it
 */
export async function deleteUnlessBound(
  owner: string,
  { fileId, chatId, boundBy }: Pick<FileItem, 'fileId' | 'chatId' | 'boundBy'>,
): Promise<boolean> {
  const isSame = boundBy === undefined ? 'attribute_not_exists(boundBy)' : 'boundBy = :boundBy';
  const outcome = await conditional(
    db().send(
      new DeleteCommand({
        TableName: chatsTable(),
        Key: keyOfFile(owner, fileId),
        ConditionExpression:
          chatId === undefined ? 'attribute_not_exists(chatId)' : `chatId = :chatId AND ${isSame}`,
        ...(chatId !== undefined && {
          ExpressionAttributeValues: { ':chatId': chatId, ':boundBy': boundBy },
        }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return outcome.ok || outcome.item === undefined;
}

export async function* listFiles(owner: string): AsyncGenerator<FileItem[]> {
  // Only `putFile` (`put-file-and-free-storage.ts`) and this module write rows with this prefix.
  for await (const rows of readRows(ownerPartition(owner), fileSort(''))) yield rows as unknown as FileItem[];
}
