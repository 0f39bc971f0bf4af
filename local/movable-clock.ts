import type { Clock } from './emulator-types.ts';

/**
 * Clock that tests can advance. A function sees the new time from its next invocation on. An invocation that is running
 * sees it only after a call of `passTime` (`local/lambda/execution-environment-pool.ts`).
 */
export interface MovableClock extends Clock {
  advance(ms: number): void;
  /** Returns the milliseconds by which this clock is ahead of the machine's. */
  offset(): number;
  /**
   * Runs `work` when the clock has advanced by `ms` milliseconds. The clock advances with real time and with each call
   * of `advance`. Returns a function that cancels the call of `work`.
   */
  after(ms: number, work: () => void): () => void;
}

/** Longest delay that `setTimeout` takes, in milliseconds: about 25 days. With a longer delay, it fires at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

export function createClock(): MovableClock {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const timers = new Set<{ readonly due: number; readonly arm: () => void }>();
  return {
    now,
    advance(ms) {
      ahead += ms;
      for (const timer of [...timers].toSorted((a, b) => a.due - b.due)) timer.arm();
    },
    offset: () => ahead,
    after(ms, work) {
      const due = now() + ms;
      let current: NodeJS.Timeout;
      const run = () => {
        timers.delete(timer);
        work();
      };
      const arm = () => {
        clearTimeout(current);
        const left = Math.max(0, due - now());
        current = left > LONGEST_TIMEOUT ? setTimeout(arm, LONGEST_TIMEOUT) : setTimeout(run, left);
      };
      const timer = { due, arm };
      timers.add(timer);
      arm();
      return () => {
        timers.delete(timer);
        clearTimeout(current);
      };
    },
  };
}
