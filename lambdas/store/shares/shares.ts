/**
 * Shared chats. `SHARE#<id>` / `META` is a share, and `SHARE#<id>` / `PART#<n>` a part of its snapshot. For an owner
 * `o`, `OWNER#o` / `SHARE#<id>` names a share, and `OWNER#o` / `SHARES` counts the shares. A change of several items is
 * one transaction, so a crash leaves no half of a share.
 */
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { SHARES_MAX } from '#contract/limits';
import { SHARE_ID, type Share, type ShareReaders } from '#contract/sharing';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { readChatItems } from '../batch-read-write.ts';
import { conditional, type Parts, transactOrExplain } from '../conditional-writes.ts';
import { countOneLess, countOneMore } from '../count-limited-rows.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { ownerPartition, sharePartition, shareSort } from '../owner-keys.ts';

/** Stored share. `version` grows when the snapshot is replaced. `parts` counts the parts of the snapshot. */
export interface ShareItem extends Share {
  readonly owner: string;
  readonly version: number;
  readonly parts: number;
  /**
   * The chat's `lastRequestId` when the snapshot was taken. Absent if the chat had none, or if the snapshot was stored
   * before this field existed.
   */
  readonly lastRequestId?: string | undefined;
  /** Index of a message. The newest path that has this message is shared. @default the chat's newest path is shared */
  readonly through?: number | undefined;
}

export type SnapshotFields = Pick<ShareItem, 'name' | 'updatedAt' | 'messages' | 'lastRequestId' | 'through'>;

/** Compressed parts of a snapshot, in order. */
export type PackedParts = readonly Uint8Array[];

const metaKey = (shareId: string) => ({ pk: sharePartition(shareId), sk: 'META' });
export const partKey = (shareId: string, part: number) => ({
  pk: sharePartition(shareId),
  sk: `PART#${String(part).padStart(4, '0')}`,
});
const ownKey = (owner: string, shareId: string) => ({ pk: ownerPartition(owner), sk: shareSort(shareId) });
const countKey = (owner: string) => ({ pk: ownerPartition(owner), sk: 'SHARES' });

/** Returns a share; undefined for a malformed id, which DynamoDB may refuse as a key. */
export async function getShare(shareId: string): Promise<ShareItem | undefined> {
  if (!SHARE_ID.test(shareId)) return undefined;
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: metaKey(shareId), ConsistentRead: true }),
  );
  return Item as ShareItem | undefined; // only this file writes items under this key
}

export async function listOwnShares(owner: string): Promise<{ shareId: string; chatId: string }[]> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': ownerPartition(owner), ':prefix': shareSort('') },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ sk, chatId }) => ({
    shareId: String(sk).slice(shareSort('').length),
    chatId: String(chatId),
  }));
}

