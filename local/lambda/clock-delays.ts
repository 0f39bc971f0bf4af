/** Schedules callbacks by the stack's clock, for retries of asynchronous events and for polls of queues. */
import type { MovableClock } from '../faults/index.ts';

export interface Delays {
  /** Runs `work` once the clock has advanced by `ms` milliseconds. */
  schedule(ms: number, work: () => void): void;
  /** Number of scheduled callbacks that are not due yet. */
  waiting(): number;
  /** Cancels all callbacks. Later ones are not scheduled. */
  close(): void;
}

export function createDelays(clock: MovableClock): Delays {
  const entries = new Set<{ readonly dueAt: number; readonly cancel: () => void }>();
  let closed = false;
  return {
    schedule(ms, work) {
      if (closed) return;
      const cancel = clock.after(ms, () => {
        entries.delete(entry);
        work();
      });
      const entry = { dueAt: clock.now() + ms, cancel };
      entries.add(entry);
    },
    // A callback that fell due when the clock moved no longer waits, even if its timer has not fired.
    waiting: () => [...entries].filter(({ dueAt }) => dueAt > clock.now()).length,
    close() {
      closed = true;
      for (const { cancel } of entries) cancel();
      entries.clear();
    },
  };
}
