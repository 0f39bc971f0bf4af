/**
 * Frames are lost, doubled, late or overtaken, connections close, pages are reloaded, workers die. In the end every
 * screen must show what is stored (invariants a, b, c and e of docs/chaos.md).
 * fast-check prints the seed and the smallest schedule that fails. `FAULT_RUNS` sets the number of schedules.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Run } from './run.ts';
import { type Schedule, schedule } from './schedule.ts';

const RUNS = Number(process.env.FAULT_RUNS ?? 100);
const SEED = process.env.FAULT_SEED === undefined ? {} : { seed: Number(process.env.FAULT_SEED) };

/** Schedules that once failed: tried every time. */
const KNOWN: [Schedule][] = [
  [
    // Device 1 missed the frame of the thank-you message, and then sent a message itself.
    {
      steps: [
        { afterMs: 0, device: 1, action: 'send' },
        { afterMs: 1_020, device: 0, action: 'send' },
        { afterMs: 200, device: 0, action: 'like' },
        { afterMs: 25_000, device: 1, action: 'send' },
        { afterMs: 25_000, device: 0, action: 'switch' },
      ],
      frames: [{ device: 1, direction: 'out', nth: 22, effect: { kind: 'drop' } }],
      reads: [],
      replies: [],
    },
  ],
  [
    // Regenerate after a jump to a found message: the client asked for a version instead of replacing the turn.
    {
      steps: [
        { afterMs: 0, device: 0, action: 'send' },
        { afterMs: 0, device: 0, action: 'find' },
        { afterMs: 1_020, device: 0, action: 'regenerate' },
      ],
      frames: [],
      reads: [],
      replies: [],
    },
  ],
  [
    // Another device replaces a message before its sender gets an answer to it.
    {
      steps: [
        { afterMs: 25_000, device: 1, action: 'send' },
        { afterMs: 120, device: 0, action: 'edit' },
        { afterMs: 25_000, device: 0, action: 'send' },
      ],
      frames: [{ device: 1, direction: 'out', nth: 0, effect: { kind: 'close' } }],
      reads: [],
      replies: [{ nth: 0, kind: 'fail', pieces: 0 }],
    },
  ],
];

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
  it('show what is stored, once and in one order, after any faults of frames, reads and workers', {
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
      { numRuns: RUNS, examples: KNOWN, ...SEED },
    );
  });
});
