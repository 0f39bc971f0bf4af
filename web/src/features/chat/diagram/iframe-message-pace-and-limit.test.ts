import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFrameMessageLimit } from './iframe-message-pace-and-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the first height is applied at once; of those that follow, the newest is applied every 100 ms', () => {
  const onHeight = vi.fn();
  const { take } = createFrameMessageLimit(onHeight);
  for (const height of [1, 2, 3]) expect(take(height)).toBe(true);
  expect(onHeight.mock.calls).toEqual([[1]]);
  vi.advanceTimersByTime(100);
  expect(take(4)).toBe(true);
  expect(onHeight.mock.calls).toEqual([[1], [3]]);
  vi.advanceTimersByTime(1_000);
  expect(onHeight.mock.calls).toEqual([[1], [3], [4]]);
  expect(vi.getTimerCount()).toBe(0);
});

it('more than 100 messages in 100 ms are too many, with and without a height', () => {
  const { take } = createFrameMessageLimit(vi.fn());
  const taken = Array.from({ length: 101 }, (_, i) => take(i % 2 === 0 ? i : undefined));
  expect(taken.indexOf(false)).toBe(100);
});

it('240 heights a second are not too many', () => {
  const { take } = createFrameMessageLimit(vi.fn());
  for (let i = 0; i < 2_400; i += 1) {
    expect(take(i)).toBe(true);
    vi.advanceTimersByTime(1_000 / 240);
  }
});

it('no height is applied after the limit is stopped', () => {
  const onHeight = vi.fn();
  const { take, stop } = createFrameMessageLimit(onHeight);
  take(1);
  take(2);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(onHeight.mock.calls).toEqual([[1]]);
});
