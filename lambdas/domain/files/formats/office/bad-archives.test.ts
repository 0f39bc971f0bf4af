/** Tests Word and Excel files that are damaged, or made to exhaust or mislead their reader. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import { WORDED_ERRORS, type WordedErrorCode } from '#contract/server-worded-errors';
import { damaged } from '../../../../../test/support/damaged.ts';
import { bytesOf, deflatedSpaces, pdfOf } from '../../../../../test/support/sample-files.ts';
import {
  docxOf,
  EXCEL,
  packageOf,
  sheetXml,
  WORD,
  wordBody,
  workbookXml,
  xlsxOf,
  type ZipEntry,
  zipOf,
} from '../../../../../test/support/sample-office.ts';
import { inspectFile } from '../../inspect-file.ts';
import { readOffice } from './read-office.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

const refusedWith = (code: WordedErrorCode) =>
  expect.objectContaining({ code, message: WORDED_ERRORS[code].message });
const read = (bytes: Uint8Array) => readOffice(bytes, () => false);

const wordOf = (body: ZipEntry, contentType = WORD): Uint8Array =>
  packageOf({ path: 'word/document.xml', contentType, parts: { 'word/document.xml': body } });
const excelOf = (parts: Readonly<Record<string, ZipEntry>>): Uint8Array =>
  packageOf({
    path: 'xl/workbook.xml',
    contentType: EXCEL,
    related: { 'worksheets/sheet1.xml': 'worksheet', 'strings.xml': 'sharedStrings' },
    parts: {
      'xl/workbook.xml': workbookXml(['A']),
      'xl/strings.xml': '<sst/>',
      'xl/worksheets/sheet1.xml': sheetXml(''),
      ...parts,
    },
  });
const spaces = (megabytes: number, before = '', after = ''): ZipEntry => ({
  deflated: deflatedSpaces(megabytes, before, after),
});
const nested = (depth: number): string => wordBody('<w:p>'.repeat(depth) + '</w:p>'.repeat(depth));
/** Entities of a "billion laughs" attack: ten, each of which repeats the one before ten times. */
const LAUGHS = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');

describe('an archive of great size or depth', () => {
  it.each([
    ['a Word document of 10 GB', () => wordOf(spaces(10_000))],
    ['a sheet of 10 GB', () => excelOf({ 'xl/worksheets/sheet1.xml': spaces(10_000) })],
    [
      'texts and a sheet that are too large together',
      () =>
        excelOf({
          'xl/strings.xml': spaces(120, '<sst>', '</sst>'),
          'xl/worksheets/sheet1.xml': spaces(120, '<worksheet>', '</worksheet>'),
        }),
    ],
    [
      'more than 10,000 parts',
      () => zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, '']))),
    ],
    ['elements nested 100,000 deep', () => wordOf(nested(100_000))],
  ])('%s, is refused as too complex', async (_, make) => {
    await expect(read(make())).rejects.toEqual(refusedWith('file_too_complex'));
  });

  it('that is within the limits, with elements nested 200 deep, is read', async () => {
    expect(await read(wordOf(nested(200)))).toMatchObject({ isTextCut: false });
  });
});

