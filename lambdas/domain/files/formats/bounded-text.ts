import { cleanText } from './clean-text.ts';
import { TEXT_MAX_BYTES } from './inspect-limits.ts';

/** Text of a document, and whether some of it was left out. A cut text ends with a note for its reader. */
export interface BoundedText {
  readonly text: string;
  readonly isTextCut: boolean;
}

/**
 * Cleans a text and cuts it to `TEXT_MAX_BYTES`, between two characters. If anything was left out, adds a note at the
 * end.
 * @param note note that says what the caller has left out of `raw`. @default the caller has left nothing out
 */
export function boundText(raw: string, note?: string): BoundedText {
  // This first cut bounds the work of `cleanText`. A text of more than `TEXT_MAX_BYTES` UTF-16 units has more than
  // `TEXT_MAX_BYTES` bytes. Cleaning might shorten the whole text to the limit, but its end is left out even then.
  const text = cleanText(raw.slice(0, TEXT_MAX_BYTES));
  const isTooLong = raw.length > TEXT_MAX_BYTES || Buffer.byteLength(text) > TEXT_MAX_BYTES;
  if (!isTooLong && note === undefined) return { text, isTextCut: false };
  return { text: `${cutToBytes(text, TEXT_MAX_BYTES)}\n${note ?? CUT_NOTE}`, isTextCut: true };
}

/** Stands for the text of a page or document without text, so that a model is not sent an empty text. */
export const NO_TEXT = '(no text: it may be a picture)';
export const CUT_NOTE = '[The rest of the file is left out: it is too long.]';

/** Returns the longest beginning that has at most `limit` bytes of UTF-8. */
function cutToBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let end = limit;
  // Steps back over the rest of a character that the limit cuts through.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
