/**
 * Separates a document's text from what the product's parsers (in `formats`) add to it for models: marks of pages and
 * sheets (`read-pdf.ts`, `sheet-text.ts`), and notes on what is missing (`read-pdf.ts`, `read-docx.ts`,
 * `bounded-text.ts`).
 */
import { NO_TEXT } from '../../files/formats/bounded-text.ts';

/** Number of a page, or name of a sheet. */
export type Place = number | string;

/** Beginning of a page or sheet, in UTF-16 units of the text. */
export type Mark = readonly [at: number, place: Place];

export interface PlainText {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** True when the parser has left out the rest of the document. */
  readonly isCut: boolean;
}

const PAGE = /^\[Page (\d{1,5})\]$\n?/gm;
const SHEET = /^\[Sheet (.+)\]$\n?/gm;
/** Longest name of a sheet, in UTF-16 units. Excel allows 31 characters, but a forged file may have a longer name. */
const SHEET_MAX = 100;
const NOTE =
  /\n\[(?:The rest of the file is left out: it is too long\.|Only the first \d+ of \d+ pages were read\.)\]$/;

/**
 * Takes marks and notes out of an extracted text.
 * @param hasMarks true for a PDF and a workbook; in another document, a line that looks like a mark is part of the text
 */
export function plainText(extracted: string, hasMarks: boolean): PlainText {
  const body = extracted.replace(NOTE, '');
  const isCut = body.length < extracted.length;
  if (!hasMarks) return { text: withoutEmpty(body), marks: [], isCut };
  const marks: Mark[] = [];
  let text = '';
  let from = 0;
  const isPdf = body.startsWith('[Page 1]');
  for (const { index, 0: line, 1: name = '' } of body.matchAll(isPdf ? PAGE : SHEET)) {
    // Every page has a mark, in order. A line whose number is not the next page's is part of the document.
    if (isPdf && Number(name) !== marks.length + 1) continue;
    text += withoutEmpty(body.slice(from, index));
    marks.push([text.length, isPdf ? Number(name) : name.slice(0, SHEET_MAX)]);
    from = index + line.length;
  }
  return { text: text + withoutEmpty(body.slice(from)), marks, isCut };
}

/** Returns '' for the placeholder of a page, or of a whole document, that has no text. */
const withoutEmpty = (text: string): string => (text.trim() === NO_TEXT ? '' : text);
