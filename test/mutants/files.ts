/** Uploaded files: what is read of them, how far, and under which name they are kept. */
import type { Mutant } from './mutant.ts';

const FILES = 'lambdas/domain/files';
const FORMATS = `${FILES}/formats`;
const INSPECT_TEST = `${FILES}/inspect-file.test.ts`;
const DOCUMENT_TEST = `${FORMATS}/read-document-within-limits.test.ts`;
const ARCHIVE_TEST = `${FORMATS}/office/bad-archives.test.ts`;
const NAME_TEST = `${FILES}/clean-file-name.test.ts`;

export const FILE_MUTANTS: readonly Mutant[] = [
  {
    name: 'pictures: the number of pixels is not limited',
    file: `${FILES}/inspect-file.ts`,
    find: 'if (width * height > PIXELS_MAX)',
    replace: 'if (width < 0)',
    test: INSPECT_TEST,
  },
  {
    name: 'pictures: a PNG without pixels after its header is accepted',
    file: `${FORMATS}/image-size.ts`,
    find: 'return hasPixels ? size : undefined;',
    replace: 'return size;',
    test: INSPECT_TEST,
  },
  {
    name: 'text files: binary data is accepted',
    file: `${FORMATS}/decode-text.ts`,
    find: 'countControls(text) > text.length * CONTROL_SHARE',
    replace: 'countControls(text) < 0',
    test: INSPECT_TEST,
  },
  {
    name: 'text files: invisible characters are not removed',
    file: `${FORMATS}/clean-text.ts`,
    find: ".replace(DECEIVING, '')",
    replace: '',
    test: INSPECT_TEST,
  },
  {
    name: 'text files: the length is not limited',
    file: `${FORMATS}/bounded-text.ts`,
    find: 'if (bytes.length <= limit) return text;',
    replace: 'if (limit > 0) return text;',
    test: INSPECT_TEST,
  },
  {
    name: 'PDF: the number of pages is not limited',
    file: `${FORMATS}/read-pdf.ts`,
    find: 'Math.min(total, PAGES_MAX)',
    replace: 'total',
    test: DOCUMENT_TEST,
    title: '10,000 pages',
  },
  {
    name: 'PDF: the time of reading is not limited',
    file: `${FORMATS}/read-pdf.ts`,
    find: 'room > 0 && !isLate()',
    replace: 'room > 0',
    test: DOCUMENT_TEST,
    title: 'that takes too long',
  },
  {
    name: 'reading thread: one that hangs is not ended',
    file: `${FORMATS}/read-document-within-limits.ts`,
    find: 'setTimeout(refuse, limits.hangMs,',
    replace: 'setTimeout(() => undefined, limits.hangMs,',
    test: DOCUMENT_TEST,
    title: 'whose reader stops at no limit',
  },
  {
    name: 'reading thread: its memory with buffers is not limited',
    file: `${FORMATS}/read-document-within-limits.ts`,
    find: 'if (process.memoryUsage.rss() > most)',
    replace: 'if (most < 0)',
    test: DOCUMENT_TEST,
    title: 'unpack to gigabytes',
  },
  {
    name: 'reading thread: its heap is not limited',
    file: `${FORMATS}/document-thread.ts`,
    find: 'resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },',
    replace: '',
    test: DOCUMENT_TEST,
    title: 'larger heap',
  },
  {
    name: 'archives: the unpacked size is not limited',
    file: `${FORMATS}/office/zip-archive.ts`,
    find: 'if (this.#inflated > ZIP_INFLATED_MAX_BYTES)',
    replace: 'if (this.#inflated < 0)',
    test: ARCHIVE_TEST,
    title: 'too large together',
  },
  {
    name: 'archives: the number of parts is not limited',
    file: `${FORMATS}/office/zip-archive.ts`,
    find: 'if (count > ZIP_ENTRIES_MAX)',
    replace: 'if (count < 0)',
    test: ARCHIVE_TEST,
    title: '10,000 parts',
  },
  {
    name: 'archives: two parts may have one name',
    file: `${FORMATS}/office/zip-archive.ts`,
    find: 'if (this.#entries.has(name))',
    replace: "if (name === '')",
    test: ARCHIVE_TEST,
    title: 'two parts of one name',
  },
  {
    name: 'XML: the depth of elements is not limited',
    file: `${FORMATS}/office/read-xml.ts`,
    find: 'if (parents.length > XML_DEPTH_MAX)',
    replace: 'if (parents.length < 0)',
    test: ARCHIVE_TEST,
    title: 'nested',
  },
  {
    name: 'file names: folders are not removed',
    file: `${FILES}/clean-file-name.ts`,
    find: "/[^/\\\\]*$/.exec(name.replace(/[/\\\\]+$/, ''))?.[0] ?? ''",
    replace: 'name',
    test: NAME_TEST,
  },
  {
    name: 'file names: invisible characters are not removed',
    file: `${FILES}/clean-file-name.ts`,
    find: ".replace(INVISIBLE, '')",
    replace: '',
    test: NAME_TEST,
  },
  {
    name: 'file names: quotes in a Content-Disposition are not escaped',
    file: `${FILES}/content-disposition.ts`,
    find: '|["\\\\%]/gu',
    replace: '/gu',
    test: NAME_TEST,
  },
];
