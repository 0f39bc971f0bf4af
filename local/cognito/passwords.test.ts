import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

it('a hash matches its own password alone', async () => {
  const stored = await hashPassword('Correct horse 1!');
  expect(await passwordMatches('Correct horse 1!', stored)).toBe(true);
  expect(await passwordMatches('Correct horse 2!', stored)).toBe(false);
});

it('two hashes of a password differ', async () => {
  expect(await hashPassword('Correct horse 1!')).not.toBe(await hashPassword('Correct horse 1!'));
});

it('a hash that an earlier version stored, without a cost, still matches', async () => {
  const salt = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const stored = `${salt.toString('hex')}:${scryptSync('Correct horse 1!', salt, 32).toString('hex')}`;
  expect(await passwordMatches('Correct horse 1!', stored)).toBe(true);
  expect(await passwordMatches('Correct horse 2!', stored)).toBe(false);
});

it('no password matches a user without a hash', async () => {
  expect(await passwordMatches('', undefined)).toBe(false);
});
