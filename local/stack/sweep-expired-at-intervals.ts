import type { Log } from '../emulator-types.ts';

const SWEEP_MS = 60_000;

/**
 * Deletes a service's expired items or objects at intervals. Skips a sweep while the previous one is running.
 * @param source name of the service in the log of a sweep that fails
 * @returns a function that stops the sweeps and waits for a running sweep. Call it before closing the service, because
 * a sweep fails in a closed service.
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
