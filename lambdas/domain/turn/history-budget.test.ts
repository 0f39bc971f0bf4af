import { expect, it } from 'vitest';
import type { TurnItem } from '../../store/turns/turns.ts';
import { historyBudget } from './history-budget.ts';

const text = (tokens: number) => 'x'.repeat(3.5 * tokens);
const turn = (index: number, fields: Partial<TurnItem> = {}): TurnItem => ({
  ...{ index, userText: text(1_000), text: text(1_000), replyAt: '', status: 'complete', contextFrom: 1 },
  ...fields,
});
const settings = { systemPrompt: text(500), historyTokens: 9_000 };
const budget = (last: Partial<TurnItem>, ...more: TurnItem[]) =>
  historyBudget([...more, turn(5, last), turn(3), turn(1)], settings);
/** Counts of a prompt that is estimated at 5,500 tokens: the system prompt, two turns, a question. */
const counted = { inputTokens: 400, cachedReadTokens: 4_000, cachedWriteTokens: 550 };

it('the budget is scaled by the ratio of estimated to counted tokens in the last prompt', () => {
  expect(budget(counted)).toBe(10_000);
  expect(budget({ inputTokens: 6_600 })).toBe(7_500);
  expect(budget({ ...counted, status: 'truncated' })).toBe(10_000);
});

it('the first turns that stayed in a trimmed context count as part of the last prompt', () => {
  const head = [turn(1), turn(3)];
  const turns = [turn(23, { ...counted, contextFrom: 23 }), turn(21), turn(19)];
  expect(historyBudget(turns, settings, head)).toBe(10_000);
});

it.each<[string, Partial<TurnItem>]>([
  ['no counts', {}],
  ['counts that were estimated, because the reply was stopped', { ...counted, status: 'stopped' }],
  ['a context that began before the turns that were read', { ...counted, contextFrom: 0 }],
  [
    'files',
    {
      ...counted,
      files: [{ fileId: 'a', name: 'a', kind: 'image', mediaType: 'image/png', bytes: 1, tokens: 9 }],
    },
  ],
])('the budget is not scaled after a last reply with %s', (_, last) => {
  expect(budget(last)).toBe(9_000);
});

it('the budget is not scaled after a short prompt, in which overhead dominates', () => {
  const short = turn(1, { userText: 'Hi', inputTokens: 30 });
  expect(historyBudget([short], { ...settings, systemPrompt: 'Be brief.' })).toBe(9_000);
});

it('the budget is scaled within bounds by counts far from the estimate', () => {
  expect(budget({ inputTokens: 1 })).toBe(12_000);
  expect(budget({ inputTokens: 900_000 })).toBe(6_000);
});

it('the longest budget still fits in the event that hands the turn to the worker', () => {
  const long = { ...settings, historyTokens: 100_000 };
  expect(historyBudget([turn(5, counted), turn(3), turn(1)], long)).toBe(100_000);
});
