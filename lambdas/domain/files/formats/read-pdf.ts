import { getDocumentProxy } from 'unpdf';
import { fileError } from '../file-error.ts';
import { boundText, CUT_NOTE, NO_TEXT } from './bounded-text.ts';
import { countPdfPictures, type PdfPictures } from './count-pdf-pictures.ts';
import type { DocumentText, IsLate } from './document-reader-types.ts';
import { PAGES_MAX, TEXT_MAX_BYTES } from './file-reading-limits.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A PDF counts as a scan if at most this share of its pages has letters. A scan may have a typed cover. */
const SCAN_SHARE = 0.1;
/**
 * In a PDF with a picture for each page, a page with at most this many letters counts as scanned. The letters may be a
 * stamp or a mark of the scanner.
 */
const MARK_LETTERS = 50;
/**
 * Least number of pixels that the pictures of a scan have per page, on average. A page at 60 dots per inch has slightly
 * more, a logo fewer.
 */
const PAGE_PIXELS = 300_000;

/**
 * Reads the text of a PDF, up to the limits on pages, text and time. Begins the text of each page with the page's
 * number. A page that cannot be read counts as a page without text.
 * @throws AppError `file_encrypted`; `file_damaged` if the PDF cannot be opened, or none of the pages can be read
 */
export async function readPdf(bytes: Uint8Array, isLate: IsLate): Promise<DocumentText> {
  // Counts the pictures first, because PDF.js transfers the buffer of `bytes`, which is empty afterwards.
  const pictures = countPdfPictures(bytes);
  const pdf = await open(bytes);
  const total = pdf.numPages;
  const pages: string[] = [];
  let room = TEXT_MAX_BYTES;
  let unreadable = 0;
  let lettered = 0;
  let marked = 0;
  let isPartial = false;
  do {
    const number = pages.length + 1;
    const page = await readPage(pdf, number, (length) => length > room || isLate()).catch(() => undefined);
    if (!page) unreadable += 1;
    pages.push(`[Page ${number}]\n${page?.text.trim() || NO_TEXT}`);
    // Counts letters and not digits, because scanners may add page numbers as text to scanned pages.
    const letters = lettersOf(page?.text ?? '');
    if (letters > 0) lettered += 1;
    if (letters > 0 && letters <= MARK_LETTERS) marked += 1;
    room -= page?.text.length ?? 0;
    isPartial = page?.isPartial ?? false;
  } while (pages.length < Math.min(total, PAGES_MAX) && room > 0 && !isLate());
  const read = pages.length;
  if (unreadable === read) throw fileError('file_damaged');
  const note = read < total ? `[Only the first ${read} of ${total} pages were read.]` : undefined;
  const text = boundText(pages.join('\n\n'), note ?? (isPartial ? CUT_NOTE : undefined));
  const isScan =
    lettered <= read * SCAN_SHARE ||
    (lettered - marked <= read * SCAN_SHARE && hasPictureForEach(total, pictures));
  return { mediaType: 'application/pdf', pages: total, ...text, ...(isScan && { isScan: true }) };
}

/** Counts letters, up to one more than `MARK_LETTERS`. */
function lettersOf(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\p{L}/gu)) {
    count += 1;
    if (count > MARK_LETTERS) break;
  }
  return count;
}

const hasPictureForEach = (pages: number, { count, pixels }: PdfPictures): boolean =>
  count >= pages && pixels >= pages * PAGE_PIXELS;

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false, maxImageSize: 1_000_000 });
  } catch (error) {
    const isProtected = error instanceof Error && error.name === 'PasswordException';
    throw fileError(isProtected ? 'file_encrypted' : 'file_damaged', error);
  }
}

/** Reads a page's text until its end, or until `isEnough` returns true for the number of characters read. */
async function readPage(pdf: Pdf, number: number, isEnough: (length: number) => boolean) {
  const page = await pdf.getPage(number);
  const reader = page.streamTextContent().getReader();
  let text = '';
  let isPartial = false;
  while (!isPartial) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    isPartial = isEnough(text.length);
  }
  // PDF.js accepts only an Error as the reason of a cancellation.
  if (isPartial) await reader.cancel(new Error('enough'));
  page.cleanup();
  return { text, isPartial };
}
