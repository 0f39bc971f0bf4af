import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { chatsTable, db } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';

/**
 * Key of the row that names a chat. The row is stored before the chat's first turn, and deleted after the chat's turns
 * were removed. If the chat's item is never stored, or if the removal of the turns fails after the item has expired,
 * the deletion of the account still finds the turns by this row. Temporary chats need no row, because their turns have
 * a `ttl`.
 */
const turnsKey = (owner: string, chatId: string) => ({
  pk: ownerPartition(owner),
  sk: `DELETED#${chatId}`,
});

/**
 * Stores the row that names a chat. The deletion of a chat stores the row again, because a chat of an earlier release
 * may have no such row.
 */
export async function noteTurnsOf(owner: string, chatId: string): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: chatsTable(),
      Key: turnsKey(owner, chatId),
      UpdateExpression: 'SET chatId = :id',
      ExpressionAttributeValues: { ':id': chatId },
    }),
  );
}

/** Deletes the row that `noteTurnsOf` stored. */
export async function forgetTurnsOf(owner: string, chatId: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: chatsTable(), Key: turnsKey(owner, chatId) }));
}
