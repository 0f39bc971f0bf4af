import { cleanText } from './clean-text.ts';
import { TEXT_MAX_BYTES } from './file-reading-limits.ts';

export interface BoundedText {
  readonly text: string;
  readonly isTextCut: boolean;
}

/**
 * Cleans a text and cuts it to `TEXT_MAX_BYTES`, between two characters. Adds a note if anything was left out.
 * @param note note that says what the caller has left out of `raw`. @default the caller has left nothing out
 */
export function boundText(raw: string, note?: string): BoundedText {
  // This first cut bounds the work of `cleanText`. The end is left out even if cleaning would make the text short
  // enough.
  const text = cleanText(raw.slice(0, TEXT_MAX_BYTES));
  const isTooLong = raw.length > TEXT_MAX_BYTES || Buffer.byteLength(text) > TEXT_MAX_BYTES;
  if (!isTooLong && note === undefined) return { text, isTextCut: false };
  return { text: `${cutToBytes(text, TEXT_MAX_BYTES)}\n${note ?? CUT_NOTE}`, isTextCut: true };
}

export const NO_TEXT = '(no text: it may be a picture)';
export const CUT_NOTE = '[The rest of the file is left out: it is too long.]';

function cutToBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let end = limit;
  // If the limit falls inside a character, steps back to the character's first byte.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