describe('a package', () => {
  const parts = { 'word/document.xml': wordBody(''), 'word/DOCUMENT.xml': wordBody('') };
  const TWICE = packageOf({ path: 'word/document.xml', contentType: WORD, parts });
  const docx = docxOf(['Hello']);
  const changed = (find: string, replace: string) =>
    bytesOf(Buffer.from(docx).toString('latin1').replaceAll(find, replace));
  it.each([
    ['is cut off', docx.subarray(0, docx.length - 30)],
    ['is its first bytes alone', bytesOf('PK\x03\x04')],
    [
      'has a directory with an offset beyond its end',
      bytesOf(docx.subarray(0, -6), [0xff, 0xff, 0xff, 0x7f, 0, 0]),
    ],
    ['has no entries where its directory says', changed('PK\x03\x04', 'PK\x03\x05')],
    ['has damaged data', wordOf({ deflated: bytesOf([0xff, 0xff, 0xff]) })],
    ['has data that end too early', wordOf({ deflated: deflatedSpaces(1).subarray(0, 500) })],
    ['has a compression that Office does not use', changed('\x08\0\0\0\0\0', '\x0c\0\0\0\0\0')],
    ['has two parts of one name', TWICE],
    ['has no relationships', zipOf({ '[Content_Types].xml': '<Types/>' })],
    ['lacks its main part', packageOf({ path: 'word/document.xml', contentType: WORD, parts: {} })],
    ['has a main part that is no XML', wordOf('Hello')],
    ['has elements that do not end', wordOf('<a><b></a>')],
    ['has an unknown entity', wordOf(wordBody('&file;'))],
    ['defines entities', wordOf(`<!DOCTYPE a [${LAUGHS}]><a>&e10;</a>`)],
    [
      'has an entity that names a file of the system',
      wordOf('<!DOCTYPE a [<!ENTITY file SYSTEM "file:///etc/passwd">]><a>&file;</a>'),
    ],
  ])('that %s is refused as damaged', async (_, bytes) => {
    await expect(read(bytes)).rejects.toEqual(refusedWith('file_damaged'));
  });

  it('with changed bytes in any place is read or refused, and never fails otherwise', async () => {
    const property = fc.asyncProperty(damaged([docx, xlsxOf({ A: [['Hello', 1]] })]), async (bytes) => {
      const outcome = await read(bytes).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError);
    });
    await fc.assert(property, { numRuns: 500 });
  });
});

describe('an archive that is no Word or Excel file', () => {
  const OTHER = 'application/vnd.openxmlformats-officedocument.';
  it.each([
    ['a plain archive', zipOf({ 'a.txt': 'Hello' })],
    ['an empty archive', zipOf({})],
    ['OpenDocument', zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' })],
    ['a presentation', wordOf('<a/>', `${OTHER}presentationml.presentation.main+xml`)],
    ['a template', wordOf('<a/>', `${OTHER}wordprocessingml.template.main+xml`)],
    ['a binary workbook', wordOf('<a/>', 'application/vnd.ms-excel.sheet.binary.macroEnabled.main')],
    ['a package of the type “constructor”', wordOf('<a/>', 'constructor')],
  ])('%s, is refused as unknown, whatever its name', async (_, bytes) => {
    await expect(inspectFile(bytes, 'letter.docx')).rejects.toEqual(refusedWith('file_type_unknown'));
  });
});

describe('files that are two things', () => {
  it('an archive with a PDF in front of it is that PDF', async () => {
    const both = bytesOf(pdfOf(['Visible']), docxOf(['Hidden']));
    expect(await inspectFile(both, 'a.docx')).toMatchObject({
      mediaType: 'application/pdf',
      text: '[Page 1]\nVisible',
    });
  });

  it('a Word document with a PDF behind it is that Word document', async () => {
    const both = bytesOf(docxOf(['Visible']), pdfOf(['Hidden']));
    expect(await inspectFile(both, 'a.pdf')).toMatchObject({
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      text: 'Visible',
    });
  });
});

describe('files with macros', () => {
  it.each([
    [
      'docm',
      docxOf(['Hello'], 'application/vnd.ms-word.document.macroEnabled.main+xml'),
      'word.document',
      'Hello',
    ],
    [
      'xlsm',
      xlsxOf({ A: [['Hello']] }, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
      'excel.sheet',
      '[Sheet A]\nHello',
    ],
  ])('a %s has its own media type, whatever its name, and its text is read', async (_, bytes, type, text) => {
    const mediaType = `application/vnd.ms-${type}.macroEnabled.12`;
    expect(await inspectFile(bytes, 'a.docx')).toMatchObject({ kind: 'document', mediaType, text });
  });
});

describe('files behind a password', () => {
  const container = (name: string) =>
    bytesOf(
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      '\0'.repeat(504),
      new Uint8Array(Buffer.from(name, 'utf16le')),
    );

  it('an encrypted Office file is refused as encrypted, and one of an older Office as of an old type', async () => {
    await expect(inspectFile(container('EncryptedPackage'), 'a.docx')).rejects.toEqual(
      refusedWith('file_encrypted'),
    );
    await expect(inspectFile(container('WordDocument'), 'a.docx')).rejects.toEqual(
      refusedWith('file_type_old'),
    );
  });

  it('an archive with encrypted entries is refused as encrypted', async () => {
    await expect(read(wordOf({ encrypted: bytesOf('secret') }))).rejects.toEqual(
      refusedWith('file_encrypted'),
    );
  });
});
