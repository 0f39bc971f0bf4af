import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { db } from './tables.ts';

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
