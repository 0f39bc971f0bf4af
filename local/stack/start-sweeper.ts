/** Deletes expired items and objects at intervals while a stack runs. */
import type { Log } from '../types.ts';

/** Milliseconds between deletions of expired items and objects. AWS itself may delete them days later. */
const SWEEP_MS = 60_000;

/**
 * Starts the sweeps of one service. Skips a sweep while the previous one is running.
 * @param source name of the service in the log of a sweep that fails
 * @returns a function that stops the sweeps and waits for a sweep that is under way. Call it before the service is
 * closed, because a sweep would fail in a closed service.
 */
export function startSweeper(source: string, sweep: () => unknown, log: Log): () => Promise<void> {
  let running: Promise<void> | undefined;
  async function run(): Promise<void> {
    try {
      await sweep();
    } catch (error) {
      log(source, `the sweep failed: ${String(error)}`);
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, SWEEP_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
