import { expect, it } from 'vitest';
import type { Allowance } from '#contract/deployment-config';
import { effortOf, widestAllowance } from './audience-and-allowance.ts';

const allowance = (messagesPerDay: number, ...models: string[]): Allowance => ({
  models,
  messagesPerDay,
  maxOutputTokens: messagesPerDay,
});
const allowances = {
  guest: allowance(10, 'small'),
  free: allowance(50, 'small', 'fair'),
  paid: allowance(500, 'large', 'small', 'removed'),
};

it.each([
  [['balanced', 'quick', 'thorough'], undefined, 'balanced'],
  [['balanced', 'quick', 'thorough'], 'thorough', 'thorough'],
  [['quick', 'balanced'], 'thorough', 'quick'],
  [['quick'], 'balanced', 'quick'],
  [undefined, 'thorough', 'quick'],
  [undefined, undefined, 'quick'],
] as const)('of the efforts %j, a message for which the user chose %s gets %s', (efforts, chosen, effort) => {
  expect(effortOf({ ...(efforts && { efforts: [...efforts] }) }, chosen)).toBe(effort);
});

it('the widest allowance merges those of the plans that a caller may have, and no others', () => {
  expect(widestAllowance('user', allowances)).toEqual(
    expect.objectContaining({ models: ['small', 'fair', 'large', 'removed'], messagesPerDay: 500 }),
  );
  expect(widestAllowance('guest', allowances)).toEqual(allowances.guest);
});
