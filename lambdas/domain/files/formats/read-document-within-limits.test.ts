import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import { WORDED_ERRORS, type WordedErrorCode } from '#contract/server-worded-errors';
import { damaged } from '../../../../test/support/damaged.ts';
import {
  bytesOf,
  deflatedSpaces,
  PDF_ENCRYPTION,
  pdfFile,
  pdfOf,
  pdfOfContents,
  streamOf,
} from '../../../../test/support/sample-files.ts';
import { PAGE_TOKENS } from '../../../models/files-as-bytes-or-text.ts';
import { inspectFile } from '../inspect-file.ts';
import { TEXT_MAX_BYTES, THREAD_LIMITS } from './file-reading-limits.ts';
import { readDocument } from './read-document-within-limits.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

const refusedWith = (code: WordedErrorCode) =>
  expect.objectContaining({ code, message: WORDED_ERRORS[code].message });
/** Returns a stream of a PDF that unpacks to `megabytes` megabytes of spaces. */
const bombOf = (megabytes: number) =>
  streamOf(`\x78\x9c${Buffer.from(deflatedSpaces(megabytes)).toString('latin1')}`, '/Filter /FlateDecode');

/** Limits without a short timeout, so that a busy machine does not fail tests of other limits. */
const PATIENT = { ...THREAD_LIMITS, readMs: 600_000, hangMs: 600_000 };
/** Twelve nested forms: each draws the next one ten times, and the last draws a letter. */
const NESTED_FORMS = pdfFile([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 5 0 R /Resources << /XObject << /X 6 0 R >> >> >>',
  streamOf('/X Do'),
  ...Array.from({ length: 12 }, (_, i) =>
    streamOf(
      i < 11 ? '/X Do '.repeat(10) : 'BT /F1 1 Tf 9 9 Td (x) Tj ET',
      `/Type /XObject /Subtype /Form /BBox [0 0 999 999] /Resources << /Font << /F1 3 0 R >> /XObject << /X ${i + 7} 0 R >> >>`,
    ),
  ),
]);

