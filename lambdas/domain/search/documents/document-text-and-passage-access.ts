/** Gives `DocumentIndexer` access to the texts of documents in S3 and to the stored passages. */
import { readObject, textKey } from '../../../runtime/file-objects.ts';
import { readFileItems } from '../../../store/files/files.ts';
import { deletePassages, writePassages } from '../../../store/search/passage-rows.ts';
import type { DocumentPorts } from './document-indexer.ts';

export const documentSource: Omit<DocumentPorts, 'store'> = {
  async readText(owner, fileId) {
    const bytes = await readObject(textKey(owner, fileId));
    return bytes && Buffer.from(bytes).toString();
  },
  writePassages,
  deletePassages,
  fileExists: async (owner, fileId) => (await readFileItems(owner, [fileId])).length > 0,
};
