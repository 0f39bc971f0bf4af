import type { IndexStore } from '../../store/search/index-rows.ts';
import { idOf, shardsOf, tierFor } from './index-layout.ts';
import { postingsOf, spread, uniteDocs } from './postings.ts';
import { rowsOf } from './shard-rows.ts';
import { encodeDocs, type IndexedDoc } from './text-list-format.ts';

/**
 * Writes texts as a new segment: first the shards, then the segment's row in the head, so that the head never lists a
 * segment before its shards exist. Writing the same texts with the same `at` again adds no rows.
 * @param at Unix milliseconds. In a tier, a merge takes the segments with the smallest `at` first.
 * @returns the segment's id
 */
export async function writeSegment(
  owner: string,
  store: Pick<IndexStore, 'putHead' | 'writeShards'>,
  docs: readonly IndexedDoc[],
  at: number,
): Promise<string> {
  const list = uniteDocs([docs.map(({ ref }) => ref)]);
  const tier = tierFor(list.length);
  const data = encodeDocs(list);
  const id = idOf(at, data);
  const shards = Array.from({ length: shardsOf(tier) }, (_, shard) => shard);
  const piece = { shards, postings: spread(postingsOf(docs, list), tier) };
  await store.writeShards(owner, rowsOf(piece, { tier, id, at: Date.now() }));
  await store.putHead(owner, { tier, id, data });
  return id;
}
