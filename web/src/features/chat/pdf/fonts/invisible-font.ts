import type { PdfFile } from '../pdf-file.ts';
import { putFont } from './embedded-font.ts';
import { fontSubset } from './font-subset.ts';
import { hex4 } from './to-unicode.ts';
import type { TrueType } from './true-type.ts';

/** A code of the invisible font. */
export interface Unit {
  /** Text that the code stands for. */
  readonly text: string;
  /** True for a code without width, such as an accent over the letter before it. */
  readonly isMark: boolean;
}

/**
 * Font without visible glyphs. Its text lies over a picture of the same text, so that the user can select it and a
 * screen reader can read it.
 */
export class InvisibleFont {
  readonly #font: TrueType;
  readonly #units = new Map<string, Unit>();
  readonly #codes = new Map<string, number>();

  /** Takes the tables of `font`, and of its glyphs only the space. */
  constructor(font: TrueType) {
    this.#font = font;
  }

  encode(units: readonly Unit[]): string {
    return `<${units.map((unit) => hex4(this.#codeOf(unit))).join('')}>`;
  }

  put(file: PdfFile): number {
    // Every code is mapped to glyph 1 of the subset, the space, so nothing is drawn.
    const space = this.#font.glyphOf(0x20) ?? 0;
    const map = new Uint8Array((this.#codes.size + 1) * 2);
    for (let code = 1; code <= this.#codes.size; code += 1) map[code * 2 + 1] = 1;
    const mapId = file.putStream(map);
    const widths = [...this.#units.values()].map(({ isMark }) => (isMark ? 0 : 1_000));
    return putFont(file, {
      name: 'Invisible',
      font: this.#font,
      program: fontSubset(this.#font, [space]),
      texts: [...this.#codes.keys()],
      widths: `/W [1 [${widths.join(' ')}]]`,
      glyphOfCode: `${mapId} 0 R`,
    });
  }

  #codeOf(unit: Unit): number {
    const known = this.#codes.get(unit.text);
    if (known !== undefined) return known;
    this.#codes.set(unit.text, this.#codes.size + 1);
    this.#units.set(unit.text, unit);
    return this.#codes.size;
  }
}

const MARK = /^\p{M}$/u;
const FORMAT = /^\p{Cf}$/u;

/**
 * Returns the codes of a piece of text from left to right. PDF readers drop a code that ends in a format character,
 * such as the joiner of a family of emoji. In text from left to right, a format character therefore shares the code
 * of the next character. In text from right to left, it shares the code of the previous character, because readers
 * reverse the whole text.
 */
export function unitsOf(text: string, rightToLeft: boolean): Unit[] {
  const units: Unit[] = [];
  let formats = '';
  for (const character of text) {
    if (FORMAT.test(character)) formats += character;
    else if (rightToLeft) {
      prefix(units, formats);
      units.push({ text: character, isMark: MARK.test(character) });
      formats = '';
    } else {
      units.push({ text: formats + character, isMark: formats === '' && MARK.test(character) });
      formats = '';
    }
  }
  if (rightToLeft) prefix(units, formats);
  else if (formats !== '') units.push({ text: formats, isMark: true });
  return rightToLeft ? units.reverse() : units;
}

function prefix(units: Unit[], formats: string): void {
  if (formats === '') return;
  const reversed = [...formats].reverse().join('');
  const last = units.pop();
  units.push(last ? { ...last, text: reversed + last.text } : { text: reversed, isMark: true });
}
