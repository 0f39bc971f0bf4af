import { type CellFormat, showNumber } from './cell-formats.ts';
import type { XmlAttributes, XmlHandler } from './read-xml.ts';

interface Workbook {
  readonly strings: readonly string[];
  /** Formats of cells, by the number of their style. */
  readonly formats: readonly CellFormat[];
  /** True when days are counted from 1904. */
  readonly is1904: boolean;
}

/** Collects the values of sheets in SpreadsheetML (ECMA-376-1, 18.3). Rows without values are left out. */
export class SheetText implements XmlHandler {
  readonly #workbook: Workbook;
  readonly #lines: string[] = [];
  #row = '';
  #column = 0;
  #cell = { column: 0, type: '', style: 0 };
  #value = '';
  #isValue = false;
  #length = 0;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  /** Approximate number of characters so far. */
  get length(): number {
    return this.#length;
  }

  startSheet(name: string): void {
    if (this.#lines.length > 0) this.#lines.push('');
    this.#lines.push(`[Sheet ${name}]`);
    this.#length += name.length;
  }

  result(): string {
    return this.#lines.join('\n');
  }

  open(name: string, { r = '', t = 'n', s = '0' }: XmlAttributes, parent: string): void {
    if (name === 'row') this.#startRow();
    else if (name === 'c') this.#startCell({ column: columnOf(r), type: t, style: Number(s) });
    this.#isValue = name === 'v' || (name === 't' && parent !== 'rPh');
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text;
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #startRow(): void {
    this.#row = '';
    this.#column = 0;
    this.#cell = { column: 0, type: '', style: 0 };
  }

  /** Without a reference such as `AB12`, a cell stands in the column after the previous cell. */
  #startCell({ column, type, style }: { column: number | undefined; type: string; style: number }): void {
    this.#cell = { column: column ?? this.#cell.column + 1, type, style };
    this.#value = '';
  }

  #endCell(): void {
    const { column } = this.#cell;
    const shown = this.#shown().replace(ESCAPED, unescaped).replace(/\s+/g, ' ').trim();
    if (shown !== '') {
      const gap = '\t'.repeat(Math.max(0, column - Math.max(1, this.#column)));
      this.#row += gap + shown;
      this.#length += gap.length + shown.length;
      this.#column = column;
    }
  }

  #endRow(): void {
    if (this.#row === '') return;
    this.#lines.push(this.#row);
    this.#length += 1;
  }

  #shown(): string {
    const { strings, formats, is1904 } = this.#workbook;
    const { type, style } = this.#cell;
    // Some programs give an empty cell a type. With type `s`, such a cell would show `strings[0]`: `Number('')` is 0.
    if (this.#value === '') return '';
    if (type === 's') return strings[Number(this.#value)] ?? '';
    if (type === 'b') return this.#value === '1' ? 'TRUE' : 'FALSE';
    return type === 'n' ? showNumber(this.#value, formats[style] ?? 'number', is1904) : this.#value;
  }
}

/** Excel's escapes of characters that XML cannot hold or would change, such as `_x000D_`. */
const ESCAPED = /_x([0-9A-F]{4})_/gi;
const unescaped = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** Returns the column of a cell reference: 28 for `AB12`, because column A is 1. Excel has 16,384 columns. */
function columnOf(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place)?.[0];
  if (letters === undefined) return undefined;
  const column = Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
  return Math.min(column, 16_384);
}
