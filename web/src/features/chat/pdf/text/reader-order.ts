/**
 * Readers of PDF find glyphs as they lie on a line and work out the order of reading themselves. This is how
 * pdf.js does it, and with it Firefox: the bidirectional algorithm once more, with classes of its own and
 * without brackets. Text is laid so that it comes out right.
 */
import {
  type BidiClass,
  classOf,
  hasRightToLeft,
  inVisualOrder,
  levelOf,
  resolveNeutral,
  resolveWeak,
} from './bidi.ts';

/** So many letters from right to left in a hundred make a line one that runs that way, if it is not short. */
const SHARE = 30;
const SHORT = 4;

const LATER_ARABIC = /[\u0700-\u08ac\ufb50-\ufdff\ufe70-\ufeff]/;

/** Of a UTF-16 unit. What lies beyond Latin-1, Hebrew and Arabic counts as a letter from left to right. */
function readerClassOf(unit: string): BidiClass {
  if (unit <= '\u00ff') return classOf(unit);
  if (/[\u0590-\u05f4]/.test(unit)) return 'R';
  if (/[\u0600-\u06ff]/.test(unit)) return classOf(unit);
  return LATER_ARABIC.test(unit) ? 'AL' : 'L';
}

interface Part {
  readonly text: string;
  readonly level: number;
}

/** The text that a reader makes of what stands on a line from left to right. */
export function asRead(visual: string): string {
  const units = visual.split('');
  const count = units.filter((unit) => ['R', 'AL', 'AN'].includes(readerClassOf(unit))).length;
  if (count === 0) return visual;
  const isRightToLeft = count * 100 >= SHARE * units.length || units.length <= SHORT;
  return textOf(inVisualOrder(partsOf(visual, isRightToLeft ? 1 : 0)));
}

/** Parts of a text from left to right such that a reader gets the text back, if there is such an order. */
export function readableOrder(text: string): Part[] | undefined {
  if (!hasRightToLeft(text)) return [{ text, level: 0 }];
  for (const base of [1, 0]) {
    const order = inVisualOrder(joined(partsOf(text, base)));
    const lies = order.map((part) => (part.level % 2 === 1 ? [...part.text].reverse().join('') : part.text));
    if (asRead(lies.join('')) === text) return order;
  }
  return undefined;
}

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

/** Each UTF-16 unit with its level. */
function partsOf(text: string, base: number): Part[] {
  const units = text.split('');
  const classes = units.map(readerClassOf);
  resolveWeak(classes, base);
  resolveNeutral(classes, base);
  return units.map((unit, i) => ({ text: unit, level: levelOf(classes[i] ?? 'N', base) }));
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
