import type { PdfFile } from '../pdf-file.ts';
import { putCompositeFont } from './composite-font.ts';
import { fontSubset } from './font-subset.ts';
import { hex4 } from './to-unicode-cmap.ts';
import type { TrueType } from './true-type.ts';

export interface FontCode {
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
  readonly #codes = new Map<string, FontCode>();
  readonly #numbers = new Map<string, number>();

  constructor(font: TrueType) {
    this.#font = font;
  }

  encode(codes: readonly FontCode[]): string {
    return `<${codes.map((code) => hex4(this.#numberOf(code))).join('')}>`;
  }

  put(file: PdfFile): number {
    // Every code is mapped to glyph 1 of the subset, the space, so nothing is drawn.
    const space = this.#font.glyphOf(0x20) ?? 0;
    const map = new Uint8Array((this.#numbers.size + 1) * 2);
    for (let code = 1; code <= this.#numbers.size; code += 1) map[code * 2 + 1] = 1;
    const mapId = file.putStream(map);
    const widths = [...this.#codes.values()].map(({ isMark }) => (isMark ? 0 : 1_000));
    return putCompositeFont(file, {
      name: 'Invisible',
      font: this.#font,
      program: fontSubset(this.#font, [space]),
      texts: [...this.#numbers.keys()],
      widths: `/W [1 [${widths.join(' ')}]]`,
      glyphOfCode: `${mapId} 0 R`,
    });
  }

  #numberOf(code: FontCode): number {
    const known = this.#numbers.get(code.text);
    if (known !== undefined) return known;
    this.#numbers.set(code.text, this.#numbers.size + 1);
    this.#codes.set(code.text, code);
    return this.#numbers.size;
  }
}

const MARK = /^\p{M}$/u;
const FORMAT = /^\p{Cf}$/u;

/**
 * Returns the codes of a text in their order on the page, from left to right. PDF readers drop a code whose text ends
 * in a format character, such as U+200D (zero-width joiner). So a code begins with its format character. In
 * left-to-right text, the format character shares a code with the character that follows it in the text: `a`, U+200D,
 * `b` becomes the codes `a` and U+200D `b`. In right-to-left text, the format character shares a code with the
 * character before it in the text: `a`, U+200D, `b` becomes the codes `b` and U+200D `a`. PDF readers reverse
 * right-to-left text, also within a code, so they restore `a`, U+200D, `b`.
 */
export function fontCodesOf(text: string, rightToLeft: boolean): FontCode[] {
  const codes: FontCode[] = [];
  let formats = '';
  for (const character of text) {
    if (FORMAT.test(character)) formats += character;
    else if (rightToLeft) {
      prefix(codes, formats);
      codes.push({ text: character, isMark: MARK.test(character) });
      formats = '';
    } else {
      codes.push({ text: formats + character, isMark: formats === '' && MARK.test(character) });
      formats = '';
    }
  }
  if (rightToLeft) prefix(codes, formats);
  else if (formats !== '') codes.push({ text: formats, isMark: true });
  return rightToLeft ? codes.reverse() : codes;
}

function prefix(codes: FontCode[], formats: string): void {
  if (formats === '') return;
  const reversed = [...formats].reverse().join('');
  const last = codes.pop();
  codes.push(last ? { ...last, text: reversed + last.text } : { text: reversed, isMark: true });
}
