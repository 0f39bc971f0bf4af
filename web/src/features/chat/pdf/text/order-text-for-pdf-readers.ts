/**
 * Imitates how pdf.js, which Firefox uses, extracts text from a line. pdf.js finds glyphs from left to right, and runs
 * the bidirectional algorithm with its own character classes and without the rules for brackets.
 */
import { hasRightToLeft, inVisualOrder, levelsOf, typeOf } from './bidi.ts';

/** pdf.js reads a line from right to left if at least this percentage of its characters run from right to left. */
const SHARE = 30;
/**
 * Greatest length of a short line, in UTF-16 units. pdf.js reads a short line from right to left if at least one of its
 * characters runs from right to left.
 */
const SHORT = 4;

const NEUTRAL: ReadonlySet<string> = new Set(['ON', 'WS', 'S', 'B', 'BN']);
const LATER_ARABIC = /[\u0700-\u08ac\ufb50-\ufdff\ufe70-\ufeff]/;

/**
 * Returns a character of the bidirectional type that pdf.js assumes for a UTF-16 unit. Units beyond Latin-1, Hebrew and
 * Arabic count as left-to-right letters.
 */
function pdfJsCharacterOf(unit: string): string {
  if (unit <= '\u00ff' || /[\u0600-\u06ff]/.test(unit)) return NEUTRAL.has(typeOf(unit)) ? '!' : unit;
  if (/[\u0590-\u05f4]/.test(unit)) return '\u05d0';
  return LATER_ARABIC.test(unit) ? '\u0627' : 'a';
}

interface Part {
  readonly text: string;
  readonly level: number;
}

/** Returns the text that a PDF reader extracts from a line. `visual` has the line's characters from left to right. */
export function extractedText(visual: string): string {
  const units = visual.split('');
  const count = units.filter((unit) => ['R', 'AL', 'AN'].includes(typeOf(pdfJsCharacterOf(unit)))).length;
  if (count === 0) return visual;
  const isRightToLeft = count * 100 >= SHARE * units.length || units.length <= SHORT;
  return textOf(inVisualOrder(partsOf(visual, isRightToLeft ? 'rtl' : 'ltr')));
}

/**
 * Orders the parts of `text` from left to right, so that a PDF reader extracts `text` from them. Returns undefined if
 * neither direction of the line gives such an order.
 */
export function extractableOrder(text: string): Part[] | undefined {
  if (!hasRightToLeft(text)) return [{ text, level: 0 }];
  for (const direction of ['rtl', 'ltr'] as const) {
    const order = inVisualOrder(joined(partsOf(text, direction)));
    const drawn = order.map((part) => (part.level % 2 === 1 ? [...part.text].reverse().join('') : part.text));
    if (extractedText(drawn.join('')) === text) return order;
  }
  return undefined;
}

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

function partsOf(text: string, direction: 'ltr' | 'rtl'): Part[] {
  const units = text.split('');
  const levels = levelsOf(units.map(pdfJsCharacterOf).join(''), direction);
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
