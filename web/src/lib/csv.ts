/** Excel takes a file without it for one in the code page of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Characters that make a spreadsheet take a cell for a formula, in full width too (OWASP, CSV Injection). */
const FORMULA = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** A cell as text, whatever it holds: quoted, and no formula to a spreadsheet. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** A file of RFC 4180, with the mark that makes it UTF-8 to spreadsheets. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' });
