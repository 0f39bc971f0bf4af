/** Checks a password against a pool's policy, hashes it with scrypt, and compares it with a stored hash. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CognitoError } from './errors.ts';
import type { UserPoolProperties } from './types.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const HASH_BYTES = 32;

/** Returns `salt:hash`, both hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${(await derive(password, salt, HASH_BYTES)).toString('hex')}`;
}

/**
 * Returns true when a password has the stored hash. Takes the same time without a stored hash, so that timing does not
 * show which users exist.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const [salt = '', hash = ''] = (stored ?? '').split(':');
  const derived = await derive(password, Buffer.from(salt, 'hex'), HASH_BYTES);
  const expected = Buffer.from(hash, 'hex');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** Throws InvalidPasswordException, with Cognito's message, for a password that the policy does not allow. */
export function checkPolicy(pool: UserPoolProperties, password: string): void {
  const policy = pool.Policies?.PasswordPolicy ?? {};
  const rules: readonly [boolean, string][] = [
    [password.length >= (policy.MinimumLength ?? 8), 'Password not long enough'],
    [password.length <= 256, 'Password too long'],
    [!policy.RequireLowercase || /[a-z]/.test(password), 'Password must have lowercase characters'],
    [!policy.RequireUppercase || /[A-Z]/.test(password), 'Password must have uppercase characters'],
    [!policy.RequireNumbers || /\d/.test(password), 'Password must have numeric characters'],
    [!policy.RequireSymbols || /[^A-Za-z0-9]/.test(password), 'Password must have symbol characters'],
  ];
  const broken = rules.find(([holds]) => !holds);
  if (broken !== undefined)
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${broken[1]}`);
}
