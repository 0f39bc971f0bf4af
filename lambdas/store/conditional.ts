import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/** Outcome of a conditional write. `item` is what stood in its way, where the write asked for ALL_OLD. */
export type Conditional<T> =
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
