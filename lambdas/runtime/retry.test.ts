import { beforeEach, expect, it, vi } from 'vitest';
import { retryUntilWritten } from './retry.ts';

const pauses: number[] = [];
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

beforeEach(() => {
  pauses.length = 0;
  vi.spyOn(Math, 'random').mockReturnValue(1);
  return () => vi.restoreAllMocks();
});

it.each([
  ['the first try succeeds', [1], 1, 0],
  ['two writes lose a race', [undefined, undefined, 1], 1, 2],
  ['the outcome is false, which is no lost race', [undefined, false], false, 1],
])('retries a write until it is made: %s', async (_, outcomes, outcome, pauseCount) => {
  const cycle = vi.fn(async () => outcomes.shift());
  await expect(retryUntilWritten(cycle)).resolves.toBe(outcome);
  expect(cycle).toHaveBeenCalledTimes(pauseCount + 1);
  expect(pauses).toHaveLength(pauseCount);
});

it('waits longer after each lost race, up to 400 ms, and gives up after twelve', async () => {
  const cycle = vi.fn(async () => undefined);
  await expect(retryUntilWritten(cycle)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(cycle).toHaveBeenCalledTimes(12);
  expect(pauses).toEqual([20, 40, 80, 160, 320, 400, 400, 400, 400, 400, 400]);
});

it('throws what the cycle throws, without another try', async () => {
  const cycle = vi.fn(async () => Promise.reject(new Error('broken')));
  await expect(retryUntilWritten(cycle)).rejects.toThrow('broken');
  expect(cycle).toHaveBeenCalledTimes(1);
});
