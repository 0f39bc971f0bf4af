/**
 * Deletes and restores chats. A deletion only marks the chat's item, and the chat can be restored until its time to
 * live (`ttl`). When DynamoDB then removes the item, `jobs/removals.ts` removes the turns, shares and files of the
 * chat.
 */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isTemporaryChat } from '#contract/temporary-chats';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { inSeconds, ownerPartition } from '../keys.ts';
import { type ChatItem, keyOf } from './chats.ts';

const IS_RESTORABLE = 'attribute_exists(pk) AND (attribute_not_exists(#ttl) OR #ttl > :nowSeconds)';

/**
 * Marks a chat as deleted. A chat that has a `ttl`, for example because it is temporary or already deleted, keeps it.
 * @param lifeMs milliseconds during which a chat without a `ttl` can be restored
 * @param marked if given, the chat is deleted only while `removeAt`, the mark of retention, has this value
 * @returns Unix seconds until which the chat can be restored; undefined when this owner has no such chat, the chat has
 * expired, or its mark differs
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
  if (!isTemporaryChat(chatId)) await noteDeleted(owner, chatId);
  return Number(outcome.value.Attributes?.ttl);
}

/**
 * Key of the row that names a deleted chat, or a chat whose import began, until the chat's turns are removed. If
 * `jobs/removals.ts` fails to remove the turns after the chat's item has expired, only this row still names the chat.
 * The deletion of the account then finds the turns by this row (`someChats` in `store/account/delete-rows.ts`). A
 * temporary chat has no such row, because its turns have a `ttl` of their own. A restored or imported chat keeps the
 * row. This does no harm, because `someChats` finds the chat by its item anyway.
 */
const deletedKey = (owner: string, chatId: string) => ({
  pk: ownerPartition(owner),
  sk: `DELETED#${chatId}`,
});

/** Stores the row that names a deleted chat, or a chat whose import begins. */
export async function noteDeleted(owner: string, chatId: string): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: chatsTable(),
      Key: deletedKey(owner, chatId),
      UpdateExpression: 'SET chatId = :id',
      ExpressionAttributeValues: { ':id': chatId },
    }),
  );
}

/** Deletes the row that names a deleted chat. Called once the chat's turns are removed. */
export async function forgetDeleted(owner: string, chatId: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: chatsTable(), Key: deletedKey(owner, chatId) }));
}

/**
 * Restores a deleted chat. For retention, this counts as a use of the chat. Returns undefined when this owner has no
 * such chat, the chat has expired, or its import has not ended. During its import, a chat is marked as deleted too. It
 * must not be restored then, because messages are missing.
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
  // The item has the form of a ChatItem, because `putChat` (chats.ts) or the import has written it.
  return outcome.ok ? (outcome.value.Attributes as ChatItem) : undefined;
}
