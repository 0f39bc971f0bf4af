import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { PACKED } from './compressed-passwords.ts';
import { isBreached } from './is-breached.ts';

it.each(['password', '12345678', 'qwertyuiop', 'iloveyou', 'Password1', 'ILOVEYOU', 'PassWord', 'baseball'])(
  'knows %s, whatever its case (design: not among known-breached passwords)',
  (password) => {
    expect(isBreached(password)).toBe(true);
  },
);

it.each(['violet harbour 7 lanterns', 'correct horse battery staple', 'zufälliges Wörterbuch'])(
  'does not take %s for a breached password',
  (password) => {
    expect(isBreached(password)).toBe(false);
  },
);

it('takes no random password for a breached one', () => {
  for (let i = 0; i < 2_000; i++) expect(isBreached(randomBytes(9).toString('base64url'))).toBe(false);
});

it('the list of breached passwords stays small enough to be loaded with every sign-up', () => {
  expect(PACKED.length).toBeLessThan(150_000);
});
