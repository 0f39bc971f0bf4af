/** Invitation codes: 60 random bits in groups that can be read out (decision 0010). */
import { randomInt } from 'node:crypto';

/** No letters or digits that look alike: 32 of them, 5 bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A new code, `XXXX-XXXX-XXXX`. */
export function mintCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The code that was meant, or undefined for what cannot be one: case, blanks and hyphens do not matter. */
export function canonicalCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  if (plain.length !== GROUPS * GROUP_LENGTH || [...plain].some((sign) => !ALPHABET.includes(sign)))
    return undefined;
  return (plain.match(/.{4}/g) ?? []).join('-');
}
