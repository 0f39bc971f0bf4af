/** Work that waits for the clock: retries of events and of queued messages. */
import type { MovableClock } from '../faults/index.ts';

export interface Delays {
  /** Does the work when the clock is so many milliseconds further. */
  schedule(ms: number, work: () => void): void;
  /** Number of works that are not due yet. */
  waiting(): number;
  close(): void;
}

export function createDelays(clock: MovableClock): Delays {
  const entries = new Set<{ readonly dueAt: number; readonly cancel: () => void }>();
  return {
    schedule(ms, work) {
      const cancel = clock.after(ms, () => {
        entries.delete(entry);
        work();
      });
      const entry = { dueAt: clock.now() + ms, cancel };
      entries.add(entry);
    },
    // Work that fell due when the clock moved does not wait any more, though its timer has not fired yet.
    waiting: () => [...entries].filter(({ dueAt }) => dueAt > clock.now()).length,
    close() {
      for (const { cancel } of entries) cancel();
      entries.clear();
    },
  };
}
