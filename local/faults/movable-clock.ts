import type { Clock } from '../types.ts';

/** A clock that tests move forward. Functions follow it from their next invocation on. */
export interface MovableClock extends Clock {
  /** Milliseconds. */
  advance(ms: number): void;
  /** Milliseconds that it is ahead of the machine's clock. */
  offset(): number;
  /** Runs `work` when the clock is `ms` milliseconds further, moved or not; the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
}

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
      const arm = () => {
        clearTimeout(current);
        current = setTimeout(
          () => {
            timers.delete(timer);
            work();
          },
          Math.max(0, due - now()),
        );
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
