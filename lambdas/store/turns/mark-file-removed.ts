import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { keyOfTurn, type TurnRef } from './turns.ts';

/**
 * Adds a file's id to `removedFiles` of a turn. Does not write the turn's field `files`, because a worker that claims
 * the turn at the same time may store a new list there. Returns false when the turn does not exist.
 */
export async function markFileRemoved(ref: TurnRef, fileId: string): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOfTurn(ref),
        UpdateExpression: 'ADD removedFiles :fileIds',
        ConditionExpression: 'attribute_exists(userText)',
        ExpressionAttributeValues: { ':fileIds': new Set([fileId]) },
      }),
    ),
  );
  return outcome.ok;
}
