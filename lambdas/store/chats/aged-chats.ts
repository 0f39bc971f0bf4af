/**
 * Lists an owner's chats for retention, and marks those that it will remove for their age. The mark is the pair of
 * fields `removeAt` and `keptDays` of the chat's item.
 */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatSort, ownerPartition } from '../keys.ts';
import { chatsTable, db } from '../tables.ts';
import { type ChatItem, IS_THERE, keyOf, thereAt } from './chats.ts';

export type AgedChat = Pick<
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
 * Returns a page of an owner's chats, deleted ones included; `next` is the start of the next page. The read is
 * eventually consistent, for half the price. That is safe because every later write is conditional on the values read.
 */
export async function agedChats(
  owner: string,
  next?: Record<string, unknown>,
): Promise<{ readonly chats: AgedChat[]; readonly next: Record<string, unknown> | undefined }> {
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
  return { chats: Items as AgedChat[], next: LastEvaluatedKey }; // only the stores of chats and turns write these items
}

/**
 * Marks a chat with the time of its removal, unless it was used after it was read, or is pinned. Returns whether it was
 * marked.
 */
export async function markForRemoval(
  owner: string,
  { chatId, updatedAt }: AgedChat,
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
export async function unmark(owner: string, { chatId, removeAt }: AgedChat): Promise<void> {
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
