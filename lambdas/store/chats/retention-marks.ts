/**
 * Lists chats for retention, and sets or removes their mark: the fields `removeAt` and `keptDays`
 * (`contract/entities.ts`).
 */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { chatSort, ownerPartition } from '../owner-keys.ts';
import { type ChatItem, IS_THERE, keyOf, thereAt } from './chats.ts';

export type ChatForRetention = Pick<
  ChatItem,
  | 'chatId'
  | 'createdAt'
  | 'updatedAt'
  | 'removeAt'
  | 'keptDays'
  | 'pinnedAt'
  | 'deletedAt'
  | 'carriedTo'
  | 'ttl'
>;

/**
 * Returns a page of an owner's chats, with deleted, claimed and expired ones, but without temporary chats. `next` is
 * the start of the next page. The read is eventually consistent, which costs half. That is safe, because every write
 * that follows is conditional on the values read.
 */
export async function listChatsForRetention(
  owner: string,
  next?: Record<string, unknown>,
): Promise<{ readonly chats: ChatForRetention[]; readonly next: Record<string, unknown> | undefined }> {
  const { Items = [], LastEvaluatedKey } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ProjectionExpression:
        'chatId, createdAt, updatedAt, removeAt, keptDays, pinnedAt, deletedAt, carriedTo, #ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':pk': ownerPartition(owner),
        ':from': chatSort(''),
        ':to': chatSort('~'),
      },
      ...(next && { ExclusiveStartKey: next }),
    }),
  );
  // The cast is safe: only the stores of chats and turns write these items.
  return { chats: Items as ChatForRetention[], next: LastEvaluatedKey };
}

/**
 * Marks a chat for removal, unless the chat was used after it was read, is pinned, or is gone. Returns whether the chat
 * was marked.
 */
export async function markForRemoval(
  owner: string,
  { chatId, updatedAt }: ChatForRetention,
  { removeAt, keptDays, now }: { removeAt: string; keptDays: number; now: number },
): Promise<boolean> {
  const there = thereAt(now);
  const unused = updatedAt === undefined ? 'attribute_not_exists(updatedAt)' : 'updatedAt = :used';
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET removeAt = :at, keptDays = :days',
        ConditionExpression: `${IS_THERE} AND attribute_not_exists(pinnedAt) AND ${unused}`,
        ExpressionAttributeNames: there.names,
        ExpressionAttributeValues: {
          ...there.values,
          ':at': removeAt,
          ':days': keptDays,
          ...(updatedAt !== undefined && { ':used': updatedAt }),
        },
      }),
    ),
  );
  return outcome.ok;
}

/** Removes the mark of a chat, unless the mark has changed since it was read. */
export async function unmark(owner: string, { chatId, removeAt }: ChatForRetention): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'REMOVE removeAt, keptDays',
        ConditionExpression: 'removeAt = :at',
        ExpressionAttributeValues: { ':at': removeAt },
      }),
    ),
  );
}
