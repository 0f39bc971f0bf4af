import type { CDPSession, Page } from 'playwright';

export interface Cost {
  readonly busyMs: number;
  /** Longest of the tasks over 50 ms; 0 without one. Browsers report no shorter tasks. */
  readonly longestTaskMs: number;
  readonly droppedFrames: number;
}

/** Measures what `run` costs the page's main thread, with the CPU slowed down `slowdown` times. */
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

/** Seconds that the main thread's tasks have taken so far. */
export async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

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
