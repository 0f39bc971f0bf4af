/**
 * Merges the parts of an owner's search index that are due for a merge. `indexMessages` starts this job for about one
 * in 16 changed turns and chat names. `indexDocuments` starts this job after it has indexed the documents of a turn.
 */
import { mergeIndex } from '../domain/search/merge-index.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';
import { indexStore } from '../store/search/index-rows.ts';
import { findExisting } from '../store/search/read-items-found-in-index.ts';

export const handler = jobHandler(async ({ owner }: { readonly owner: string }) => {
  const startedAt = performance.now();
  const count = await mergeIndex(owner, { store: indexStore, findExisting });
  const ms = Math.round(performance.now() - startedAt);
  if (count > 0) log('INFO', 'search index merged', { count, ms });
});
