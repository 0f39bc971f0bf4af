import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a task again when it throws, after a pause that grows and varies, so that callers do not collide again.
 * @param tries in all; the last one's error is thrown
 */
export async function retry<T>(
  task: () => Promise<T>,
  { tries, pauseMs }: { tries: number; pauseMs: number },
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await task();
    } catch (error) {
      if (tried === tries) throw error;
    }
    await sleep(pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()));
  }
}
