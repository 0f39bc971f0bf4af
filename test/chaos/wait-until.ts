import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 5;

/** Polls until a condition holds. Resolves with false if it did not hold in time. */
export async function until(holds: () => boolean, patienceMs: number): Promise<boolean> {
  for (const end = performance.now() + patienceMs; ; ) {
    if (holds()) return true;
    if (performance.now() > end) return false;
    await sleep(POLL_MS);
  }
}
