import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { chatsTable, db } from '../db-and-table-names.ts';
import { turnPartition } from '../owner-keys.ts';

const BATCH = 25;

/** Deletes all items in a chat's partition. After a crash, another call deletes the rest. */
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