/** Returns all shares of an owner, newest first. */
export async function listShares(owner: string): Promise<ShareItem[]> {
  const own = await listOwnShares(owner);
  const keys = own.map(({ shareId }) => metaKey(shareId));
  // Only this file writes shares.
  const found = (await readChatItems(keys, { consistent: true })) as unknown as ShareItem[];
  return found.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/**
 * Stores a new share with its snapshot, and counts it. Idempotent.
 * @returns the stored share; undefined when the id is taken by another chat's share; `full` at the limit
 * @throws AppError `too_many_requests` when other writes came first in every attempt
 */
export async function putShare(
  share: ShareItem,
  parts: PackedParts,
): Promise<ShareItem | 'full' | undefined> {
  return await retryUntilWritten<{ readonly found: ShareItem | 'full' | undefined }>(async () => {
    const { owner, shareId, chatId, version } = share;
    const outcome = await transactOrExplain([
      {
        Put: {
          TableName: chatsTable(),
          Item: { ...metaKey(shareId), ...share },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      { Put: { TableName: chatsTable(), Item: { ...ownKey(owner, shareId), chatId } } },
      countOneMore(countKey(owner), SHARES_MAX),
      ...putParts(shareId, version, parts),
    ]);
    if (outcome === 'conflict') return undefined;
    if (outcome === 'written') return { found: share };
    // The write was refused for one of three reasons: the owner has the maximum of shares, another share has this id,
    // or an earlier attempt stored this share but its response was lost.
    const stored = await getShare(shareId);
    if (!stored) return { found: 'full' };
    return { found: stored.owner === owner && stored.chatId === chatId ? stored : undefined };
  }).then(({ found }) => found);
}

/**
 * Replaces the snapshot of a share. Without `through`, the share keeps its earlier `through`.
 * @param before the share as it was read
 * @returns false, with nothing written, when another request has replaced the snapshot, has removed the share, or is
 * writing the share now
 */
export async function replaceSnapshot(
  before: ShareItem,
  { name, updatedAt, messages, lastRequestId, through }: SnapshotFields,
  parts: PackedParts,
): Promise<boolean> {
  const { shareId } = before;
  const version = before.version + 1;
  const outcome = await transactOrExplain([
    {
      Update: {
        TableName: chatsTable(),
        Key: metaKey(shareId),
        UpdateExpression:
          'SET #name = :name, updatedAt = :at, messages = :messages, #version = :version, #parts = :parts' +
          (through === undefined ? '' : ', through = :through') +
          (lastRequestId === undefined ? ' REMOVE lastRequestId' : ', lastRequestId = :last'),
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: { '#name': 'name', '#version': 'version', '#parts': 'parts' },
        ExpressionAttributeValues: {
          ...{ ':name': name, ':at': updatedAt, ':messages': messages },
          ...{ ':version': version, ':before': before.version, ':parts': parts.length },
          ...(through !== undefined && { ':through': through }),
          ...(lastRequestId !== undefined && { ':last': lastRequestId }),
        },
      },
    },
    ...putParts(shareId, version, parts),
    ...deleteParts(shareId, parts.length, before.parts),
  ]);
  return outcome === 'written';
}

/** Sets who may read a share. Returns the share, or undefined when this owner has no such share. */
export async function setReaders(
  owner: string,
  shareId: string,
  readers: ShareReaders,
): Promise<ShareItem | undefined> {
  if (!SHARE_ID.test(shareId)) return undefined;
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: metaKey(shareId),
        UpdateExpression: 'SET readers = :readers',
        ConditionExpression: '#owner = :owner',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':readers': readers, ':owner': owner },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return outcome.ok ? (outcome.value.Attributes as ShareItem) : undefined; // only this file writes shares
}

/**
 * Removes a share with its snapshot. Does nothing when this owner has no such share.
 * @throws AppError `too_many_requests` when other writes came first in every attempt
 */
export async function removeShare(owner: string, shareId: string): Promise<void> {
  await retryUntilWritten(async () => {
    const share = await getShare(shareId);
    if (share?.owner !== owner) return true;
    const outcome = await transactOrExplain([
      {
        Delete: {
          TableName: chatsTable(),
          Key: metaKey(shareId),
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': share.version },
        },
      },
      { Delete: { TableName: chatsTable(), Key: ownKey(owner, shareId) } },
      countOneLess(countKey(owner)),
      ...deleteParts(shareId, 0, share.parts),
    ]);
    return outcome === 'written' ? true : undefined;
  });
}

export async function removeSharesOfChat(owner: string, chatId: string): Promise<void> {
  for (const share of await listOwnShares(owner))
    if (share.chatId === chatId) await removeShare(owner, share.shareId);
}

const putParts = (shareId: string, version: number, parts: PackedParts): Parts =>
  parts.map((packed, index) => ({
    Put: { TableName: chatsTable(), Item: { ...partKey(shareId, index), version, packed } },
  }));

const deleteParts = (shareId: string, from: number, to: number): Parts =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
    Delete: { TableName: chatsTable(), Key: partKey(shareId, from + index) },
  }));
