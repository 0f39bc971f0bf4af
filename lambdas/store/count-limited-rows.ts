/**
 * Counts of rows of which an account may have a limited number: projects, shares, saved prompts. `changes` grows with
 * every change of a count, so that a restore from a backup sees concurrent writes (`countAgain` in
 * `copy-rows-from-backup.ts`).
 */
import type { Parts } from './conditional-writes.ts';
import { chatsTable } from './db-and-table-names.ts';

interface CountKey {
  readonly pk: string;
  readonly sk: string;
}

/** Part of a transaction that counts one more row. DynamoDB refuses the transaction when `max` rows are counted. */
export const countOneMore = (Key: CountKey, max: number): Parts[number] => ({
  Update: {
    TableName: chatsTable(),
    Key,
    UpdateExpression: 'ADD #count :one, changes :one',
    ConditionExpression: 'attribute_not_exists(#count) OR #count < :max',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':one': 1, ':max': max },
  },
});

/**
 * Part of a transaction that counts one row less. DynamoDB refuses the transaction when no count is stored. Otherwise
 * a late removal of a row would create the count of a deleted account again.
 */
export const countOneLess = (Key: CountKey): Parts[number] => ({
  Update: {
    TableName: chatsTable(),
    Key,
    UpdateExpression: 'ADD #count :less, changes :one',
    ConditionExpression: 'attribute_exists(#count)',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':less': -1, ':one': 1 },
  },
});
