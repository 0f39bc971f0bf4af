import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_PACE } from '#contract/limits';
import { paceByFrames } from './text-update-pace.ts';

let now = 0;
let frames: (() => void)[] = [];
/** Runs the next frame: its callbacks, its layout and paint, and the timers that are due then. */
const frame = ({ paintMs = 0 } = {}) => {
  for (const callback of frames.splice(0)) callback();
  now += paintMs;
  vi.advanceTimersByTime(0);
};
const pass = (ms: number) => {
  now += ms;
  vi.advanceTimersByTime(ms);
};

beforeEach(() => {
  now = 0;
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

describe('an update', () => {
  it('runs at once, and not in a frame', () => {
    const update = vi.fn();
    paceByFrames(update).request();
    expect(update).toHaveBeenCalledTimes(1);
    frame();
    expect(update).toHaveBeenCalledTimes(1);
  });

  it('waits for the frame after the last update, and serves all requests made meanwhile', () => {
    const update = vi.fn();
    const pace = paceByFrames(update);
    for (let i = 0; i < 5; i += 1) pace.request();
    expect(update).toHaveBeenCalledTimes(1);
    frame();
    expect(update).toHaveBeenCalledTimes(2);
    frame();
    expect(update).toHaveBeenCalledTimes(2);
  });

  it('runs after the callbacks of a frame, not among them', () => {
    const update = vi.fn();
    const pace = paceByFrames(update);
    pace.request();
    pace.request();
    for (const callback of frames.splice(0)) callback();
    expect(update).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(0);
    expect(update).toHaveBeenCalledTimes(2);
  });
});

describe('a device on which an update takes', () => {
  /** Makes ten updates, each of which takes `renderMs` to render and `paintMs` to paint. */
  async function givenPace(renderMs: number, paintMs: number) {
    const startedAt: number[] = [];
    const update = vi.fn(() => {
      startedAt.push(now);
      now += renderMs;
    });
    const pace = paceByFrames(update);
    for (let i = 0; i < 10; i += 1) {
      pace.request();
      // A slow device gets its update after the first frame, and paints in the second.
      for (let frames = 0; frames < 2; frames += 1) {
        await Promise.resolve();
        frame({ paintMs });
      }
      pass(CHUNK_PACE.intervalMs);
    }
    update.mockClear();
    return { pace, update, startedAt };
  }

  it.each([
    [20, 0],
    [0, 20],
    [8, 8],
  ])('%i ms to render and %i to paint gets at most one per interval of chunks', async (renderMs, paintMs) => {
    const { pace, startedAt } = await givenPace(renderMs, paintMs);
    expect(pace.isSlow()).toBe(true);
    startedAt.length = 0;
    for (let i = 0; i < 60; i += 1) {
      pace.request();
      await Promise.resolve();
      frame({ paintMs });
      pass(10);
    }
    expect(startedAt.length).toBeGreaterThan(3);
    const pauses = startedAt.slice(1).map((at, i) => at - (startedAt[i] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(CHUNK_PACE.intervalMs);
  });

  it('4 ms gets one with each frame', async () => {
    const { pace, update } = await givenPace(2, 2);
    expect(pace.isSlow()).toBe(false);
    for (let i = 0; i < 5; i += 1) {
      pace.request();
      frame();
    }
    expect(update).toHaveBeenCalledTimes(5);
  });

  it('20 ms gets each right after a frame, and none is lost', async () => {
    const { pace, update } = await givenPace(20, 0);
    pace.request();
    expect(update).not.toHaveBeenCalled();
    frame();
    expect(update).toHaveBeenCalledTimes(1);
    pace.request();
    frame();
    pass(CHUNK_PACE.intervalMs);
    frame();
    expect(update).toHaveBeenCalledTimes(2);
  });
});
