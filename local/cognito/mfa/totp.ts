/** Time-based one-time codes (RFC 6238) as authenticator apps compute them: SHA-1, six digits, steps of 30 seconds. */
import { createHmac, randomBytes } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const SKEW = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Gives 52 characters in base32, the length of Cognito's secrets. */
const SECRET_BYTES = 32;

/** Returns a new secret in base32 (RFC 4648) without padding. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS);

export function totpCode(secret: string, step: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Finds the step with this code, at most SKEW steps before or after `ms` (Unix milliseconds). */
export const stepOf = (secret: string, code: string, ms: number): number | undefined =>
  Array.from({ length: 2 * SKEW + 1 }, (_, i) => stepAt(ms) - SKEW + i).find(
    (step) => totpCode(secret, step) === code,
  );
