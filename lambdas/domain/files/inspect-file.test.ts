import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/error-codes';
import { WORDED_ERRORS, type WordedErrorCode } from '#contract/server-worded-errors';
import { damaged } from '../../../test/support/damaged.ts';
import {
  bytesOf,
  extendedWebp,
  gifOf,
  jpegOf,
  LOSSLESS_WEBP,
  LOSSY_WEBP,
  pngOf,
} from '../../../test/support/sample-files.ts';
import { PIXELS_MAX, TEXT_MAX_BYTES } from './formats/file-reading-limits.ts';
import { inspectFile } from './inspect-file.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = async (bytes: Uint8Array, name = 'a.txt') => {
  const file = await inspectFile(bytes, name);
  return file.kind === 'document' ? file.text : undefined;
};
const refusedWith = (code: WordedErrorCode) =>
  expect.objectContaining({ code, message: WORDED_ERRORS[code].message });

describe('pictures', () => {
  it.each([
    ['PNG', pngOf(640, 480), 'image/png', 640, 480],
    ['JPEG', jpegOf(640, 480), 'image/jpeg', 640, 480],
    [
      'JPEG with a thumbnail before its frame',
      jpegOf(640, 480, bytesOf([0xff, 0xe1, 0, 13], jpegOf(3, 3).subarray(20, 31))),
      'image/jpeg',
      640,
      480,
    ],
    ['GIF', gifOf(320, 200), 'image/gif', 320, 200],
    [
      'GIF whose frame is larger than its screen',
      gifOf(3, 2, { width: 320, height: 200 }),
      'image/gif',
      320,
      200,
    ],
    ['lossy WebP', LOSSY_WEBP, 'image/webp', 1, 1],
    ['lossless WebP', LOSSLESS_WEBP, 'image/webp', 1, 1],
    ['extended WebP', extendedWebp(70_000, 300), 'image/webp', 70_000, 300],
  ])('a %s has its type and size, whatever its name', async (_, bytes, mediaType, width, height) => {
    const tokens = Math.max(85, Math.ceil((width * height) / 750));
    expect(await inspectFile(bytes, 'notes.txt')).toEqual({
      kind: 'image',
      mediaType,
      width,
      height,
      tokens,
    });
  });

  it('a small picture counts 85 tokens, a large one its pixels', async () => {
    expect(await inspectFile(pngOf(10, 10), 'a.png')).toMatchObject({ tokens: 85 });
    expect(await inspectFile(pngOf(1_500, 1_000), 'a.png')).toMatchObject({ tokens: 2_000 });
  });

  it('a header of more than 50 million pixels is refused without decoding', async () => {
    const bomb = pngOf(1_000_000, 1_000_000, 1);
    await expect(inspectFile(bomb, 'a.png')).rejects.toEqual(refusedWith('image_too_large'));
    await expect(inspectFile(extendedWebp(10_000, 5_001), 'a.webp')).rejects.toEqual(
      refusedWith('image_too_large'),
    );
    expect(await inspectFile(pngOf(10_000, 5_000, 1), 'a.png')).toMatchObject({ width: 10_000 });
  });

  it.each([
    ['PNG that ends in its pixels', pngOf(100, 100).subarray(0, 50)],
    ['PNG without pixels', bytesOf(pngOf(9, 9).subarray(0, 33), pngOf(9, 9).subarray(-12))],
    ['PNG of no width', pngOf(0, 9)],
    ['PNG of its signature alone', pngOf(9, 9).subarray(0, 8)],
    ['JPEG without a frame', bytesOf([0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 1])],
    ['JPEG that ends before its scan', jpegOf(9, 9).subarray(0, 30)],
    ['GIF that is a script', bytesOf('GIF89a/*', 'x'.repeat(1_000), '*/=1;alert(1)')],
    ['GIF that ends before its frame', gifOf(9, 9).subarray(0, 22)],
    ['WebP that is cut off', LOSSY_WEBP.subarray(0, 30)],
    ['WebP of an unknown part', bytesOf('RIFF\x04\0\0\0WEBPXXXX', new Uint8Array(30))],
  ])('a %s is refused as damaged', async (_, bytes) => {
    await expect(inspectFile(bytes, 'a.png')).rejects.toEqual(refusedWith('file_damaged'));
  });
});

it('a picture with changed bytes in any place has a size within the limit or is refused', async () => {
  const files = [pngOf(9, 9), jpegOf(9, 9), gifOf(9, 9), LOSSY_WEBP, LOSSLESS_WEBP, extendedWebp(9, 9)];
  const property = fc.asyncProperty(damaged(files), async (bytes) => {
    const file = await inspectFile(bytes, 'a.png').catch((error: unknown) => {
      expect(error).toBeInstanceOf(AppError);
    });
    if (file?.kind !== 'image') return;
    expect(file.width * file.height).toBeGreaterThan(0);
    expect(file.width * file.height).toBeLessThanOrEqual(PIXELS_MAX);
  });
  await fc.assert(property, { numRuns: 1_000 });
});

