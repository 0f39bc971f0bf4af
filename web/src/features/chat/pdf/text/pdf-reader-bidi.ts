/**
 * Readers of PDF find glyphs as they lie on a line and work out the order of reading themselves. This is how
 * pdf.js does it, and with it Firefox: the bidirectional algorithm once more, with classes of its own and
 * without brackets. Text is laid so that it comes out right.
 */
import { hasRightToLeft, inVisualOrder, levelsOf, typeOf } from './bidi.ts';

/** So many letters from right to left in a hundred make a line one that runs that way, if it is not short. */
const SHARE = 30;
const SHORT = 4;

const NEUTRAL: ReadonlySet<string> = new Set(['ON', 'WS', 'S', 'B', 'BN']);
const LATER_ARABIC = /[\u0700-\u08ac\ufb50-\ufdff\ufe70-\ufeff]/;

/**
 * The character of the bidirectional algorithm that a reader treats a UTF-16 unit as: brackets and spaces are neutral
 * signs, and what lies beyond Latin-1, Hebrew and Arabic is a letter from left to right.
 */
function asReaderSees(unit: string): string {
  if (unit <= '\u00ff' || /[\u0600-\u06ff]/.test(unit)) return NEUTRAL.has(typeOf(unit)) ? '!' : unit;
  if (/[\u0590-\u05f4]/.test(unit)) return '\u05d0';
  return LATER_ARABIC.test(unit) ? '\u0627' : 'a';
}

interface Part {
  readonly text: string;
  readonly level: number;
}

/** The text that a reader makes of what stands on a line from left to right. */
export function asRead(visual: string): string {
  const units = visual.split('');
  const count = units.filter((unit) => ['R', 'AL', 'AN'].includes(typeOf(asReaderSees(unit)))).length;
  if (count === 0) return visual;
  const isRightToLeft = count * 100 >= SHARE * units.length || units.length <= SHORT;
  return textOf(inVisualOrder(partsOf(visual, isRightToLeft ? 'rtl' : 'ltr')));
}

/** Parts of a text from left to right such that a reader gets the text back, if there is such an order. */
export function readableOrder(text: string): Part[] | undefined {
  if (!hasRightToLeft(text)) return [{ text, level: 0 }];
  for (const direction of ['rtl', 'ltr'] as const) {
    const order = inVisualOrder(joined(partsOf(text, direction)));
    const lies = order.map((part) => (part.level % 2 === 1 ? [...part.text].reverse().join('') : part.text));
    if (asRead(lies.join('')) === text) return order;
  }
  return undefined;
}

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

/** Each UTF-16 unit with its level. */
function partsOf(text: string, direction: 'ltr' | 'rtl'): Part[] {
  const units = text.split('');
  const levels = levelsOf(units.map(asReaderSees).join(''), direction);
  return units.map((unit, i) => ({ text: unit, level: levels[i] ?? 0 }));
}

function joined(parts: readonly Part[]): Part[] {
  const runs: Part[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last?.level !== part.level) runs.push(part);
    else runs[runs.length - 1] = { text: last.text + part.text, level: part.level };
  }
  return runs;
}
