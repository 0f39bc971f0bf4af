/**
 * Indexes the documents of one turn for search. This job runs separately from `indexMessages`, so that a long document
 * does not delay the indexing of messages.
 */

import { documentSource } from '../domain/search/documents/document-text-and-passage-access.ts';
import { indexDocuments } from '../domain/search/documents/index-document-files-of-turn.ts';
import { startMerge } from '../domain/search/invoke-merge.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';
import { putHead, writeShards } from '../store/search/index-rows.ts';
import { readIndexedTurn } from '../store/search/passage-rows.ts';
import { getTurn } from '../store/turns/turns.ts';
import type { DocumentsEvent } from './indexMessages.ts';

export const handler = jobHandler(async ({ owner, chatId, index }: DocumentsEvent) => {
  const startedAt = performance.now();
  const turn = await getTurn({ owner, chatId, messageIndex: index });
  if (!turn) return;
  const ports = { ...documentSource, store: { putHead, writeShards }, readIndexedTurn };
  const count = await indexDocuments({ owner, chatId, turn }, ports);
  if (count === 0) return;
  log('INFO', 'documents indexed', { count, ms: Math.round(performance.now() - startedAt) });
  await startMerge(owner);
});
