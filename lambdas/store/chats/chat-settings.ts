import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Effort } from '#contract/entities';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { IS_THERE, keyOf, thereAt } from './chats.ts';

/** Returns false when this owner has no such chat. */
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
 * Sets the chat's model, or removes it if `model` is undefined. Both count as a use of the chat for retention. Returns
 * false when this owner has no such chat.
 */
export const setChatModel = (owner: string, chatId: string, model: string | undefined): Promise<boolean> =>
  setChoice(owner, chatId, 'model', model);

/** Has the same rules as {@link setChatModel}. */
export const setChatEffort = (owner: string, chatId: string, effort: Effort | undefined): Promise<boolean> =>
  setChoice(owner, chatId, 'effort', effort);

async function setChoice(
  owner: string,
  chatId: string,
  name: 'model' | 'effort',
  value: string | undefined,
): Promise<boolean> {
  const now = Date.now();
  const there = thereAt(now);
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression:
          value === undefined
            ? 'SET updatedAt = :at REMOVE #choice, removeAt, keptDays'
            : 'SET updatedAt = :at, #choice = :choice REMOVE removeAt, keptDays',
        ConditionExpression: IS_THERE,
        ExpressionAttributeNames: { ...there.names, '#choice': name },
        ExpressionAttributeValues: {
          ...there.values,
          ':at': new Date(now).toISOString(),
          ...(value !== undefined && { ':choice': value }),
        },
      }),
    ),
  );
  return outcome.ok;
}
