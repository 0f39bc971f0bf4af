/** Orders text of mixed direction by the Unicode Bidirectional Algorithm (UAX #9), with bidi-js. */
import bidiFactory, { type BidiCharTypeName } from 'bidi-js';

const bidi = bidiFactory();

/**
 * Replacements for characters beyond U+FFFF, by bidirectional type (UAX #9), because bidi-js treats each UTF-16 unit as
 * a character.
 */
const STAND_INS: Readonly<Partial<Record<BidiCharTypeName, string>>> = {
  R: '\u05d0',
  AL: '\u0627',
  EN: '1',
  AN: '\u0661',
  ET: '%',
  NSM: '\u0300',
  BN: '\u200b',
  ON: '!',
};
/** Emoji and other symbols, which are neutral. The tables of bidi-js (Unicode 13) lack the newer emoji. */
const EMOJI = /^[\u{1f300}-\u{1faff}]$/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const typeOf = (character: string): BidiCharTypeName =>
  EMOJI.test(character) ? 'ON' : bidi.getBidiCharTypeName(character);

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Returns true when the first character with a direction runs from right to left, as `dir="auto"` decides. */
export function isRightToLeft(text: string): boolean {
  for (const character of text) {
    const type = typeOf(character);
    if (type === 'L' || type === 'R' || type === 'AL') return type !== 'L';
  }
  return false;
}

/**
 * Returns the embedding level of every UTF-16 unit: odd for text from right to left. Without `direction`, each line
 * gets the direction of its first character that has a direction.
 */
export function levelsOf(text: string, direction?: 'ltr' | 'rtl'): Uint8Array {
  const characters = [...text];
  const units = characters.map((character) =>
    character.length === 1 ? character : (STAND_INS[typeOf(character)] ?? 'a'),
  );
  const { levels } = bidi.getEmbeddingLevels(units.join(''), direction);
  return Uint8Array.from(characters.flatMap(({ length }, i) => Array<number>(length).fill(levels[i] ?? 0)));
}

/** Returns the pieces of a line from left to right (rule L2 of UAX #9). */
export function inVisualOrder<T extends { readonly level: number }>(pieces: readonly T[]): T[] {
  const ordered = [...pieces];
  const levels = Uint8Array.from(pieces, ({ level }) => level);
  const line = { levels, paragraphs: [{ start: 0, end: pieces.length - 1, level: 0 }] };
  // bidi-js expects a text with one character for each piece. Any letter will do, because the levels decide.
  for (const [from = 0, to = 0] of bidi.getReorderSegments('a'.repeat(pieces.length), line))
    ordered.splice(from, to + 1 - from, ...ordered.slice(from, to + 1).reverse());
  return ordered;
}
