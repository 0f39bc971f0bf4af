import { expect, it } from 'vitest';
import { describeClockError } from './measure-clock-error.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it.each([
  [6 * MINUTE, 'about 6 minutes ahead'],
  [-59 * MINUTE, 'about 59 minutes behind'],
  [HOUR + 2_000, 'about 1 hour ahead'],
  [-5 * HOUR, 'about 5 hours behind'],
  [24 * HOUR, 'about 1 day ahead'],
  [800 * 24 * HOUR, 'about 800 days ahead'],
])('says by how much the clock is wrong: %d ms', (difference, words) => {
  expect(describeClockError(difference)).toBe(words);
});

it.each([0, 5 * MINUTE, -5 * MINUTE, Number.NaN])('says nothing of %d ms', (difference) => {
  expect(describeClockError(difference)).toBeUndefined();
});
