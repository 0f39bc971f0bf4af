import { describe, expect, it } from 'vitest';
import type { ViewMessage } from '../turns/shown-message.ts';
import { countContextTurns } from './count-context-turns.ts';

const turns = (count: number, length: number): ViewMessage[] =>
  Array.from({ length: count }, (_, i) => [
    { key: `q${i}`, index: 2 * i, role: 'user', content: '?', createdAt: '', status: 'complete' } as const,
    {
      key: `a${i}`,
      index: 2 * i + 1,
      role: 'assistant',
      content: 'x'.repeat(length),
      createdAt: '',
      status: 'complete',
    } as const,
  ]).flat();

describe('countContextTurns', () => {
  it.each([
    ['no messages: 1, the minimum', turns(0, 0), 1],
    ['short turns: all of them', turns(30, 100), 31],
    ['long turns: as many as the history of a model holds', turns(30, 10_000), 5],
    ['turns longer than that history: 1', turns(30, 60_000), 1],
  ])('%s', (_, messages, expected) => expect(countContextTurns(messages)).toBe(expected));
});
