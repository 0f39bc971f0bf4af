import * as retry from '../../../../lib/retry.ts';
import { BucketError } from './sign-and-send-to-bucket.ts';

interface RetryOptions {
  readonly signal: AbortSignal;
  readonly onOffline: (isOffline: boolean) => void;
}

/**
 * Calls `attempt` until it succeeds, as `withRetries` of `lib/retry.ts`.
 * @throws the first final error (`isFinal`), or the error of the last try; the signal's reason after an abort
 */
export const withRetries = <T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> =>
  retry.withRetries(attempt, { ...options, isFinal });

/**
 * Error codes of S3 after which another try may succeed, even with a status below 500. For example, S3 may send
 * `InternalError` with status 200, and `RequestTimeout` with status 400.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
const PASSING: ReadonlySet<string> = new Set([
  'InternalError',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
]);

/** True for a refusal that a retry would get again. */
export function isFinal(error: unknown): boolean {
  if (error instanceof BucketError)
    return error.status < 500 && error.status !== 429 && error.status !== 408 && !PASSING.has(error.code);
  return retry.isFinalRefusal(error);
}
