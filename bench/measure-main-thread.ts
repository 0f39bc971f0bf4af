/** Measures how an action loads the main thread of a page: busy time, longest task and dropped frames. */
import type { CDPSession, Page } from 'playwright';

export interface Cost {
  readonly busyMs: number;
  /** Longest of the tasks over 50 ms; 0 without one. Browsers report no shorter tasks. */
  readonly longestTaskMs: number;
  /** Animation frames that the page missed, at 60 a second. */
  readonly droppedFrames: number;
}

/** Measures what `run` costs the main thread of the page, on a CPU that is `slowdown` times as slow. */
export async function measureCost(page: Page, slowdown: number, run: () => Promise<void>): Promise<Cost> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.evaluate(WATCH);
  const before = await taskSeconds(session);
  await run();
  const busyMs = ((await taskSeconds(session)) - before) * 1000;
  const [longestTaskMs, droppedFrames] = await page.evaluate<[number, number]>('seen');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return { busyMs, longestTaskMs, droppedFrames };
}

/** Seconds that tasks of the page's main thread have taken so far. */
export async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Runs in the page. Notes `longestTaskMs` and `droppedFrames` in the global `seen`. */
const WATCH = `{
  const seen = (globalThis.seen = [0, 0]);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen[0] = Math.max(seen[0], duration);
  }).observe({ type: 'longtask' });
  let last = performance.now();
  const next = () => {
    const now = performance.now();
    seen[1] += Math.max(0, Math.round((now - last) / (1000 / 60)) - 1);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}`;
