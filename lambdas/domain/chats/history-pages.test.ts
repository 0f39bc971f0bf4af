import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import { pageAfter, pageBefore } from './history-pages.ts';

const messages = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    requestId: `request ${from + i}`,
    role: 'assistant',
    content: '',
    createdAt: '',
    messageIndex: from + i,
    status: 'complete',
  }));
const summary = ({ messages: found, older, newer }: ReturnType<typeof pageAfter>) => ({
  indexes: found.map(({ messageIndex }) => messageIndex),
  older,
  newer,
});

describe('pageAfter', () => {
  it('leaves out what is not after the message', () => {
    expect(summary(pageAfter(messages(3, 6), 3, true))).toEqual({ indexes: [4, 5, 6], older: 4, newer: 6 });
  });

  it('has no newer page when nothing follows', () => {
    expect(pageAfter(messages(3, 6), 2, false).newer).toBeUndefined();
  });

  it('points back and onwards even when it is empty', () => {
    expect(summary(pageAfter([], 8, false))).toEqual({ indexes: [], older: 9, newer: undefined });
  });
});

describe('pageBefore', () => {
  it('leaves out the reply of a question that is before the message', () => {
    expect(summary(pageBefore(messages(1, 4), 4, 9))).toEqual({ indexes: [1, 2, 3], older: 1, newer: 3 });
  });

  it('has no newer page at the end, and no older one at the beginning', () => {
    expect(summary(pageBefore(messages(0, 4), 5, 5))).toEqual({
      indexes: [0, 1, 2, 3, 4],
      older: undefined,
      newer: undefined,
    });
  });

  it('keeps what was claimed after the chat was read', () => {
    expect(pageBefore(messages(0, 6), 5, 5).messages).toHaveLength(7);
  });
});
