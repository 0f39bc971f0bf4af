/** Schedules callbacks by the stack's clock, for retries of asynchronous events and for polls of queues. */
import type { MovableClock } from '../faults/faults.ts';

export interface Delays {
  schedule(ms: number, work: () => void): void;
  /** Number of scheduled callbacks that are not due yet. */
  waiting(): number;
  /** Cancels all callbacks. Later calls of `schedule` do nothing. */
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
    // When the clock is moved, a callback can be due before its timer fires. Such a callback is not counted.
    waiting: () => [...entries].filter(({ dueAt }) => dueAt > clock.now()).length,
    close() {
      closed = true;
      for (const { cancel } of entries) cancel();
      entries.clear();
    },
  };
}
