/**
 * Chats that are removed for their age: their marks (`removeAt`, `keptDays`), and how far the walk over everybody has
 * come, which is in Usage: `RETENTION` / `CURSOR`.
 */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatSort, ownerPartition } from '../keys.ts';
import { chatsTable, db, usageTable } from '../tables.ts';
import { type ChatItem, IS_THERE, keyOf, thereAt } from './chats.ts';

export type AgedChat = Pick<
  ChatItem,
  'chatId' | 'createdAt' | 'updatedAt' | 'removeAt' | 'keptDays' | 'deletedAt' | 'carriedTo' | 'ttl'
>;

/**
 * A page of an owner's chats, deleted ones among them; `next` is where the next page begins. It may be behind by a
 * second or so, which costs half: every write that follows is on condition of what was read.
 */
export async function agedChats(
  owner: string,
  next?: Record<string, unknown>,
): Promise<{ readonly chats: AgedChat[]; readonly next: Record<string, unknown> | undefined }> {
  const { Items = [], LastEvaluatedKey } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ProjectionExpression: 'chatId, createdAt, updatedAt, removeAt, keptDays, deletedAt, carriedTo, #ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':pk': ownerPartition(owner),
        ':from': chatSort(''),
        ':to': chatSort('~'),
      },
      ...(next && { ExclusiveStartKey: next }),
    }),
  );
  return { chats: Items as AgedChat[], next: LastEvaluatedKey }; // as `putChat` and the stores of turns wrote them
}

/** Says when the chat will be removed; not if it was used since it was read. Whether it did. */
export async function markForRemoval(
  owner: string,
  { chatId, updatedAt }: AgedChat,
  { removeAt, keptDays, now }: { removeAt: string; keptDays: number; now: number },
): Promise<boolean> {
  const there = thereAt(now);
  const unused = updatedAt === undefined ? 'attribute_not_exists(updatedAt)' : 'updatedAt = :used';
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET removeAt = :at, keptDays = :days',
        ConditionExpression: `${IS_THERE} AND ${unused}`,
        ExpressionAttributeNames: there.names,
        ExpressionAttributeValues: {
          ...there.values,
          ':at': removeAt,
          ':days': keptDays,
          ...(updatedAt !== undefined && { ':used': updatedAt }),
        },
      }),
    ),
  );
  return outcome.ok;
}

/** Takes the mark back. */
export async function unmark(owner: string, { chatId, removeAt }: AgedChat): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'REMOVE removeAt, keptDays',
        ConditionExpression: 'removeAt = :at',
        ExpressionAttributeValues: { ':at': removeAt },
      }),
    ),
  );
}

/** The walk over all users that was begun on that UTC day: where it continues, or that it is done. */
export interface Cycle {
  readonly day: string;
  readonly isDone: boolean;
  readonly next?: string | undefined;
}

const CURSOR = { pk: 'RETENTION', sk: 'CURSOR' };

export async function readCycle(): Promise<Cycle | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: CURSOR, ConsistentRead: true }),
  );
  return Item as Cycle | undefined; // `putCycle` alone writes it
}

export async function putCycle(cycle: Cycle): Promise<void> {
  await db().send(new PutCommand({ TableName: usageTable(), Item: { ...CURSOR, ...cycle } }));
}
