/**
 * Deletes and restores chats. A deletion only marks the chat's item. When DynamoDB removes the item at its `ttl`,
 * `jobs/cleanUpAfterRemovals.ts` removes the chat's turns, shares and files.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isTemporaryChat } from '#contract/temporary-chats';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { inSeconds } from '../unix-seconds.ts';
import { type ChatItem, keyOf } from './chats.ts';
import { noteTurnsOf } from './names-of-chats-with-turns.ts';

const IS_RESTORABLE = 'attribute_exists(pk) AND (attribute_not_exists(#ttl) OR #ttl > :nowSeconds)';

/**
 * Marks a chat as deleted. A chat that already has a `ttl`, e.g. a temporary chat, keeps it.
 * @param lifeMs milliseconds during which a chat without a `ttl` can be restored
 * @param marked if given, the chat is deleted only while its retention mark `removeAt` has this value
 * @returns Unix seconds until which the chat can be restored; undefined when the chat is missing or expired, or its
 * mark differs
 */
export async function markDeleted(
  owner: string,
  chatId: string,
  { now, lifeMs, marked }: { now: number; lifeMs: number; marked?: string | undefined },
): Promise<number | undefined> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET deletedAt = if_not_exists(deletedAt, :at), #ttl = if_not_exists(#ttl, :ttl)',
        ConditionExpression: marked === undefined ? IS_RESTORABLE : `${IS_RESTORABLE} AND removeAt = :marked`,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ...(marked !== undefined && { ':marked': marked }),
          ':at': new Date(now).toISOString(),
          ':ttl': inSeconds(now + lifeMs),
          ':nowSeconds': inSeconds(now),
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  if (!outcome.ok) return undefined;
  if (!isTemporaryChat(chatId)) await noteTurnsOf(owner, chatId);
  return Number(outcome.value.Attributes?.ttl);
}

/**
 * Restores a deleted chat. Sets `updatedAt`, because the restoring counts as a use of the chat. Returns undefined when
 * the chat is missing, expired, or still being imported. A chat that is still being imported is marked as deleted, too,
 * but is not restored, because its messages are incomplete.
 */
export async function restoreChat(owner: string, chatId: string, now: number): Promise<ChatItem | undefined> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        // The expiry of a temporary chat stays.
        UpdateExpression: `SET updatedAt = :at REMOVE deletedAt, removeAt, keptDays${isTemporaryChat(chatId) ? '' : ', #ttl'}`,
        ConditionExpression: `${IS_RESTORABLE} AND attribute_not_exists(importing)`,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':at': new Date(now).toISOString(), ':nowSeconds': inSeconds(now) },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  // The cast is safe: items with this key are chats.
  return outcome.ok ? (outcome.value.Attributes as ChatItem) : undefined;
}
