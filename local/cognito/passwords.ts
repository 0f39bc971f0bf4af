/** Checks a password against a pool's policy, hashes it with scrypt, and compares it with a stored hash. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CognitoError } from './errors.ts';
import type { UserPoolProperties } from './types.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const HASH_BYTES = 32;
/**
 * Cost of scrypt (N). Node's default, 16,384, took 7% of the processor time of the integration tests. The accounts here
 * exist on one machine only, so a cheap hash is enough.
 */
const COST = 1024;
/** Cost of the hashes that name no cost. Earlier versions stored them, and state files may still have them. */
const EARLIER_COST = 16_384;

/** Returns `salt:hash:cost`. Salt and hash are hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, HASH_BYTES, { cost: COST });
  return `${salt.toString('hex')}:${hash.toString('hex')}:${COST}`;
}

/**
 * Returns true when a password has the stored hash. Takes the same time without a stored hash, so that timing does not
 * show which users exist.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const [salt = '', hash = '', cost = String(EARLIER_COST)] = (stored ?? `::${COST}`).split(':');
  const derived = await derive(password, Buffer.from(salt, 'hex'), HASH_BYTES, { cost: Number(cost) });
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
