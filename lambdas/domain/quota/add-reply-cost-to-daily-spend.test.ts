import { expect, it } from 'vitest';
import { writtenCost } from './add-reply-cost-to-daily-spend.ts';

it('writes a cost of a quantum or more as it is', () => {
  const never = () => {
    throw new Error('Nothing is left to chance');
  };
  expect(writtenCost(0.02, 0.01, never)).toBe(0.02);
  expect(writtenCost(0.01, 0.01, never)).toBe(0.01);
});

it('writes a smaller cost as a quantum, with the probability that makes it right on average', () => {
  const draws = Array.from({ length: 1_000 }, (_, i) => i / 1_000);
  for (const cost of [0, 0.0001, 0.0025, 0.0099]) {
    const written = draws.map((draw) => writtenCost(cost, 0.01, () => draw));
    expect(written.filter((each) => each !== 0 && each !== 0.01)).toEqual([]);
    expect(written.reduce((sum, each) => sum + each, 0) / draws.length).toBeCloseTo(cost, 10);
  }
});

it('writes nothing for a reply without cost', () => {
  expect(writtenCost(0, 0.01, () => 0)).toBe(0);
});
