/** Makes and normalises invitation codes: 60 random bits, in groups that are easy to read out (decision 0010). */
import { randomInt } from 'node:crypto';

/** Without I, O, 0 and 1, which look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Makes a new code, `XXXX-XXXX-XXXX`. */
export function mintCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Returns the code that a typed text means. Ignores case, white space and dashes. Undefined if it cannot be a code. */
export function canonicalCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  if (plain.length !== GROUPS * GROUP_LENGTH || [...plain].some((sign) => !ALPHABET.includes(sign)))
    return undefined;
  return (plain.match(/.{4}/g) ?? []).join('-');
}
