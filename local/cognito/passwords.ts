import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CognitoError } from './cognito-errors.ts';
import type { UserPoolProperties } from './cognito-types.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const HASH_BYTES = 32;
/**
 * Cost of scrypt (N). It is far below Node's default, to keep tests fast. The weaker hashes are acceptable, because the
 * emulator's accounts exist on one machine only.
 */
const COST = 1024;
/** Cost of hashes that name no cost. Earlier versions stored such hashes. */
const EARLIER_COST = 16_384;

/** Returns `salt:hash:cost`. Salt and hash are hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, HASH_BYTES, { cost: COST });
  return `${salt.toString('hex')}:${hash.toString('hex')}:${COST}`;
}

/** Takes the same time without a stored hash, so that timing does not show which users exist. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const [salt = '', hash = '', cost = String(EARLIER_COST)] = (stored ?? `::${COST}`).split(':');
  const derived = await derive(password, Buffer.from(salt, 'hex'), HASH_BYTES, { cost: Number(cost) });
  const expected = Buffer.from(hash, 'hex');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** Throws InvalidPasswordException for a password that the policy does not allow. */
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
