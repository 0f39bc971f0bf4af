/**
 * Rebuilds an owner's index from the texts, while the product runs. First new segments are written, then the rows
 * that existed at the start are deleted. Rows that are added meanwhile stay.
 */
import type { IndexStore } from '../../store/search/index-rows.ts';
import { encodeDocs, type IndexedDoc, indexed } from './encode-doc-lists.ts';
import { docOf, type ItemChange } from './index-changed-items.ts';
import { capacityOf, idOf, LAST_TIER, shardsOf, TIERS } from './index-layout.ts';
import { postingsOf, spread, uniteDocs } from './postings.ts';
import { isGarbage, rowsOf } from './read-merge-source.ts';

export interface Rebuilt {
  /** Turns and chats' names. */
  readonly texts: number;
  readonly segments: number;
}

/**
 * Rebuilds an owner's index.
 * @param items reads the owner's chats and turns. It is called after the old rows were listed, so that no change is
 * lost.
 */
export async function rebuildIndex(
  owner: string,
  store: IndexStore,
  items: () => AsyncIterable<ItemChange>,
): Promise<Rebuilt> {
  const replaced = await store.readHead(owner, { consistent: true });
  const kept = new Set<string>();
  let waiting: IndexedDoc[] = [];
  let texts = 0;
  for await (const item of items()) {
    const doc = docOf(item);
    if (!doc) continue;
    texts += 1;
    waiting.push(indexed(doc));
    if (waiting.length < capacityOf(LAST_TIER)) continue;
    kept.add(await writeSegment(owner, store, LAST_TIER, waiting));
    waiting = [];
  }
  for (const tier of TIERS.toReversed())
    while (waiting.length >= capacityOf(tier) || (tier === 1 && waiting.length > 0))
      kept.add(await writeSegment(owner, store, tier, waiting.splice(0, capacityOf(tier))));
  await deleteOthers(
    owner,
    store,
    replaced.filter(({ id }) => !kept.has(id)),
  );
  return { texts, segments: kept.size };
}

async function writeSegment(
  owner: string,
  store: IndexStore,
  tier: number,
  docs: readonly IndexedDoc[],
): Promise<string> {
  const list = uniteDocs([docs.map(({ ref }) => ref)]);
  const data = encodeDocs(list);
  const at = Date.now();
  const id = idOf(at, data);
  const shards = Array.from({ length: shardsOf(tier) }, (_, shard) => shard);
  const piece = { shards, postings: spread(postingsOf(docs, list), tier) };
  await store.writeShards(owner, rowsOf(piece, { tier, id, at }));
  await store.putHead(owner, { tier, id, data });
  return id;
}

/** Deletes these rows with their shards, and leftovers of crashed merges. */
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
