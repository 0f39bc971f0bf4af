import type { PdfFile } from '../pdf-file.ts';
import { putCompositeFont } from './composite-font.ts';
import { fontSubset } from './font-subset.ts';
import { hex4 } from './to-unicode-cmap.ts';
import type { TrueType } from './true-type.ts';

/**
 * Font of which the PDF embeds only the used characters. Each character has its own code, even when two characters
 * share a glyph (Ω and the ohm sign), so that text copied from the PDF is exactly the text that was written.
 */
export class EmbeddedFont {
  readonly name: string;
  readonly font: TrueType;
  readonly #codes = new Map<string, number>();

  constructor(name: string, font: TrueType) {
    this.name = name;
    this.font = font;
  }

  /** Returns the width of a text in points, at a font size of `size` points. */
  widthOf(text: string, size: number): number {
    let units = 0;
    for (const character of text) units += this.font.advanceOf(this.#glyph(character));
    return (units / this.font.unitsPerEm) * size;
  }

  /** Returns a text as the operand of the PDF operator `Tj`. Marks its characters as used. */
  encode(text: string): string {
    let hex = '';
    for (const character of text) hex += hex4(this.#codeOf(character));
    return `<${hex}>`;
  }

  put(file: PdfFile): number {
    const texts = [...this.#codes.keys()];
    const glyphs = texts.map((character) => this.#glyph(character));
    return putCompositeFont(file, {
      name: this.name,
      font: this.font,
      program: fontSubset(this.font, glyphs),
      texts,
      widths: `/W [1 [${glyphs.map((glyph) => this.#thousandths(this.font.advanceOf(glyph))).join(' ')}]]`,
      glyphOfCode: '/Identity',
    });
  }

  #glyph(character: string): number {
    return this.font.glyphOf(character.codePointAt(0) ?? 0) ?? 0;
  }

  #codeOf(character: string): number {
    const known = this.#codes.get(character);
    if (known !== undefined) return known;
    this.#codes.set(character, this.#codes.size + 1);
    return this.#codes.size;
  }

  #thousandths(units: number): number {
    return Math.round((units * 1000) / this.font.unitsPerEm);
  }
}
