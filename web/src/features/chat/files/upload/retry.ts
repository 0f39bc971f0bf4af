/** Repeats a failed request of an upload, unless the failure is final. */
import { AppError } from '#contract/errors';
import { BucketError } from './sign-and-send-to-bucket.ts';

/** Largest number of tries of one request. The count begins again each time that the device was offline. */
const TRIES = 6;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;

interface RetryOptions {
  readonly signal: AbortSignal;
  /**
   * Called with true when the request begins to wait for the connection, and with false when the connection is back.
   */
  readonly onOffline: (isOffline: boolean) => void;
}

/**
 * Calls `attempt` until it succeeds, at most TRIES times. Waits between the tries (`delayAfter`). While the device is
 * offline, waits for the connection, and then counts the tries from the beginning.
 * @throws the error of the last try, or of the first one that is final (`isFinal`); the signal's reason after an abort
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onOffline } = options;
  for (let tried = 1; ; tried += 1) {
    // `untilOnline` and `pause` do not see an abort that came before them.
    signal.throwIfAborted();
    if (!navigator.onLine) {
      onOffline(true);
      await untilOnline(signal);
      onOffline(false);
      tried = 1;
    }
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
      if (navigator.onLine && tried >= TRIES) throw error;
      if (navigator.onLine) await pause(delayAfter(tried), signal);
    }
  }
}

/**
 * Returns a random delay in milliseconds, so that many requests do not retry at the same moment. Its bound doubles with
 * each try, up to LONGEST_DELAY_MS.
 */
const delayAfter = (tried: number): number =>
  Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** tried);

/**
 * Error codes of S3 after which another try may succeed, even if the status is below 500. Two examples: an answer with
 * status 200 may have `InternalError` in its body. After an upload that is too slow, S3 answers with status 400 and
 * `RequestTimeout`.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
const PASSING: ReadonlySet<string> = new Set([
  'InternalError',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
]);

/**
 * True for a refusal that a retry would get again. False if no answer came, or if the answer says that the server
 * failed or is busy.
 */
export function isFinal(error: unknown): boolean {
  if (error instanceof BucketError)
    return error.status < 500 && error.status !== 429 && error.status !== 408 && !PASSING.has(error.code);
  return error instanceof AppError && error.code !== 'internal' && error.code !== 'too_many_requests';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, ms);
    signal.addEventListener('abort', cancel, { once: true });
  });
}

function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
