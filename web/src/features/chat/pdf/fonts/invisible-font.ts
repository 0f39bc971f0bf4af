import type { PdfFile } from '../pdf-file.ts';
import { putFont } from './embedded-font.ts';
import { fontSubset } from './font-subset.ts';
import { hex4 } from './to-unicode.ts';
import type { TrueType } from './true-type.ts';

/** A code of the invisible font: the text that it stands for, and whether it takes up room. */
export interface Unit {
  readonly text: string;
  readonly isMark: boolean;
}

/**
 * The font of text that is there to be selected and read, over the picture of it: none of its codes looks like
 * anything.
 */
export class InvisibleFont {
  readonly #font: TrueType;
  readonly #units = new Map<string, Unit>();
  readonly #codes = new Map<string, number>();

  /** `font` lends its form; of its glyphs none is used. */
  constructor(font: TrueType) {
    this.#font = font;
  }

  encode(units: readonly Unit[]): string {
    return `<${units.map((unit) => hex4(this.#codeOf(unit))).join('')}>`;
  }

  put(file: PdfFile): number {
    // A program without outlines: its second glyph, the space, for every code.
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
 * The codes of a piece of text from left to right. Readers of PDF drop a code that ends in a format character
 * (such as the joiner of a family of emoji): it goes with the character after it; in text from right to left,
 * which readers turn round as a whole, with the one before it.
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
