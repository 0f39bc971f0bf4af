/**
 * Merges the parts of an owner's search index that are due for a merge. The job `indexMessages` starts this job for
 * about one in 16 of the texts that it indexes, and the job `indexDocuments` for each turn whose documents it has
 * indexed.
 */
import { mergeIndex } from '../domain/search/merge-index.ts';
import { log } from '../runtime/log.ts';
import { indexStore } from '../store/search/index-rows.ts';
import { findExisting } from '../store/search/read-indexed-texts.ts';

export const handler = async ({ owner }: { readonly owner: string }): Promise<void> => {
  const startedAt = performance.now();
  const count = await mergeIndex(owner, { store: indexStore, findExisting });
  const ms = Math.round(performance.now() - startedAt);
  if (count > 0) log('INFO', 'search index merged', { count, ms });
};
