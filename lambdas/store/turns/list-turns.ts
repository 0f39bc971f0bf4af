import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { chatsTable, db } from '../db-and-table-names.ts';
import { turnPartition, turnSort } from '../owner-keys.ts';
import type { TurnItem } from './turns.ts';

/** Sort key after that of every turn. */
const END = 'MSG#~';

/** Returns turns before the index `before`, newest first; without `before`, the newest turns. */
export async function listTurns(
  owner: string,
  chatId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<TurnItem[]> {
  const to = before === undefined ? END : turnSort(before - 1);
  const { items } = await query(turnPartition(owner, chatId), {
    from: turnSort(0),
    to,
    limit,
    isForward: false,
  });
  return items;
}

/** Returns turns from the index `from` on, oldest first. */
export async function listTurnsFrom(
  owner: string,
  chatId: string,
  { limit, from }: { limit: number; from: number },
): Promise<{ turns: TurnItem[]; hasMore: boolean }> {
  // Reads one more turn than the page, to see whether any follow. DynamoDB may also end a read early, at 1 MB.
  const range = { from: turnSort(from), to: END, limit: limit + 1, isForward: true };
  const { items, isCut } = await query(turnPartition(owner, chatId), range);
  return { turns: items.slice(0, limit), hasMore: items.length > limit || isCut };
}

/**
 * Returns the first turns of a chat, oldest first. The read is eventually consistent, which halves its price. The read
 * may return an older text of a turn that has just changed. Only the text of a chat's last turn can change, so callers
 * use the result only if the chat has turns after the first ones.
 */
export async function listFirstTurns(owner: string, chatId: string, limit: number): Promise<TurnItem[]> {
  const range = { from: turnSort(0), to: END, limit, isForward: true, isConsistent: false };
  return (await query(turnPartition(owner, chatId), range)).items;
}

/**
 * Returns turns with an index from `from` to `to`, both included. `isCut` is true when DynamoDB returned fewer than
 * `limit` although the range may have more.
 */
export async function listRange(
  { owner, chatId }: { readonly owner: string; readonly chatId: string },
  { from, to, limit, isForward }: { from: number; to: number; limit: number; isForward: boolean },
): Promise<{ turns: TurnItem[]; isCut: boolean }> {
  const range = { from: turnSort(from), to: turnSort(to), limit, isForward };
  const { items: turns, isCut } = await query(turnPartition(owner, chatId), range);
  return { turns, isCut };
}

interface Range {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  readonly isForward: boolean;
  /** @default true */
  readonly isConsistent?: boolean;
}

async function query(
  pk: string,
  { from, to, limit, isForward, isConsistent = true }: Range,
): Promise<{ items: TurnItem[]; isCut: boolean }> {
  const { Items = [], LastEvaluatedKey } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
      ScanIndexForward: isForward,
      ConsistentRead: isConsistent,
      Limit: limit,
    }),
  );
  // All items under these keys are turns.
  return {
    items: Items as TurnItem[],
    isCut: LastEvaluatedKey !== undefined && Items.length < limit,
  };
}
