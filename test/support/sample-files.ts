/** Makes small files for tests as programs would write them, and parts from which tests make broken ones. */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
export const bytesOf = (...parts: readonly (string | Uint8Array | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  );
/** An unsigned number in `length` bytes. */
export const uint = (value: number, length: 1 | 2 | 3 | 4, order: 'big' | 'little' = 'big'): Uint8Array => {
  const bytes = Buffer.alloc(length);
  if (order === 'big') bytes.writeUIntBE(value, 0, length);
  else bytes.writeUIntLE(value, 0, length);
  return new Uint8Array(bytes);
};

const pngChunk = (tag: string, data: Uint8Array): Uint8Array => {
  const body = bytesOf(tag, data);
  return bytesOf(uint(data.length, 4), body, uint(crc32(body), 4));
};

/** A PNG in grey. `rows` tells how many of its rows have pixels; a header may claim more than there are. */
export const pngOf = (width: number, height: number, rows = height): Uint8Array =>
  bytesOf(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', bytesOf(uint(width, 4), uint(height, 4), [8, 0, 0, 0, 0])),
    pngChunk('IDAT', new Uint8Array(deflateSync(Buffer.alloc(rows * (width + 1))))),
    pngChunk('IEND', new Uint8Array()),
  );

/** The segments of a JPEG up to its first scan. `before` stands between the start and the frame header. */
export const jpegOf = (width: number, height: number, before: Uint8Array = new Uint8Array()): Uint8Array =>
  bytesOf(
    [0xff, 0xd8, 0xff, 0xe0, 0, 16],
    'JFIF\0\x01\x01\0\0\x01\0\x01\0\0',
    before,
    [0xff, 0xff, 0xc0, 0, 11, 8],
    ...[uint(height, 2), uint(width, 2)],
    [1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x7f, 0xff, 0xd9],
  );

/** A GIF with a palette, a comment and one frame at the screen's origin. */
export const gifOf = (width: number, height: number, frame = { width, height }): Uint8Array => {
  const size = (of: { width: number; height: number }) =>
    bytesOf(uint(of.width, 2, 'little'), uint(of.height, 2, 'little'));
  return bytesOf(
    ...['GIF89a', size({ width, height }), [0x80, 0, 0], [0, 0, 0, 255, 255, 255]],
    ...[[0x21, 0xfe, 2], 'hi', [0]],
    ...[[0x2c, 0, 0, 0, 0], size(frame), [0], [2, 2, 0x4c, 1, 0, 0x3b]],
  );
};

/** Lossy, one pixel. */
export const LOSSY_WEBP = fromBase64('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=');
/** Lossless, one pixel. */
export const LOSSLESS_WEBP = fromBase64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==');

/** A WebP with an extended header, as it has for animation or transparency. */
export function extendedWebp(width: number, height: number): Uint8Array {
  const header = bytesOf([0x10, 0, 0, 0], uint(width - 1, 3, 'little'), uint(height - 1, 3, 'little'));
  const body = bytesOf('WEBPVP8X', uint(10, 4, 'little'), header, LOSSLESS_WEBP.subarray(12));
  return bytesOf('RIFF', uint(body.length, 4, 'little'), body);
}

/** A PDF with these objects, numbered from 1, and their cross-reference table. Object 1 is the catalogue. */
export function pdfFile(objects: readonly string[], trailer = ''): Uint8Array {
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return bytesOf(
    file,
    `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`,
    `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** A PDF with a line of Latin text on each page. An empty line gives a page without text. `more` are further objects. */
export const pdfOf = (lines: readonly string[], trailer = '', more: readonly string[] = []): Uint8Array =>
  pdfOfContents(
    lines.map((line) => streamOf(line === '' ? '' : `BT /F1 12 Tf 20 100 Td (${line}) Tj ET`)),
    trailer,
    more,
  );

/** A stream object of a PDF. `filter` names how its data are packed. */
export const streamOf = (data: string, filter = ''): string =>
  `<< /Length ${data.length} ${filter} >>\nstream\n${data}\nendstream`;

/** A PDF with these streams as the contents of its pages. */
export function pdfOfContents(
  streams: readonly string[],
  trailer = '',
  more: readonly string[] = [],
): Uint8Array {
  const kids = streams.map((_, index) => `${2 * index + 5} 0 R`);
  const pages = streams.flatMap((stream, index) => [
    stream,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ${2 * index + 4} 0 R >>`,
  ]);
  return pdfFile(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...pages,
      ...more,
    ],
    trailer,
  );
}

/** The trailer's entries of a PDF that needs a password (revision 2, with meaningless keys). */
export const PDF_ENCRYPTION = `/ID [<${'0'.repeat(32)}> <${'0'.repeat(32)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'1'.repeat(64)}> /U <${'2'.repeat(64)}> /P -4 >>`;

/**
 * Raw deflated data that inflate to `megabytes` of spaces between two texts, a thousand times their own size. One
 * megabyte is deflated once and repeated, which works because a full flush leaves no references beyond its start.
 */
export function deflatedSpaces(megabytes: number, before = '', after = ''): Uint8Array {
  const pack = (text: string) => deflateRawSync(Buffer.from(text), { finishFlush: constants.Z_FULL_FLUSH });
  const megabyte = pack(' '.repeat(1_000_000));
  const repeated = Array.from({ length: megabytes }, () => megabyte);
  return bytesOf(pack(before), ...repeated, deflateRawSync(Buffer.from(after)));
}
