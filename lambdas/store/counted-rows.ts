/**
 * Counts of rows of which an account may have a limited number: projects, shares, saved prompts. The transaction that
 * writes or removes a row also changes the count, and adds one to the number of changes. A restore counts the rows
 * again, and sees by the number of changes that rows were written meanwhile (`countAgain` in
 * `copy-rows-from-backup.ts`).
 */
import type { Parts } from './conditional-writes.ts';
import { chatsTable } from './db-and-table-names.ts';

/** Key of the item that holds a count. */
interface CountKey {
  readonly pk: string;
  readonly sk: string;
}

/**
 * Returns the part of a transaction that counts one more row. DynamoDB refuses the transaction when `max` rows are
 * counted already.
 */
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
 * Returns the part of a transaction that counts one row less. DynamoDB refuses the transaction when the count was
 * deleted together with its account. Otherwise a late removal of a row would create the count again.
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
