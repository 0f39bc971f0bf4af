import type { PdfFile } from '../pdf-file.ts';
import { toUnicodeCmap } from './to-unicode-cmap.ts';
import type { TrueType } from './true-type.ts';

interface FontObjects {
  readonly name: string;
  readonly font: TrueType;
  readonly program: Uint8Array;
  /** Text that each code stands for, beginning with code 1. */
  readonly texts: readonly string[];
  /** Entry `/W`, the width of each code in thousandths of the font size. */
  readonly widths: string;
  /** Value of `/CIDToGIDMap`, which maps each code to its glyph number in `program`. */
  readonly glyphOfCode: string;
}

/** Writes a composite font with two-byte codes (ISO 32000-1, 9.7). Returns the object number of the font. */
export function putCompositeFont(file: PdfFile, objects: FontObjects): number {
  const { name, font, program, texts, widths, glyphOfCode } = objects;
  const scaled = (units: number) => Math.round((units * 1000) / font.unitsPerEm);
  const programId = file.putStream(program, [`/Length1 ${program.length}`]);
  const unicodeId = file.putStream(toUnicodeCmap(texts));
  // Flag 4: the font has characters beyond the standard Latin ones (ISO 32000-1, 9.8.2).
  const descriptorId = file.putObject(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.box.map(scaled).join(' ')}] ` +
      `/ItalicAngle ${name.endsWith('Italic') ? -12 : 0} /Ascent ${scaled(font.ascender)} /Descent ${scaled(font.descender)} ` +
      `/CapHeight ${scaled(font.capHeight)} /StemV 80 /FontFile2 ${programId} 0 R >>`,
  );
  const descendantId = file.putObject(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /FontDescriptor ${descriptorId} 0 R ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 ${widths} /CIDToGIDMap ${glyphOfCode} >>`,
  );
  return file.putObject(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendantId} 0 R] /ToUnicode ${unicodeId} 0 R >>`,
  );
}
