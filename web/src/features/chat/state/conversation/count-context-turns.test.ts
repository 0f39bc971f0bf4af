import { describe, expect, it } from 'vitest';
import type { ViewMessage } from '../turns/view-message.ts';
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
    ['no messages: the least', turns(0, 0), 1],
    ['short turns: all of them', turns(30, 100), 31],
    ['long turns: as many as hold the length', turns(30, 10_000), 5],
    ['one turn that is longer than all of it', turns(30, 60_000), 1],
  ])('%s', (_, messages, expected) => expect(countContextTurns(messages)).toBe(expected));
});
