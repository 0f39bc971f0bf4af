/** Documents in the search: which are indexed and found, and that nothing of a removed one stays. */
import type { Mutant } from './mutant.ts';

const DOCUMENTS = 'lambdas/domain/search/documents';
const DOCUMENTS_TEST = `${DOCUMENTS}/documents.test.ts`;
const PASSAGES_TEST = `${DOCUMENTS}/passages.test.ts`;

export const SEARCHED_FILE_MUTANTS: readonly Mutant[] = [
  {
    name: 'document search: passages stay of a file that was removed while it was indexed',
    file: `${DOCUMENTS}/document-indexer.ts`,
    find: 'if (await this.#ports.fileExists(this.#owner, fileId))',
    replace: 'if (fileId)',
    test: DOCUMENTS_TEST,
  },
  {
    name: 'document search: a document of a turn that expires is indexed',
    file: `${DOCUMENTS}/document-indexer.ts`,
    find: ' || turn.ttl !== undefined',
    replace: '',
    test: DOCUMENTS_TEST,
  },
  {
    name: 'document search: a document that was removed from its message is found',
    file: 'lambdas/domain/search/verify-candidates.ts',
    find: 'fileId === ref.fileId && !isRemoved',
    replace: 'fileId === ref.fileId',
    test: DOCUMENTS_TEST,
  },
  {
    name: 'document search: a merge keeps the words of removed files',
    file: 'lambdas/domain/search/merge-index.ts',
    find: ' && (!passage || existing.has(passage.fileId))',
    replace: '',
    test: DOCUMENTS_TEST,
  },
  {
    name: 'document search: the bytes of a passage are not limited',
    file: `${DOCUMENTS}/passages.ts`,
    find: 'if (length <= PASSAGE_MAX_BYTES || to - from <= 1) return to;',
    replace: 'if (length > 0) return to;',
    test: PASSAGES_TEST,
  },
  {
    name: 'document search: the terms of a document are not limited',
    file: `${DOCUMENTS}/passages.ts`,
    find: 'if (terms > DOCUMENT_TERMS_MAX && cuts.length > 0) break;',
    replace: '',
    test: PASSAGES_TEST,
  },
  {
    name: 'document search: the passages of a removed file are not deleted',
    file: 'lambdas/domain/files/remove-files.ts',
    find: '  await deletePassages(owner, file.fileId);\n',
    replace: '',
    test: 'test/integration/search-documents.test.ts',
  },
];
