/** Marks a file as UTF-8 for Excel, which otherwise reads it in the device's own code page. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Matches a cell that a spreadsheet may run as a formula, also with full-width signs (OWASP, CSV Injection). */
const FORMULA = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Returns a quoted cell. An apostrophe before a formula keeps a spreadsheet from running it. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Returns rows as CSV (RFC 4180). */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' });
