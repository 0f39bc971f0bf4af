import { AppError } from '#contract/error-codes';

const TRIES = 6;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;

interface RetryOptions {
  readonly signal: AbortSignal;
  /** @default nothing is called */
  readonly onOffline?: (isOffline: boolean) => void;
  /** Returns true for an error that a retry would get again. @default isFinalRefusal */
  readonly isFinal?: (error: unknown) => boolean;
}

/**
 * Calls `attempt` until it succeeds, at most TRIES times. While the device is offline, waits for the connection, and
 * then counts the tries from the beginning.
 * @throws the first final error (`isFinal`), or the error of the last try; the signal's reason after an abort
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onOffline, isFinal = isFinalRefusal } = options;
  for (let tried = 1; ; tried += 1) {
    // Checks for an abort before each wait, here and in `catch`: `untilOnline` and `pause` do not notice an abort that
    // came before they were called.
    signal.throwIfAborted();
    if (!navigator.onLine) {
      onOffline?.(true);
      await untilOnline(signal);
      onOffline?.(false);
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

/** Returns random milliseconds, so that many requests do not retry at the same moment. */
const delayAfter = (tried: number): number =>
  Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** tried);

/** True for a refusal of the API that a retry would get again. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.code !== 'internal' && error.code !== 'too_many_requests';

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
