/**
 * Frames that are lost, doubled, late or overtaken, connections that close, pages that are loaded anew, workers
 * that die: whatever happens, in the end every screen shows what is stored (the faults' invariants a to e).
 * fast-check prints the seed and the smallest schedule that fails; `FAULT_RUNS` makes it look longer.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Run } from './run.ts';
import { schedule } from './schedule.ts';

const RUNS = Number(process.env.FAULT_RUNS ?? 100);
const SEED = process.env.FAULT_SEED === undefined ? {} : { seed: Number(process.env.FAULT_SEED) };

vi.stubGlobal('localStorage', { setItem: () => undefined });
vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('two devices over bad links', () => {
  it('show what is stored, once and in one order, whatever happens to frames', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async (plan) => {
        vi.clearAllTimers();
        const run = new Run(plan, (ms) => vi.advanceTimersByTimeAsync(ms));
        const problems = await run.play();
        run.end();
        expect(problems).toEqual([]);
      }),
      { numRuns: RUNS, ...SEED },
    );
  });
});
