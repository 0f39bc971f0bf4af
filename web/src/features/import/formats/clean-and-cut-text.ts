import { CHAT_NAME_MAX_LENGTH } from '#contract/limits';

/** Control characters, and characters that change the direction of the text after them. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes a text well-formed, with line breaks as `\n` and without control characters other than tabs. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\p{Cc}/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .toWellFormed();

/** Returns a chat's name on one line, cut to CHAT_NAME_MAX_LENGTH; perhaps empty. */
export function cleanName(name: string): string {
  const line = name.toWellFormed().replaceAll(/\s+/g, ' ').replaceAll(CONTROLS, '').trim();
  return cutToLength(line, CHAT_NAME_MAX_LENGTH).trim();
}

/** Cuts a text to at most `length` UTF-16 units, between characters. */
export function cutToLength(text: string, length: number): string {
  let fits = '';
  for (const character of text) {
    if (fits.length + character.length > length) break;
    fits += character;
  }
  return fits;
}

const encoder = new TextEncoder();

/** Cuts a text to at most `bytes` bytes of UTF-8, between characters. */
export function cutToBytes(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  const encoded = encoder.encode(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  // A byte of the form 10xxxxxx continues a character.
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(encoded.subarray(0, end));
}
