import type { TrueType } from './true-type.ts';

/** Flags of a composite glyph's components (OpenType, table `glyf`). */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const TWO_BY_TWO = 0x0080;

/**
 * Builds a TrueType file from `.notdef` (glyph 0) and the wanted glyphs, in this order. The components of composite
 * glyphs follow. A glyph that is wanted for two characters is stored twice, because `EmbeddedFont` uses a glyph's
 * number in the file as the code of a character.
 */
export function fontSubset(font: TrueType, wanted: readonly number[]): Uint8Array<ArrayBuffer> {
  const { outlines, sources } = collect(font, [0, ...wanted]);
  const count = sources.length;
  // The offsets 8, 34 and 4 are `checkSumAdjustment` of `head`, `numberOfHMetrics` of `hhea`, `numGlyphs` of `maxp`.
  const head = font.copyOf('head');
  new DataView(head.buffer).setUint32(8, 0);
  const hhea = font.copyOf('hhea');
  new DataView(hhea.buffer).setUint16(34, count);
  const maxp = font.copyOf('maxp');
  new DataView(maxp.buffer).setUint16(4, count);
  const hmtx = new DataView(new ArrayBuffer(count * 4));
  const loca = new DataView(new ArrayBuffer((count + 1) * 4));
  let length = 0;
  sources.forEach((glyph, i) => {
    hmtx.setUint16(i * 4, font.advanceOf(glyph));
    hmtx.setInt16(i * 4 + 2, font.sideBearingOf(glyph));
    loca.setUint32(i * 4, length);
    length += padded(outlines[i]?.length ?? 0);
  });
  loca.setUint32(count * 4, length);
  const glyf = new Uint8Array(length);
  for (const [i, outline] of outlines.entries()) glyf.set(outline, loca.getUint32(i * 4));
  return fileOf({ glyf, head, hhea, hmtx: bytes(hmtx), loca: bytes(loca), maxp, prep: font.copyOf('prep') });
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;
const bytes = (view: DataView<ArrayBuffer>): Uint8Array<ArrayBuffer> => new Uint8Array(view.buffer);

function collect(font: TrueType, wanted: readonly number[]) {
  const sources = [...wanted];
  const places = new Map<number, number>();
  const place = (glyph: number): number => {
    const known = places.get(glyph);
    if (known !== undefined) return known;
    places.set(glyph, sources.length);
    return sources.push(glyph) - 1;
  };
  const outlines: Uint8Array[] = [];
  // `place` appends the components of composite glyphs to `sources` while this loop runs.
  for (let i = 0; i < sources.length; i += 1) {
    const outline = font.outlineOf(sources[i] ?? 0);
    renumber(outline, place);
    outlines.push(outline);
  }
  return { outlines, sources };
}

/** Replaces the glyph numbers of a composite glyph's components by their numbers in the subset. */
function renumber(outline: Uint8Array<ArrayBuffer>, place: (glyph: number) => number): void {
  if (outline.length === 0) return;
  const view = new DataView(outline.buffer);
  if (view.getInt16(0) >= 0) return;
  let at = 10;
  let flags = MORE;
  while (flags & MORE) {
    flags = view.getUint16(at);
    view.setUint16(at + 2, place(view.getUint16(at + 2)));
    at += flags & WORDS ? 8 : 6;
    if (flags & SCALE) at += 2;
    else if (flags & TWO_SCALES) at += 4;
    else if (flags & TWO_BY_TWO) at += 8;
  }
}

function fileOf(tables: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(tables).sort();
  const size = names.reduce((sum, name) => sum + padded(tables[name]?.length ?? 0), 12 + names.length * 16);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  const power = Math.floor(Math.log2(names.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, names.length);
  view.setUint16(6, 2 ** power * 16);
  view.setUint16(8, power);
  view.setUint16(10, names.length * 16 - 2 ** power * 16);
  let at = 12 + names.length * 16;
  names.forEach((name, i) => {
    const table = tables[name] ?? new Uint8Array();
    const entry = 12 + i * 16;
    for (let c = 0; c < 4; c += 1) view.setUint8(entry + c, name.charCodeAt(c));
    file.set(table, at);
    view.setUint32(entry + 4, checksum(view, at, padded(table.length)));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.length);
    at += padded(table.length);
  });
  return file;
}

function checksum(view: DataView, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
