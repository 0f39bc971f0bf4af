import type { Tokens } from 'marked';
import { extentOf, type Line } from '../text/line-breaking.ts';
import { paragraphOf } from '../text/split-paragraph-into-words.ts';
import { BACKGROUND, INK, RULE, type TextStyle } from '../text/text-style-and-colors.ts';
import { addCode } from './markdown-blocks.ts';
import { runsOf } from './markdown-inline-runs.ts';
import { type Column, heightOf, LEADING, type PageFlow } from './page-flow.ts';

const CELL: TextStyle = { size: 9.5, color: INK };
const PADDING = { x: 6, y: 4 } as const;
/** Narrowest readable column, in points. A table that needs narrower ones is shown as its Markdown source. */
const NARROWEST = 30;
/** Points added to the width of a column, so that a rounding error does not wrap its longest word. */
const ROUNDING = 0.1;
/** Height in points above which a row may be divided between pages. */
const DIVIDED_FROM = 120;
/** Greatest height in points of a header that is repeated on each page. A higher one would leave rows little room. */
const REPEATED_TO = 240;

interface Cell {
  readonly lines: readonly Line[];
  readonly align: Column['align'];
}

export function addTable(flow: PageFlow, table: Tokens.Table, column: Column): void {
  const columns = table.header.length;
  if (columns * NARROWEST > column.width) {
    addCode(flow, table.raw.trimEnd(), column);
    return;
  }
  const all = [table.header, ...table.rows];
  const header: TextStyle = { ...CELL, bold: true };
  const paragraphs = all.map((row, i) =>
    row.map(({ tokens }) => paragraphOf(runsOf(tokens, i === 0 ? header : CELL), flow.renderer)),
  );
  const extents = Array.from({ length: columns }, (_, i) =>
    paragraphs.map((row) => row[i] && extentOf(row[i])).filter((extent) => extent !== undefined),
  );
  const widths = columnWidths(
    extents.map((rows) => ({
      narrowest: Math.max(0, ...rows.map(({ narrowest }) => narrowest)) + 2 * PADDING.x + ROUNDING,
      natural: Math.max(0, ...rows.map(({ natural }) => natural)) + 2 * PADDING.x + ROUNDING,
    })),
    column.width,
  );
  const cells = all.map((row, r) =>
    row.map(({ tokens, align }, i): Cell => {
      const text = flow.lines(runsOf(tokens, r === 0 ? header : CELL), (widths[i] ?? 0) - 2 * PADDING.x);
      return { lines: text.lines, align: align ?? (text.rightToLeft ? 'right' : 'left') };
    }),
  );
  const [head = [], ...rows] = cells;
  const addHeader = () => addRow(flow, head, widths, column.x, true);
  const addRows = () => {
    for (const row of rows) addRow(flow, row, widths, column.x, false);
  };
  flow.ensureRoom(rowHeight(head) + Math.min(rowHeight(rows[0] ?? []), DIVIDED_FROM));
  addHeader();
  if (rowHeight(head) <= REPEATED_TO) flow.withPageStart(addHeader, addRows);
  else addRows();
}

/**
 * Divides a table's width among its columns. Their natural widths (without wrapping) are used if these fit. Otherwise
 * each column gets room for its longest word, but no more than an equal share, so that a long word does not squeeze the
 * other columns. The rest goes to the columns that are narrower than their natural width.
 */
export function columnWidths(
  columns: readonly { readonly narrowest: number; readonly natural: number }[],
  width: number,
): number[] {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const natural = columns.map((column) => column.natural);
  if (sum(natural) <= width) return natural;
  const fair = width / columns.length;
  const least = columns.map((column) =>
    Math.max(NARROWEST, Math.min(column.narrowest, Math.max(fair, NARROWEST))),
  );
  const scale = Math.min(1, width / sum(least));
  const base = least.map((value) => value * scale);
  const wish = natural.map((value, i) => Math.max(0, value - (base[i] ?? 0)));
  const rest = Math.max(0, width - sum(base));
  const wishes = sum(wish);
  return base.map((value, i) => value + (wishes > 0 ? (rest * (wish[i] ?? 0)) / wishes : 0));
}

const lineCount = (row: readonly Cell[]): number => Math.max(1, ...row.map(({ lines }) => lines.length));

const rowHeight = (row: readonly Cell[]): number =>
  2 * PADDING.y + Math.max(CELL.size * LEADING, ...row.map(({ lines }) => heightOfLines(lines)));

const heightOfLines = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + heightOf(line, CELL.size), 0);

function addRow(
  flow: PageFlow,
  row: readonly Cell[],
  widths: readonly number[],
  x: number,
  isHeader: boolean,
): void {
  const count = lineCount(row);
  let from = 0;
  while (from < count) {
    const rest = row.map((cell) => ({ ...cell, lines: cell.lines.slice(from) }));
    flow.ensureRoom(Math.min(rowHeight(rest), DIVIDED_FROM));
    const fitting = Math.max(1, Math.floor((flow.room - 2 * PADDING.y) / (CELL.size * LEADING)));
    const part = rest.map((cell) => ({ ...cell, lines: cell.lines.slice(0, fitting) }));
    addPart(flow, part, widths, x, isHeader);
    from += fitting;
  }
}

function addPart(
  flow: PageFlow,
  row: readonly Cell[],
  widths: readonly number[],
  x: number,
  isHeader: boolean,
): void {
  const width = widths.reduce((sum, value) => sum + value, 0);
  const height = rowHeight(row);
  const top = flow.reserve(height);
  if (isHeader) flow.renderer.box(x, top, width, height, BACKGROUND);
  flow.renderer.box(x, top + height - 0.5, width, 0.5, RULE);
  let left = x;
  row.forEach(({ lines, align }, i) => {
    const cellWidth = widths[i] ?? 0;
    let y = top + PADDING.y;
    for (const line of lines) {
      flow.place(line, { x: left + PADDING.x, width: cellWidth - 2 * PADDING.x, align }, y);
      y += heightOf(line, CELL.size);
    }
    left += cellWidth;
  });
}
