import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { db } from './db-and-table-names.ts';

/**
 * Outcome of a conditional write. `item` is the stored item that failed the condition, if there is one and the write
 * set `ReturnValuesOnConditionCheckFailure` to ALL_OLD.
 */
type Conditional<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly item: Record<string, unknown> | undefined };

/** Awaits a conditional write. A failed condition is returned; any other error is thrown. */
export async function conditional<T>(write: Promise<T>): Promise<Conditional<T>> {
  try {
    return { ok: true, value: await write };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { ok: false, item: error.Item && unmarshall(error.Item) };
  }
}

export type Parts = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Writes all items or none. Returns false when a condition failed or another write conflicted. */
export const transact = async (parts: Parts): Promise<boolean> =>
  (await transactOrExplain(parts)) === 'written';

/**
 * Writes all items or none. `refused` means that a condition failed. `conflict` means that another request was writing
 * one of the items at the same time, which says nothing about the conditions. Any other failure throws.
 */
export async function transactOrExplain(parts: Parts): Promise<'written' | 'refused' | 'conflict'> {
  const outcome = await transactOrLocate(parts);
  return typeof outcome === 'number' ? 'refused' : outcome;
}

/** Does the same as `transactOrExplain`, but instead of `refused` returns the index of the first refused part. */
export async function transactOrLocate(parts: Parts): Promise<'written' | 'conflict' | number> {
  try {
    await db().send(new TransactWriteCommand({ TransactItems: parts }));
    return 'written';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
    if (!codes.every((code) => CHANGED.includes(code))) throw error;
    const refused = codes.indexOf('ConditionalCheckFailed');
    return refused < 0 ? 'conflict' : refused;
  }
}

/**
 * Reasons of a cancelled transaction for which `transactOrLocate` returns an outcome instead of throwing. DynamoDB
 * gives the reason `None` for a part that did not fail.
 */
const CHANGED = ['None', 'ConditionalCheckFailed', 'TransactionConflict'];
