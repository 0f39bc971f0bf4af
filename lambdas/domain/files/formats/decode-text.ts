import { fileError } from '../file-error.ts';

/** Control characters that a text file may hold: backspace, tab, line breaks, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);
/** Matches long `data:` addresses in base64, which would fill a model's context without saying anything. */
const EMBEDDED = /(data:[\w.+-]{1,100}\/[\w.+-]{1,100};base64,)[A-Za-z0-9+/=]{500,}/g;
const CONTROL_SHARE = 0.01;
/**
 * Largest share of bytes beyond ASCII in a Windows-1252 text. Texts in encodings of other scripts, such as Cyrillic or
 * Japanese, usually have more.
 */
const HIGH_SHARE = 0.3;

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or Windows-1252, in which spreadsheet programs still write
 * CSV in western Europe. Leaves out embedded pictures.
 * @throws AppError `file_type_unknown` for binary data and for UTF-16 without a byte order mark;
 * `file_encoding_unknown` for a text that is not UTF-8 or UTF-16 and has more bytes beyond ASCII than HIGH_SHARE allows
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeUtf16(bytes) ?? decodeUtf8(bytes) ?? decodeWindows1252(bytes);
  if (text.includes('\0') || countControls(text) > text.length * CONTROL_SHARE)
    throw fileError('file_type_unknown');
  return text.replace(EMBEDDED, '$1...');
}

function countControls(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 && !TEXT_CONTROLS.has(unit)) count += 1;
  }
  return count;
}

function decodeUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return undefined;
}

/**
 * Decodes UTF-8. Accepts a text with invalid bytes if there are more than ten valid characters beyond ASCII for each
 * invalid byte. Otherwise returns undefined, because the text is probably in another encoding.
 */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    // Decodes strictly first. A valid text may contain U+FFFD itself, which the code below counts as damage.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder().decode(bytes);
    let damaged = 0;
    let whole = 0;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit === 0xfffd) damaged += 1;
      else if (unit > 0x7f) whole += 1;
    }
    return damaged * 10 < whole ? text : undefined;
  }
}

function decodeWindows1252(bytes: Uint8Array): string {
  const high = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  if (bytes.includes(0)) throw fileError('file_type_unknown');
  if (high > bytes.length * HIGH_SHARE) throw fileError('file_encoding_unknown');
  return new TextDecoder('windows-1252').decode(bytes);
}
