/** Stores an owner's settings of a chat: its name and its model. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../tables.ts';
import { IS_THERE, keyOf, thereAt } from './chats.ts';

/** Renames a chat. Returns false when this owner has no such chat. */
export async function renameChat(owner: string, chatId: string, name: string): Promise<boolean> {
  const there = thereAt(Date.now());
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET #name = :name',
        ConditionExpression: IS_THERE,
        ExpressionAttributeNames: { ...there.names, '#name': 'name' },
        ExpressionAttributeValues: { ...there.values, ':name': name },
      }),
    ),
  );
  return outcome.ok;
}

/**
 * Sets the chat's model, or removes it when undefined. This counts as a use of the chat for retention. Returns false
 * when this owner has no such chat.
 */
export async function setChatModel(
  owner: string,
  chatId: string,
  model: string | undefined,
): Promise<boolean> {
  const now = Date.now();
  const there = thereAt(now);
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression:
          model === undefined
            ? 'SET updatedAt = :at REMOVE model, removeAt, keptDays'
            : 'SET updatedAt = :at, model = :model REMOVE removeAt, keptDays',
        ConditionExpression: IS_THERE,
        ExpressionAttributeNames: there.names,
        ExpressionAttributeValues: {
          ...there.values,
          ':at': new Date(now).toISOString(),
          ...(model !== undefined && { ':model': model }),
        },
      }),
    ),
  );
  return outcome.ok;
}
