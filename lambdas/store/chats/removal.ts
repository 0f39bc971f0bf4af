/**
 * Deleting a chat: it is marked first, and stays restorable until its time to live. Removing its item then
 * removes its turns (`jobs/purgeChat.ts`).
 */
import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { inSeconds, turnPartition } from '../keys.ts';
import { chatsTable, db } from '../tables.ts';
import { type ChatItem, keyOf } from './chats.ts';

const IS_RESTORABLE = 'attribute_exists(pk) AND (attribute_not_exists(#ttl) OR #ttl > :nowSeconds)';

/**
 * Marks a chat as deleted. A chat that is deleted already keeps its time.
 * @param lifeMs how long it can be restored.
 * @param marked removes it only if it is still marked to be removed then.
 * @returns until when (Unix seconds) it can be restored; undefined when this owner has no such chat.
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
  return outcome.ok ? Number(outcome.value.Attributes?.ttl) : undefined;
}

/** Takes a deletion back, which is a use of the chat; undefined when this owner has no such chat (any more). */
export async function restoreChat(owner: string, chatId: string, now: number): Promise<ChatItem | undefined> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET updatedAt = :at REMOVE deletedAt, #ttl, removeAt, keptDays',
        ConditionExpression: IS_RESTORABLE,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':at': new Date(now).toISOString(), ':nowSeconds': inSeconds(now) },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  // What `putChat` stored.
  return outcome.ok ? (outcome.value.Attributes as ChatItem) : undefined;
}

/** Items deleted at a time. */
const BATCH = 25;

/** Deletes everything in a chat's partition. Called again after a crash, it deletes what is left. */
export async function deleteTurns(owner: string, chatId: string): Promise<void> {
  for (;;) {
    const { Items = [] } = await db().send(
      new QueryCommand({
        TableName: chatsTable(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': turnPartition(owner, chatId) },
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
        Limit: BATCH,
      }),
    );
    if (Items.length === 0) return;
    await Promise.all(
      Items.map(({ pk, sk }) => db().send(new DeleteCommand({ TableName: chatsTable(), Key: { pk, sk } }))),
    );
  }
}
