import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import { POST_MAX_BYTES } from '#contract/limits';
import { newestThatFitFrame } from './newest-that-fit-frame.ts';

const message = (messageIndex: number, length: number): Message => ({
  requestId: `request ${messageIndex}`,
  role: 'user',
  content: 'é'.repeat(length),
  createdAt: '2026-01-01T00:00:00.000Z',
  messageIndex,
  status: 'complete',
});

describe('newestThatFitFrame', () => {
  it('keeps everything that fits one frame', () => {
    const few = [message(0, 10), message(1, 10)];
    expect(newestThatFitFrame(few)).toEqual(few);
    expect(newestThatFitFrame([])).toEqual([]);
  });

  it('keeps the newest, without a gap, by their size in bytes', () => {
    const third = POST_MAX_BYTES / 3 / 2;
    const many = [message(0, 1), message(1, third), message(2, third), message(3, third)];
    expect(newestThatFitFrame(many).map(({ messageIndex }) => messageIndex)).toEqual([2, 3]);
    expect(Buffer.byteLength(JSON.stringify(newestThatFitFrame(many)))).toBeLessThan(POST_MAX_BYTES);
  });
});
