import { expect, test } from 'vitest';
import { isSameEmail } from './is-same-email.ts';

test.each([
  ['Zo\u00eb@example.com', ' zoe\u0308@EXAMPLE.com ', true],
  ['zoe@example.com', 'zo\u00eb@example.com', false],
])('%j and %j are the same address: %j', (one, other, isSame) => {
  expect(isSameEmail(one, other)).toBe(isSame);
});
