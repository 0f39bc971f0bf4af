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
    name: 'pixels of a picture',
    file: `${FILES}/inspect-file.ts`,
    find: 'if (width * height > PIXELS_MAX)',
    replace: 'if (width < 0)',
    test: INSPECT_TEST,
  },
  {
    name: 'pixels behind the header of a PNG',
    file: `${FORMATS}/image-size.ts`,
    find: 'return hasPixels ? size : undefined;',
    replace: 'return size;',
    test: INSPECT_TEST,
  },
  {
    name: 'binary data named as text',
    file: `${FORMATS}/decode-text.ts`,
    find: 'countControls(text) > text.length * CONTROL_SHARE',
    replace: 'countControls(text) < 0',
    test: INSPECT_TEST,
  },
  {
    name: 'invisible characters in a text',
    file: `${FORMATS}/clean-text.ts`,
    find: ".replace(DECEIVING, '')",
    replace: '',
    test: INSPECT_TEST,
  },
  {
    name: 'length of a text',
    file: `${FORMATS}/bounded-text.ts`,
    find: 'if (bytes.length <= limit) return text;',
    replace: 'if (limit > 0) return text;',
    test: INSPECT_TEST,
  },
  {
    name: 'pages of a PDF',
    file: `${FORMATS}/read-pdf.ts`,
    find: 'Math.min(total, PAGES_MAX)',
    replace: 'total',
    test: DOCUMENT_TEST,
    title: '10,000 pages',
  },
  {
    name: 'time of reading a PDF',
    file: `${FORMATS}/read-pdf.ts`,
    find: 'room > 0 && !isLate()',
    replace: 'room > 0',
    test: DOCUMENT_TEST,
    title: 'that takes too long',
  },
  {
    name: 'end of a thread that hangs',
    file: `${FORMATS}/read-document-within-limits.ts`,
    find: 'setTimeout(refuse, limits.hangMs,',
    replace: 'setTimeout(() => undefined, limits.hangMs,',
    test: DOCUMENT_TEST,
    title: 'whose reader stops at no limit',
  },
  {
    name: 'memory of a thread, buffers included',
    file: `${FORMATS}/read-document-within-limits.ts`,
    find: 'if (process.memoryUsage.rss() > most)',
    replace: 'if (most < 0)',
    test: DOCUMENT_TEST,
    title: 'unpack to gigabytes',
  },
  {
    name: 'heap of a thread',
    file: `${FORMATS}/document-thread.ts`,
    find: 'resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },',
    replace: '',
    test: DOCUMENT_TEST,
    title: 'larger heap',
  },
  {
    name: 'what an archive unpacks to',
    file: `${FORMATS}/office/zip-archive.ts`,
    find: 'if (this.#inflated > ZIP_INFLATED_MAX_BYTES)',
    replace: 'if (this.#inflated < 0)',
    test: ARCHIVE_TEST,
    title: 'too large together',
  },
  {
    name: 'parts of an archive',
    file: `${FORMATS}/office/zip-archive.ts`,
    find: 'if (count > ZIP_ENTRIES_MAX)',
    replace: 'if (count < 0)',
    test: ARCHIVE_TEST,
    title: '10,000 parts',
  },
  {
    name: 'two parts of one name',
    file: `${FORMATS}/office/zip-archive.ts`,
    find: 'if (this.#entries.has(name))',
    replace: "if (name === '')",
    test: ARCHIVE_TEST,
    title: 'two parts of one name',
  },
  {
    name: 'depth of elements',
    file: `${FORMATS}/office/read-xml.ts`,
    find: 'if (parents.length > XML_DEPTH_MAX)',
    replace: 'if (parents.length < 0)',
    test: ARCHIVE_TEST,
    title: 'nested',
  },
  {
    name: 'folders in the name of a file',
    file: `${FILES}/clean-file-name.ts`,
    find: "/[^/\\\\]*$/.exec(name.replace(/[/\\\\]+$/, ''))?.[0] ?? ''",
    replace: 'name',
    test: NAME_TEST,
  },
  {
    name: 'invisible characters in the name of a file',
    file: `${FILES}/clean-file-name.ts`,
    find: ".replace(INVISIBLE, '')",
    replace: '',
    test: NAME_TEST,
  },
  {
    name: 'quotes in a Content-Disposition',
    file: `${FILES}/content-disposition.ts`,
    find: '|["\\\\%]/gu',
    replace: '/gu',
    test: NAME_TEST,
  },
];
