/** Rows for people, for spreadsheets and for programs. */

export type Cell = string | number | boolean | undefined;

/** Characters that a terminal could take for a command: an address or a note is somebody else's text. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;
const shown = (cell: Cell): string => {
  if (cell === undefined) return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  const text = String(cell).replace(UNPRINTABLE, ' ');
  return text === '' ? '-' : text;
};

/** A table: columns as wide as what is in them. */
export function tableOf(names: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const lines = [names.map((name) => name.toUpperCase()), ...rows.map((cells) => cells.map(shown))];
  const widths = names.map((_, i) => Math.max(...lines.map((cells) => cells[i]?.length ?? 0)));
  return lines.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Characters that make a spreadsheet take a cell for a formula (OWASP, CSV Injection), in full width too. */
const FORMULA = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** RFC 4180, every cell quoted, none a formula. */
export function csvOf(names: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const quoted = (cell: Cell): string => {
    const text = String(cell ?? '');
    return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  // The printer ends a line with \n; RFC 4180 wants \r\n.
  return [names, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r`);
}

/** One line, whatever is in it. */
export const jsonOf = (row: object): string =>
  JSON.stringify(row).replace(
    UNPRINTABLE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}${escapeRest(sign)}`,
  );

/** The second half of a sign beyond the basic plane. */
const escapeRest = (sign: string): string =>
  sign.length > 1 ? `\\u${sign.charCodeAt(1).toString(16).padStart(4, '0')}` : '';
