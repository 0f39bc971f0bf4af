/** `OWNER#o` / `META`: how many chats an owner has had. Beside it, `INIT#<requestId>`: the chat that a request created. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { inSeconds, ownerPartition } from '../keys.ts';
import { chatsTable, db } from '../tables.ts';

const keyOf = (owner: string) => ({ pk: ownerPartition(owner), sk: 'META' });

const initKeyOf = (owner: string, requestId: string) => ({
  pk: ownerPartition(owner),
  sk: `INIT#${requestId}`,
});

/** How long a client may send the same request again: as long as a tab that slept may keep it. */
const REMEMBER_SECONDS = 30 * 86_400;

/**
 * Fixes the id of the chat that a request creates.
 * @returns `chatId`, or the id that an earlier call of the same request has fixed
 */
export async function fixChatId(
  owner: string,
  requestId: string,
  { chatId, now }: { chatId: string; now: number },
): Promise<string> {
  const outcome = await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...initKeyOf(owner, requestId), chatId, ttl: inSeconds(now) + REMEMBER_SECONDS },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return outcome.ok ? chatId : String(outcome.item?.chatId);
}

/** Counts a new chat, once for a request that is repeated at once. @returns the count including this chat */
export async function countChat(owner: string, requestId: string): Promise<number> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner),
        UpdateExpression: 'SET lastInit = :init ADD chatCount :one',
        ConditionExpression: 'attribute_not_exists(lastInit) OR lastInit <> :init',
        ExpressionAttributeValues: { ':init': requestId, ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return Number(outcome.ok ? outcome.value.Attributes?.chatCount : outcome.item?.chatCount);
}

/** Counts a chat that was not created by its owner but claimed. */
export async function countClaimed(owner: string): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: chatsTable(),
      Key: keyOf(owner),
      UpdateExpression: 'ADD chatCount :one',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  );
}
