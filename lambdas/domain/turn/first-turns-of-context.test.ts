import { describe, expect, it } from 'vitest';
import type { TurnItem } from '../../store/turns/turns.ts';
import { headOf } from './first-turns-of-context.ts';

const turn = (index: number, tokens = 100, fields: Partial<TurnItem> = {}): TurnItem => ({
  ...{ index, userText: 'x'.repeat(1.75 * tokens), text: 'y'.repeat(1.75 * tokens) },
  ...{ replyAt: '2026-01-01T00:00:00.000Z', status: 'complete', ...fields },
});
const files = [
  { fileId: 'a', name: 'a', kind: 'image', mediaType: 'image/png', bytes: 1, tokens: 100 },
] as const;
const indexes = (...turns: readonly TurnItem[]) => headOf(turns, 2_000).map(({ index }) => index);

describe('the first turns that stay in a context', () => {
  it('are those that fit in a fifth of the tokens of a history, oldest first', () => {
    expect(indexes(turn(9), turn(7), turn(5), turn(3), turn(1))).toEqual([1, 3, 5]);
    expect(indexes(turn(1, 150), turn(3, 300), turn(5))).toEqual([1]);
    expect(indexes(turn(1, 500), turn(3))).toEqual([]);
  });

  it('are the same while the chat grows', () => {
    const turns = Array.from({ length: 40 }, (_, n) => turn(2 * n + 1, 10));
    const first = indexes(...turns);
    expect(first).toEqual([1, 3, 5]);
    expect(indexes(...turns.slice(0, 5))).toEqual(first);
  });

  it('leave out the welcome and turns without a reply', () => {
    const { userText: _, ...welcome } = turn(0);
    expect(indexes(welcome, turn(1), turn(3, 10, { text: '' }), turn(5))).toEqual([1, 5]);
  });

  it('end before a turn with files', () => {
    expect(indexes(turn(1), turn(3, 10, { files }), turn(5))).toEqual([1]);
  });
});
