/** `OWNER#o` / `META`: how many chats an owner has had. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from './conditional.ts';
import { ownerPartition } from './keys.ts';
import { chatsTable, db } from './tables.ts';

const keyOf = (owner: string) => ({ pk: ownerPartition(owner), sk: 'META' });

/**
 * Counts a new chat and fixes its id. The same `requestId` gets the id of its first call again, uncounted.
 * `number` is the count including this chat.
 */
export async function countChat(
  owner: string,
  requestId: string,
  chatId: string,
): Promise<{ chatId: string; number: number }> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner),
        UpdateExpression: 'SET lastInit = :init, lastChatId = :chat ADD chatCount :one',
        ConditionExpression: 'attribute_not_exists(lastInit) OR lastInit <> :init',
        ExpressionAttributeValues: { ':init': requestId, ':chat': chatId, ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) return { chatId, number: Number(outcome.value.Attributes?.chatCount) };
  return { chatId: String(outcome.item?.lastChatId), number: Number(outcome.item?.chatCount) };
}

/** Counts a chat that was not created by its owner but carried over. */
export async function countCarried(owner: string): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: chatsTable(),
      Key: keyOf(owner),
      UpdateExpression: 'ADD chatCount :one',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  );
}
