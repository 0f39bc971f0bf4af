import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSweeper } from './sweep-expired-at-intervals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a sweeper whose sweeps end by hand. */
function given() {
  const sweeps: PromiseWithResolvers<void>[] = [];
  const logged: string[] = [];
  const stop = startSweeper(
    'database',
    () => {
      const sweep = Promise.withResolvers<void>();
      sweeps.push(sweep);
      return sweep.promise;
    },
    (source, line) => logged.push(`${source}: ${line}`),
  );
  return { sweeps, logged, stop, pass: (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000) };
}

it('sweeps each minute, but not while a sweep is under way', async () => {
  const { sweeps, pass } = given();
  await pass(3);
  expect(sweeps).toHaveLength(1);
  sweeps[0]?.resolve();
  await pass(1);
  expect(sweeps).toHaveLength(2);
});

it('logs a sweep that fails, and sweeps again', async () => {
  const { sweeps, logged, pass } = given();
  await pass(1);
  sweeps[0]?.reject(new Error('no space'));
  await pass(1);
  expect(logged).toEqual(['database: the sweep failed: Error: no space']);
  expect(sweeps).toHaveLength(2);
});

it('stops once the sweep that is under way has ended', async () => {
  const { sweeps, stop, pass } = given();
  await pass(1);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await pass(2);
  expect([stopped, sweeps.length]).toEqual([false, 1]);
  sweeps[0]?.resolve();
  await stopping;
});
