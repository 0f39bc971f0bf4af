import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#contract/error-codes';

/**
 * Repeats a failing task. The pauses grow and vary at random, so that callers do not collide again.
 * @param tries largest number of attempts: a number, or a function that returns it for the latest error
 * @param pauseMs milliseconds of the first pause, on average; each further pause is twice as long
 * @throws the error of the last attempt
 */
export async function retry<T>(
  task: () => Promise<T>,
  { tries, pauseMs }: { tries: number | ((error: unknown) => number); pauseMs: number },
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await task();
    } catch (error) {
      if (tried >= (typeof tries === 'number' ? tries : tries(error))) throw error;
    }
    await sleep(pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()));
  }
}

const WRITE_TRIES = 12;
const LONGEST_WRITE_PAUSE_MS = 400;

/**
 * Repeats a cycle of read, decision and conditional write until the cycle returns a value. The cycle returns undefined
 * if its write failed because another call wrote the same item during the cycle.
 * @throws AppError `too_many_requests` after `WRITE_TRIES` cycles that returned undefined
 */
export async function retryUntilWritten<T>(cycle: () => Promise<T | undefined>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const done = await cycle();
    if (done !== undefined) return done;
    if (tried === WRITE_TRIES) throw new AppError('too_many_requests');
    await sleep(Math.random() * Math.min(LONGEST_WRITE_PAUSE_MS, 10 * 2 ** tried));
  }
}
