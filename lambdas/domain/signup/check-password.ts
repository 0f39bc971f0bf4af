import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import { wordedError } from '#contract/server-worded-errors';
import { isBreached } from './breached-passwords/is-breached.ts';

/** Least length of a known text that `isGuessable` removes. Shorter texts occur in many good passwords. */
const PART_MIN = 3;
/** Least length of a sequence: characters whose codes rise or fall by one, such as `1234` or `dcba`. */
const SEQUENCE_MIN = 4;

/**
 * Refuses a password that begins or ends with a space, is breached or is easy to guess (docs/spec.md 5). Cognito would
 * also refuse the space, but with the same exception as a malformed code or address. The user would not learn why.
 * @param known texts that an attacker may know: the product's name, the user's e-mail address and, at a sign-up, the
 * user's name
 * @throws AppError `password_spaces`, `password_breached`, `password_guessable`
 */
export function checkPassword(password: string, known: readonly string[]): void {
  if (password !== password.trim()) throw wordedError('password_spaces', { field: 'password' });
  if (isBreached(password)) throw wordedError('password_breached', { field: 'password' });
  if (isGuessable(password, known)) throw wordedError('password_guessable', { field: 'password' });
}

/**
 * True when fewer than PASSWORD_MIN_LENGTH characters remain without known texts, repetitions and sequences. One copy
 * of a repeated part remains: `abab` becomes `ab`, and `aaa` becomes `a`. A doubled character, such as `aa`, stays.
 */
function isGuessable(password: string, known: readonly string[]): boolean {
  let rest = password.toLowerCase();
  for (const part of partsOf(known)) rest = rest.replaceAll(part, '');
  rest = withoutSequences(rest.replace(/(.)\1{2,}|(.{2,32}?)\2+/gu, '$1$2'));
  return [...rest].length < PASSWORD_MIN_LENGTH;
}

/** Returns the texts and their words, the longest first: if `ann` were removed before `anna`, an `a` would stay. */
function partsOf(known: readonly string[]): string[] {
  const whole = known.map((text) => text.trim().toLowerCase());
  const parts = whole.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts)].filter((part) => part.length >= PART_MIN).sort((a, b) => b.length - a.length);
}

function withoutSequences(text: string): string {
  const signs = [...text];
  const kept: string[] = [];
  for (let start = 0; start < signs.length; ) {
    const length = Math.max(runAt(signs, start, 1), runAt(signs, start, -1));
    if (length < SEQUENCE_MIN) kept.push(signs[start] ?? '');
    start += length < SEQUENCE_MIN ? 1 : length;
  }
  return kept.join('');
}

/** Returns the number of characters from `start` whose codes change by `step` from each to the next. */
function runAt(signs: readonly string[], start: number, step: 1 | -1): number {
  let end = start + 1;
  while (end < signs.length && codeAt(signs, end) - codeAt(signs, end - 1) === step) end += 1;
  return end - start;
}

const codeAt = (signs: readonly string[], at: number): number => signs[at]?.codePointAt(0) ?? 0;
