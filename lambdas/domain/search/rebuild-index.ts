import type { IndexStore } from '../../store/search/index-rows.ts';
import { DocumentIndexer, type DocumentPorts, documentsOf } from './documents/document-indexer.ts';
import { docOf, type ItemChange } from './index-changed-items.ts';
import { capacityOf, LAST_TIER, TIERS } from './index-layout.ts';
import { isGarbage } from './shard-rows.ts';
import { type IndexedDoc, indexed } from './text-list-format.ts';
import { writeSegment } from './write-segment.ts';

export interface RebuildPorts extends DocumentPorts {
  readonly store: IndexStore;
  /**
   * Reads the owner's chats and turns. The rebuild first reads the old rows of the head, then calls this function, and
   * deletes the old rows at the end. If a turn or a chat's name changes after this function has read it, the job
   * `indexMessages` writes another row with the change into the head. That row is not among the old rows, so the
   * rebuild does not delete it.
   */
  readonly items: () => AsyncIterable<ItemChange>;
  readonly filesWithPassages: (owner: string) => Promise<ReadonlySet<string>>;
}

export interface Rebuilt {
  /** Number of turns and chats' names. */
  readonly texts: number;
  readonly documents: number;
  readonly segments: number;
}

/** Rebuilds an owner's index while the product runs: writes new segments, then deletes the old rows of the head. */
export async function rebuildIndex(owner: string, ports: RebuildPorts): Promise<Rebuilt> {
  const { store } = ports;
  const replaced = await store.readHead(owner, { consistent: true });
  const orphans = new Set(await ports.filesWithPassages(owner));
  const documents = new DocumentIndexer(owner, ports, Date.now());
  const kept = new Set<string>();
  let waiting: IndexedDoc[] = [];
  let texts = 0;
  for await (const item of ports.items()) {
    // Indexes the documents of a turn even while its reply streams. Otherwise search could lose the documents of a turn
    // whose reply is regenerated. These documents already have passages. If the reply ends before the rebuild does,
    // `indexDocuments` sees the passages and skips the documents. Then the rebuild deletes the passages as orphans.
    const isStreaming = item.after?.status === 'streaming';
    const after = isStreaming ? { ...item.after, status: 'complete' as const } : item.after;
    const doc = docOf({ ...item, after });
    if (!doc) continue;
    if (!isStreaming) {
      texts += 1;
      waiting.push(indexed(doc));
    }
    for (const file of doc.hasDocuments ? documentsOf(after ?? {}) : []) {
      orphans.delete(file.fileId);
      await documents.add({ ref: doc.ref, file });
    }
    if (waiting.length < capacityOf(LAST_TIER)) continue;
    kept.add(await writeSegment(owner, store, waiting, Date.now()));
    waiting = [];
  }
  await documents.flush();
  for (const tier of TIERS.toReversed())
    while (waiting.length >= capacityOf(tier) || (tier === 1 && waiting.length > 0))
      kept.add(await writeSegment(owner, store, waiting.splice(0, capacityOf(tier)), Date.now()));
  for (const id of documents.segments) kept.add(id);
  await deleteOthers(
    owner,
    store,
    replaced.filter(({ id }) => !kept.has(id)),
  );
  for (const fileId of orphans) await ports.deletePassages(owner, fileId);
  return { texts, documents: documents.count, segments: kept.size };
}

/** Deletes `rows` from the head, and their shards. Also deletes the leftover shards of crashed merges and rebuilds. */
async function deleteOthers(
  owner: string,
  store: IndexStore,
  rows: Awaited<ReturnType<IndexStore['readHead']>>,
): Promise<void> {
  await store.deleteHead(owner, rows);
  const gone = new Set(rows.map(({ id }) => id));
  const head = await store.readHead(owner, { consistent: true });
  const listed = new Set(head.map(({ id }) => id));
  for (const tier of TIERS) {
    const shards = await store.readShard(owner, tier, undefined, { consistent: true });
    const spent = shards.filter(
      (row) => gone.has(row.segment) || (!listed.has(row.segment) && isGarbage(row)),
    );
    await store.writeShards(owner, [], spent);
  }
}
