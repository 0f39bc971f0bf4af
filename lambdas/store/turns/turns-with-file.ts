import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { chatsTable, db } from '../db-and-table-names.ts';
import { turnPartition, turnSort } from '../owner-keys.ts';
import type { TurnItem } from './turns.ts';

/**
 * Returns the indexes of the turns that name a file, including turns in which the file is marked as removed. Reads all
 * turns of the chat, because a file has no list of its turns.
 */
export async function indexesWithFile(owner: string, chatId: string, fileId: string): Promise<number[]> {
  const found: number[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: chatsTable(),
        KeyConditionExpression: 'pk = :pk AND sk >= :first',
        FilterExpression: 'attribute_exists(#files)',
        ProjectionExpression: '#index, #files',
        ExpressionAttributeNames: { '#index': 'index', '#files': 'files' },
        ExpressionAttributeValues: { ':pk': turnPartition(owner, chatId), ':first': turnSort(0) },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const turns = Items as Pick<TurnItem, 'index' | 'files'>[]; // `claimTurn` (turns.ts) writes both fields
    found.push(...turns.filter(({ files }) => files?.some((file) => file.fileId === fileId)).map(indexOf));
    start = LastEvaluatedKey;
  } while (start);
  return found;
}

const indexOf = ({ index }: Pick<TurnItem, 'index'>): number => index;
