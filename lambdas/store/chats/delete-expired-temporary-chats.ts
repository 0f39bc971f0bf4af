import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { ownerPartition, TEMPORARY_SORT } from '../owner-keys.ts';
import { inSeconds } from '../unix-seconds.ts';

/**
 * Deletes an owner's expired temporary chats, because DynamoDB's TTL may take days. The table's stream then starts
 * `jobs/cleanUpAfterRemovals.ts`, which removes their turns and files. Returns how many were deleted. Idempotent.
 */
export async function deleteExpired(owner: string, now: number): Promise<number> {
  let deleted = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: chatsTable(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        FilterExpression: '#ttl <= :nowSeconds',
        ProjectionExpression: 'pk, sk',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':pk': ownerPartition(owner),
          ':prefix': TEMPORARY_SORT,
          ':nowSeconds': inSeconds(now),
        },
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    for (const { pk, sk } of Items) deleted += (await deleteIfExpired({ pk, sk }, now)) ? 1 : 0;
    start = LastEvaluatedKey;
  } while (start);
  return deleted;
}

async function deleteIfExpired(Key: Record<string, unknown>, now: number): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new DeleteCommand({
        TableName: chatsTable(),
        Key,
        ConditionExpression: '#ttl <= :nowSeconds',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':nowSeconds': inSeconds(now) },
      }),
    ),
  );
  return outcome.ok;
}
