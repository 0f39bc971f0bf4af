import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { chatsTable, db } from './db-and-table-names.ts';

/** Yields all rows of a partition of the Chats table whose sort keys begin with `prefix`, read consistently. */
export async function* readRows(pk: string, prefix: string): AsyncGenerator<Record<string, unknown>[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: chatsTable(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    yield Items;
    start = LastEvaluatedKey;
  } while (start);
}
