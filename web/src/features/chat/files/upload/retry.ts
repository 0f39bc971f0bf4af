/** Repeats requests of an upload that failed for a passing reason. */
import { AppError } from '#contract/errors';
import { BucketError } from './bucket-request.ts';

/** Largest number of tries of one request. The count begins again after the device was offline. */
const TRIES = 6;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;

interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called with true when the request waits for the connection, and with false when it is sent again. */
  readonly onOffline: (isOffline: boolean) => void;
}

/**
 * Calls `attempt` until it succeeds, at most TRIES times. Waits a growing, random time between the tries. While the
 * device is offline, waits for the connection, and then counts the tries from the beginning.
 * @throws the last error, at once for an answer that another try cannot change, or the signal's reason
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onOffline } = options;
  for (let tried = 1; ; tried += 1) {
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

/** Returns a random delay up to a bound that doubles, so that many requests do not retry at the same moment. */
const delayAfter = (tried: number): number =>
  Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** tried);

/** Tells whether another try would get the same answer. */
export function isFinal(error: unknown): boolean {
  if (error instanceof BucketError) return error.status < 500 && error.status !== 429 && error.status !== 408;
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
