import { expect, it } from 'vitest';
import { allowances } from './allowances.fixture.ts';
import { effortOf, widestAllowance } from './audience-and-allowance.ts';

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
