export type Cell = string | number | boolean | undefined;

/**
 * Matches characters that a terminal does not print, or could interpret as a command. Users' addresses and names may
 * contain them.
 */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;
const shown = (cell: Cell): string => {
  if (cell === undefined) return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  const text = String(cell).replace(UNPRINTABLE, ' ');
  return text === '' ? '-' : text;
};

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

/**
 * Matches beginnings that make a spreadsheet treat a cell as a formula (OWASP, CSV Injection), also in full-width
 * characters or after spaces.
 */
const FORMULA = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Returns the lines of CSV by RFC 4180, with an apostrophe before a cell that would be a formula. */
export function csvOf(names: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const quoted = (cell: Cell): string => {
    const text = String(cell ?? '');
    return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  // RFC 4180 requires CRLF at the end of a line. The caller adds the LF.
  return [names, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r`);
}

/** Returns a row as one line of JSON, with all unprintable characters escaped. */
export const jsonOf = (row: object): string =>
  JSON.stringify(row).replace(
    UNPRINTABLE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}${escapeRest(sign)}`,
  );

/** Escapes the second UTF-16 unit of a character beyond U+FFFF. */
const escapeRest = (sign: string): string =>
  sign.length > 1 ? `\\u${sign.charCodeAt(1).toString(16).padStart(4, '0')}` : '';
