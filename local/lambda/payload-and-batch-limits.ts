/**
 * Limits of the payload of an invocation, and of its answer.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
import { AwsError } from '../aws-json/aws-error.ts';
import type { InvokeResult } from '../emulator-types.ts';

type InvocationType = 'RequestResponse' | 'Event';

/** Largest event in bytes. */
const LIMITS: Readonly<Record<InvocationType, number>> = { RequestResponse: 6_291_456, Event: 1_048_576 };
/** Largest answer in bytes, as Lambda's error names it: 100 bytes more than the documented 6 MB. */
const ANSWER_LIMIT = 6_291_556;

const TOO_LARGE = 'RequestEntityTooLargeException';

export const isTooLarge = (error: unknown): boolean => error instanceof AwsError && error.code === TOO_LARGE;

/** Throws RequestEntityTooLargeException for an event that is too large. */
export function checkPayload(event: unknown, type: InvocationType): void {
  const bytes = sizeOf(event);
  const limit = LIMITS[type];
  if (bytes > limit)
    throw new AwsError(
      TOO_LARGE,
      `${bytes} byte payload is too large for the ${type} invocation type (limit ${limit} bytes)`,
      413,
    );
}

/**
 * Returns Lambda's failure instead of an answer that is too large. Unlike on AWS, an asynchronous invocation fails too,
 * because so large an answer is a mistake that tests should show.
 */
export function limitAnswer(result: InvokeResult): InvokeResult {
  if (sizeOf(result.payload) <= ANSWER_LIMIT) return result;
  return {
    functionError: 'Unhandled',
    payload: {
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${ANSWER_LIMIT} bytes).`,
    },
  };
}

/**
 * Returns how many of the first records fit into one event of 6 MB. Returns 1 for a first record that is too large:
 * with 0, the caller would deliver empty batches for ever.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html
 */
export function recordsThatFit(records: readonly unknown[]): number {
  let left = LIMITS.RequestResponse - sizeOf({ Records: [] });
  const fitting = records.findIndex((record) => {
    left -= sizeOf(record) + 1;
    return left < 0;
  });
  return fitting === -1 ? records.length : Math.max(1, fitting);
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