describe('texts', () => {
  it.each([
    ['notes.txt', 'text/plain'],
    ['prices.CSV', 'text/csv'],
    ['prices.tsv', 'text/tab-separated-values'],
    ['README.md', 'text/markdown'],
    ['data.json', 'application/json'],
    ['page.html', 'text/html'],
    ['picture.svg', 'text/plain'],
    ['main.rs', 'text/plain'],
    ['Makefile', 'text/plain'],
    ['photo.png', 'text/plain'],
    ['a.constructor', 'text/plain'],
  ])('%s is %s', async (name, mediaType) => {
    expect(await inspectFile(utf8('Hello,\n1'), name)).toEqual({
      ...{ kind: 'document', mediaType, text: 'Hello,\n1', isTextCut: false, tokens: 3 },
    });
  });

  it.each([
    ['UTF-8', utf8('Grüße 😀 日本')],
    ['UTF-8 with a byte order mark', bytesOf([0xef, 0xbb, 0xbf], utf8('Grüße 😀 日本'))],
    ['UTF-16, little-endian', bytesOf([0xff, 0xfe], Buffer.from('Grüße 😀 日本', 'utf16le'))],
    ['UTF-16, big-endian', bytesOf([0xfe, 0xff], Buffer.from('Grüße 😀 日本', 'utf16le').swap16())],
  ])('%s is read', async (_, bytes) => {
    expect(await textOf(bytes)).toBe('Grüße 😀 日本');
  });

  it('a CSV of Windows-1252 is read, as spreadsheet programs write it', async () => {
    expect(await textOf(bytesOf('M\xfcller;12 \x80\n'), 'a.csv')).toBe('Müller;12 €');
  });

  it('a text of UTF-8 that contains replacement characters is read as it is', async () => {
    expect(await textOf(utf8('café � résumé � end'))).toBe('café � résumé � end');
  });

  it('a text of UTF-8 that was cut through a character keeps the others', async () => {
    expect(await textOf(utf8(`${'ü'.repeat(20)}`).subarray(0, 39))).toBe(`${'ü'.repeat(19)}\ufffd`);
  });

  it('line breaks become one kind, decomposed letters are composed, and invisible characters are removed', async () => {
    const raw = '\r\n\na\r\nb\rc\u2028d\u0007\u001b[0m e\u0301 \u202efdp.exe\u2069 \u{e0041}x\ufeff\t.\n\n';
    const long = 'x'.repeat(100);
    expect(await textOf(utf8(long + raw))).toBe(`${long}\n\na\nb\nc\nd[0m é fdp.exe x\t.`);
  });

  it('a picture embedded in a page is left out, and a short icon stays', async () => {
    const page = (data: string) => `<img src="data:image/png;base64,${data}"><p>Text`;
    expect(await textOf(utf8(page('A'.repeat(1_000_000))), 'a.html')).toBe(page('...'));
    expect(await textOf(utf8(page('A'.repeat(400))), 'a.html')).toBe(page('A'.repeat(400)));
  });

  it('a long text is cut at the limit, between characters, and says so', async () => {
    const file = await inspectFile(utf8(`ab${'日'.repeat(TEXT_MAX_BYTES / 2)}`), 'a.txt');
    const note = '\n[The rest of the file is left out: it is too long.]';
    expect(file).toMatchObject({ isTextCut: true });
    const text = 'text' in file ? file.text : '';
    expect(text).toMatch(/^ab日+\n/);
    expect(text.endsWith(note)).toBe(true);
    expect(Buffer.byteLength(text.slice(0, -note.length))).toBe(TEXT_MAX_BYTES);
  });

  it('twenty megabytes of spaces are read without slow pattern matching', async () => {
    await expect(inspectFile(new Uint8Array(20_000_000).fill(0x20), 'a.txt')).rejects.toEqual(
      refusedWith('file_empty'),
    );
    const spaced = new Uint8Array(20_000_000).fill(0x20);
    spaced[TEXT_MAX_BYTES - 2] = 0x61;
    expect(await textOf(spaced)).toMatch(/^ +a\n\[The rest/);
  });

  it.each([
    ['no bytes', new Uint8Array()],
    ['white space alone', utf8(' \r\n\t \n')],
  ])('a file of %s is refused as empty', async (_, bytes) => {
    await expect(inspectFile(bytes, 'a.txt')).rejects.toEqual(refusedWith('file_empty'));
  });
});

describe('other types', () => {
  it.each([
    ['bytes of every value', Uint8Array.from({ length: 4_096 }, (_, i) => i % 256)],
    ['ASCII with a NUL', bytesOf('hello\0world')],
    ['UTF-16 without a byte order mark', new Uint8Array(Buffer.from('hello', 'utf16le'))],
    ['UTF-32', bytesOf([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['a program', bytesOf('\x7fELF\x02\x01\x01\0\0\0')],
    ['HEIC', bytesOf('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['a text of control characters', bytesOf('ab\x01cd\x02')],
  ])('%s is refused as unknown, whatever its name', async (_, bytes) => {
    for (const name of ['a.txt', 'a.png', 'a.pdf'])
      await expect(inspectFile(bytes, name)).rejects.toEqual(refusedWith('file_type_unknown'));
  });

  it('a text in Shift JIS is refused for its encoding', async () => {
    const text = bytesOf([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x65, 0x83, 0x4c]);
    await expect(inspectFile(text, 'a.txt')).rejects.toEqual(refusedWith('file_encoding_unknown'));
  });
});
