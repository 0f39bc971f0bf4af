/**
 * Row `OWNER#<owner>` / `META`: the number of chats that the owner has created, continued from a share, or claimed. The
 * number includes deleted chats, but no temporary or imported chats. A new chat's default name ends with the number.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional, type Parts } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';

const keyOf = (owner: string) => ({ pk: ownerPartition(owner), sk: 'META' });

/**
 * Counts a new chat and returns the count. The row `META` names only the request that was counted last. So a repeated
 * request is counted again if another request was counted in between.
 */
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

/** Returns the part of a transaction that counts a new chat. */
export const countInTransaction = (owner: string): Parts[number] => ({
  Update: {
    TableName: chatsTable(),
    Key: keyOf(owner),
    UpdateExpression: 'ADD chatCount :one',
    ExpressionAttributeValues: { ':one': 1 },
  },
});
