/** Documents in the search: which are indexed and found, and that nothing of a removed one stays. */
import type { Mutant } from './mutant.ts';

const DOCUMENTS = 'lambdas/domain/search/documents';
const DOCUMENTS_TEST = `${DOCUMENTS}/documents.test.ts`;
const PASSAGES_TEST = `${DOCUMENTS}/passages.test.ts`;

export const SEARCHED_FILE_MUTANTS: readonly Mutant[] = [
  {
    name: 'passages of a file that is removed while it is indexed',
    file: `${DOCUMENTS}/document-indexer.ts`,
    find: 'if (await this.#ports.fileExists(this.#owner, fileId))',
    replace: 'if (fileId)',
    test: DOCUMENTS_TEST,
  },
  {
    name: 'text of a document whose turn expires',
    file: `${DOCUMENTS}/document-indexer.ts`,
    find: ' || turn.ttl !== undefined',
    replace: '',
    test: DOCUMENTS_TEST,
  },
  {
    name: 'a document that its message no longer has',
    file: 'lambdas/domain/search/verify-candidates.ts',
    find: 'fileId === ref.fileId && !isRemoved',
    replace: 'fileId === ref.fileId',
    test: DOCUMENTS_TEST,
  },
  {
    name: 'words of removed files in a merge',
    file: 'lambdas/domain/search/merge-index.ts',
    find: ' && (!passage || existing.has(passage.fileId))',
    replace: '',
    test: DOCUMENTS_TEST,
  },
  {
    name: 'bytes of a passage',
    file: `${DOCUMENTS}/passages.ts`,
    find: 'if (length <= PASSAGE_MAX_BYTES || to - from <= 1) return to;',
    replace: 'if (length > 0) return to;',
    test: PASSAGES_TEST,
  },
  {
    name: 'terms of a document',
    file: `${DOCUMENTS}/passages.ts`,
    find: 'if (terms > DOCUMENT_TERMS_MAX && cuts.length > 0) break;',
    replace: '',
    test: PASSAGES_TEST,
  },
  {
    name: 'passages of a removed file',
    file: 'lambdas/domain/files/remove-files.ts',
    find: '  await deletePassages(owner, file.fileId);\n',
    replace: '',
    test: 'test/integration/search-documents.test.ts',
  },
];
