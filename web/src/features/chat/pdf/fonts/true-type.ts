/** Reads a TrueType file (https://learn.microsoft.com/typography/opentype/spec/). Lengths are in font units. */
export class TrueType {
  readonly unitsPerEm: number;
  readonly ascender: number;
  /** Depth below the baseline: a negative number. */
  readonly descender: number;
  readonly capHeight: number;
  /** Bounding box of all glyphs: xMin, yMin, xMax, yMax. */
  readonly box: readonly number[];
  readonly #view: DataView;
  readonly #tables: ReadonlyMap<string, DataView>;
  readonly #glyphs: ReadonlyMap<number, number>;
  readonly #metricCount: number;

  constructor(file: ArrayBuffer) {
    this.#view = new DataView(file);
    this.#tables = readDirectory(this.#view);
    const head = this.#table('head');
    const hhea = this.#table('hhea');
    this.unitsPerEm = head.getUint16(18);
    if (head.getInt16(50) !== 1) throw new Error('Only fonts with long glyph offsets are read.');
    this.box = [36, 38, 40, 42].map((offset) => head.getInt16(offset));
    this.ascender = hhea.getInt16(4);
    this.descender = hhea.getInt16(6);
    this.#metricCount = hhea.getUint16(34);
    this.capHeight = this.#table('OS/2').getInt16(88);
    this.#glyphs = readCharacters(this.#table('cmap'));
  }

  glyphOf(codePoint: number): number | undefined {
    return this.#glyphs.get(codePoint);
  }

  advanceOf(glyph: number): number {
    return this.#table('hmtx').getUint16(Math.min(glyph, this.#metricCount - 1) * 4);
  }

  sideBearingOf(glyph: number): number {
    const hmtx = this.#table('hmtx');
    const beyond = glyph - this.#metricCount;
    return hmtx.getInt16(beyond < 0 ? glyph * 4 + 2 : this.#metricCount * 4 + beyond * 2);
  }

  /** Returns a copy of a glyph's entry in the table `glyf`. The entry of a space is empty. */
  outlineOf(glyph: number): Uint8Array<ArrayBuffer> {
    const loca = this.#table('loca');
    const glyf = this.#table('glyf');
    const start = loca.getUint32(glyph * 4);
    const end = loca.getUint32(glyph * 4 + 4);
    return new Uint8Array(this.#view.buffer as ArrayBuffer, glyf.byteOffset + start, end - start).slice();
  }

  copyOf(name: string): Uint8Array<ArrayBuffer> {
    const { byteOffset, byteLength } = this.#table(name);
    return new Uint8Array(this.#view.buffer as ArrayBuffer, byteOffset, byteLength).slice();
  }

  #table(name: string): DataView {
    const found = this.#tables.get(name);
    if (!found) throw new Error(`The font has no table ${name}.`);
    return found;
  }
}

function readDirectory(view: DataView): Map<string, DataView> {
  const tables = new Map<string, DataView>();
  const count = view.getUint16(4);
  for (let i = 0; i < count; i += 1) {
    const entry = 12 + i * 16;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(entry + offset)));
    tables.set(name, new DataView(view.buffer, view.getUint32(entry + 8), view.getUint32(entry + 12)));
  }
  return tables;
}

/** Reads the subtable of `cmap` in format 12, which covers all of Unicode. The embedded fonts have one. */
function readCharacters(cmap: DataView): Map<number, number> {
  const glyphs = new Map<number, number>();
  const count = cmap.getUint16(2);
  for (let i = 0; i < count; i += 1) {
    const offset = cmap.getUint32(4 + i * 8 + 4);
    if (cmap.getUint16(offset) !== 12) continue;
    const groups = cmap.getUint32(offset + 12);
    for (let group = 0; group < groups; group += 1) {
      const at = offset + 16 + group * 12;
      const first = cmap.getUint32(at);
      const last = cmap.getUint32(at + 4);
      const glyph = cmap.getUint32(at + 8);
      for (let codePoint = first; codePoint <= last; codePoint += 1)
        glyphs.set(codePoint, glyph + codePoint - first);
    }
    break;
  }
  return glyphs;
}
