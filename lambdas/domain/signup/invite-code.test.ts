import { expect, it } from 'vitest';
import { canonicalCode, mintCode } from './invite-code.ts';

it('mints codes that are read back as they are', () => {
  const codes = Array.from({ length: 200 }, mintCode);
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(canonicalCode(code)).toBe(code);
});

it.each([
  [' abcd efgh jklm ', 'ABCD-EFGH-JKLM'],
  ['abcd\u2013efgh-jklm', 'ABCD-EFGH-JKLM'],
  ['ABCD-EFGH-JKL', undefined],
  ['ABCD-EFGH-JKLO', undefined],
  ['INVITE#ABCD', undefined],
  ['', undefined],
])('reads %j as %s', (typed, code) => {
  expect(canonicalCode(typed)).toBe(code);
});
