/** Conditional writes: of one item, and of several at once. */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { db } from './tables.ts';

/** Outcome of a conditional write. `item` is what stood in its way, where the write asked for ALL_OLD. */
type Conditional<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly item: Record<string, unknown> | undefined };

/** Runs a conditional write; a failed condition is an outcome, any other failure is thrown. */
export async function conditional<T>(write: Promise<T>): Promise<Conditional<T>> {
  try {
    return { ok: true, value: await write };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { ok: false, item: error.Item && unmarshall(error.Item) };
  }
}

export type Parts = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Writes all or nothing; false when a condition failed or another transaction was faster: read again and decide again. */
export async function transact(parts: Parts): Promise<boolean> {
  try {
    await db().send(new TransactWriteCommand({ TransactItems: parts }));
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException && hasChanged(error)) return false;
    throw error;
  }
}

const CHANGED = ['None', 'ConditionalCheckFailed', 'TransactionConflict'];

const hasChanged = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons.every(({ Code = 'None' }) => CHANGED.includes(Code));
