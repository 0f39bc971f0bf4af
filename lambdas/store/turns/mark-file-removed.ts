/** Marks files in turns as removed. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../tables.ts';
import { keyOfTurn, type TurnRef } from './turns.ts';

/**
 * Notes on a turn that one of its files was removed. The turn's list of files stays as it is, because a worker may be
 * writing the turn. Returns false when there is no such turn.
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