describe('a PDF', () => {
  it('whose pages are pictures counts the tokens of its pages, and a typed cover does not change that', async () => {
    const scan = await inspectFile(pdfOf(['', '2']), 'scan.pdf');
    expect(scan).toMatchObject({ pages: 2, isScan: true, tokens: 2 * PAGE_TOKENS });
    const covered = await inspectFile(pdfOf(['Cover', ...Array.from({ length: 9 }, () => '')]), 'a.pdf');
    expect(covered).toMatchObject({ isScan: true, tokens: 10 * PAGE_TOKENS });
    expect(await inspectFile(pdfOf(['Hello', '', '']), 'a.pdf')).not.toHaveProperty('isScan');
  });

  const SCANNED = 'Scanned by CamScanner';
  /** Makes a PDF with a page for each line, and with square pictures of `side` pixels a side. */
  const withPictures = (lines: readonly string[], side: number, pictures = lines.length) =>
    pdfOf(
      lines,
      '',
      Array.from({ length: pictures }, () =>
        streamOf(
          'pixels',
          `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /Filter /DCTDecode`,
        ),
      ),
    );

  it('whose pages are pictures with the mark of a scanner is a scan', async () => {
    const marked = withPictures([`${SCANNED} 1`, `${SCANNED} 2`, 'RECEIVED 12 MAR 2024'], 1_000);
    expect(await inspectFile(marked, 'a.pdf')).toMatchObject({ isScan: true, tokens: 3 * PAGE_TOKENS });
  });

  it.each([
    ['without pictures', pdfOf([SCANNED, SCANNED])],
    ['with fewer pictures than pages', withPictures([SCANNED, SCANNED], 2_000, 1)],
    ['with pictures as small as a logo', withPictures([SCANNED, SCANNED], 100)],
    ['with more words than a mark has', withPictures(['i'.repeat(51), 'i'.repeat(51)], 1_000)],
  ])('with little text and %s is no scan', async (_, bytes) => {
    expect(await inspectFile(bytes, 'a.pdf')).not.toHaveProperty('isScan');
  });

  it('is read with a mark before each page, whatever its name', async () => {
    expect(await inspectFile(pdfOf(['Hello', '', 'World']), 'photo.png')).toEqual({
      kind: 'document',
      mediaType: 'application/pdf',
      pages: 3,
      text: '[Page 1]\nHello\n\n[Page 2]\n(no text: it may be a picture)\n\n[Page 3]\nWorld',
      isTextCut: false,
      tokens: 21,
    });
  });

  it('in a Buffer, which may share its memory with others, is read and not detached', async () => {
    const buffer = Buffer.from(pdfOf(['Hello']));
    expect(await inspectFile(buffer, 'a.pdf')).toMatchObject({ text: '[Page 1]\nHello' });
    expect(buffer).toHaveLength(pdfOf(['Hello']).length);
  });

  it('of 10,000 pages is read to page 1,000, and says so', async () => {
    const pages = Array.from({ length: 10_000 }, (_, i) => `Line ${i + 1}`);
    const file = await readDocument('pdf', pdfOf(pages), PATIENT);
    expect(file).toMatchObject({ pages: 10_000, isTextCut: true });
    expect(file.text.split('\n').slice(-3)).toEqual([
      '[Page 1000]',
      'Line 1000',
      '[Only the first 1000 of 10000 pages were read.]',
    ]);
  });

  it('that takes too long is read up to the page that was reached', async () => {
    const file = await readDocument('pdf', pdfOf(['Hello', 'World']), { ...PATIENT, readMs: 0 });
    expect(file).toMatchObject({ pages: 2, isTextCut: true });
    expect(file.text).toBe('[Page 1]\nHello\n[Only the first 1 of 2 pages were read.]');
  });

  it('with more text on a page than is kept is cut', async () => {
    const lines = '1 0 0 1 20 100 Tm (All work and no play) Tj\n'.repeat(120_000);
    const file = await readDocument(
      'pdf',
      pdfOfContents([streamOf(`BT /F1 6 Tf ${lines} ET`), streamOf('')]),
      PATIENT,
    );
    expect(file).toMatchObject({ pages: 2, isTextCut: true });
    expect(Buffer.byteLength(file.text)).toBeLessThan(TEXT_MAX_BYTES + 100);
    expect(file.text).toMatch(/\n\[Only the first 1 of 2 pages were read\.\]$/);
  });

  it('behind a password is refused as encrypted', async () => {
    await expect(inspectFile(pdfOf(['Hello'], PDF_ENCRYPTION), 'a.pdf')).rejects.toEqual(
      refusedWith('file_encrypted'),
    );
  });

  it.each([
    ['ends after its header', bytesOf('%PDF-1.7\n')],
    [
      'has random bytes after its header',
      bytesOf(
        '%PDF-1.7\n',
        Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 251),
      ),
    ],
    ['has no pages', pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>'])],
    [
      'has a tree of pages that holds itself',
      pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 9 /Kids [2 0 R] >>']),
    ],
    ['is a ZIP after its header', bytesOf('%PDF-1.7\nPK\x03\x04')],
  ])('that %s is refused as damaged', async (_, bytes) => {
    await expect(inspectFile(bytes, 'a.pdf')).rejects.toEqual(refusedWith('file_damaged'));
  });

  it('with changed bytes in any place is read or refused', async () => {
    const property = fc.asyncProperty(damaged([pdfOf(['Hello', 'World'])]), async (bytes) => {
      const outcome = await readDocument('pdf', bytes, PATIENT).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it('whose contents unpack to gigabytes is refused before the memory is full', async () => {
    await expect(
      readDocument('pdf', pdfOfContents([bombOf(4_000)]), {
        ...PATIENT,
        growthMb: 200,
      }),
    ).rejects.toEqual(refusedWith('file_too_complex'));
  });

  it('whose nested parts draw billions of letters is read as far as the time allows', async () => {
    const file = await readDocument('pdf', NESTED_FORMS, { ...PATIENT, readMs: 500 });
    expect(file).toMatchObject({ pages: 1, isTextCut: true });
    expect(file.text).toMatch(/^\[Page 1\]\nx+\n\[The rest of the file is left out/);
  });

  it('whose reader stops at no limit of its own is refused, and the busy reader is ended', async () => {
    const limits = { ...PATIENT, hangMs: 500 };
    await expect(readDocument('pdf', NESTED_FORMS, limits)).rejects.toEqual(refusedWith('file_too_complex'));
  });

  it('that needs a larger heap than the thread has is refused', async () => {
    await expect(
      readDocument('pdf', pdfOf(Array.from({ length: 20_000 }, () => 'Line')), {
        ...THREAD_LIMITS,
        heapMb: 10,
      }),
    ).rejects.toEqual(refusedWith('file_too_complex'));
  });
});
