/**
 * Merges recent rows of the index into a segment, and segments into a larger one (`index-layout.ts` explains the
 * words). Merges may run at any time, also concurrently, and may crash at any step. The shards of the new segment are
 * written first. Then the segment is added to the index's head, on condition that the first of the merged rows still
 * exists. Last, the merged rows are deleted from the head, and then their shards. So a reader that finds a segment in
 * the head also finds all of its shards, unless they are just being deleted. In that case the reader reads again.
 */
import type { HeadRow, IndexStore } from '../../store/search/index-rows.ts';
import { encodeDocs } from './encode-doc-lists.ts';
import { FAN_OUT, idOf, LAST_TIER, RECENT_ROWS, TIERS, tierFor, timeOf } from './index-layout.ts';
import { rowsOf, SegmentGone, type Source, sourceOfRecent, sourceOfSegments } from './merge-sources.ts';

export interface MergePorts {
  readonly store: IndexStore;
  /** Returns the ids of the chats and files that still exist. A merge drops the texts of all others. */
  readonly findExisting: (
    owner: string,
    of: { readonly chatIds: readonly string[]; readonly fileIds: readonly string[] },
  ) => Promise<ReadonlySet<string>>;
}

/** Merges everything that is due, tier by tier. Returns the number of segments that were written. */
export async function mergeIndex(owner: string, ports: MergePorts): Promise<number> {
  for (let written = 0; ; written++) {
    const head = await ports.store.readHead(owner, { consistent: true });
    const due = dueIn(head);
    if (!due) return written;
    const source =
      due.tier === 0 ? sourceOfRecent(due.rows) : sourceOfSegments(owner, due, head, ports.store);
    // When another merge has replaced the same rows, that merge also does the rest.
    if (!(await replace(owner, source, ports))) return written;
  }
}

/** Returns the oldest rows of the first tier that is full. */
function dueIn(head: readonly HeadRow[]): { tier: number; rows: HeadRow[] } | undefined {
  for (const tier of [0, ...TIERS]) {
    const wanted = tier === 0 ? RECENT_ROWS : FAN_OUT;
    const rows = head.filter((row) => row.tier === tier);
    if (tier < LAST_TIER && rows.length >= wanted) return { tier, rows: rows.slice(0, wanted) };
  }
  return undefined;
}

/**
 * Writes the new segment, then deletes the rows that it was merged from. Returns false when another merge has replaced
 * these rows.
 */
async function replace(owner: string, source: Source, { store, findExisting }: MergePorts): Promise<boolean> {
  const { tier: from, rows } = source;
  const [first] = rows;
  if (!first) return false;
  const existing = await findExisting(owner, {
    chatIds: [...new Set(source.docs.map(({ chatId }) => chatId))],
    fileIds: [...new Set(source.docs.flatMap(({ passage }) => passage?.fileId ?? []))],
  });
  const docs = source.docs.filter(
    ({ chatId, passage }) => existing.has(chatId) && (!passage || existing.has(passage.fileId)),
  );
  const tier = Math.max(from + 1, tierFor(docs.length));
  const data = encodeDocs(docs);
  // The id depends on the content. If a chat is deleted between two merges of the same rows, the contents differ. With
  // different ids, the merges do not overwrite each other's shards.
  const id = idOf(timeOf(first.id), ...rows.map((row) => row.id), data);
  try {
    for await (const piece of source.pieces(docs, tier))
      await store.writeShards(owner, rowsOf(piece, { tier, id, at: Date.now() }));
  } catch (error) {
    if (error instanceof SegmentGone) return false;
    throw error;
  }
  if (!(await store.replaceHead(owner, { tier, id, data }, first))) return false;
  await store.deleteHead(owner, rows);
  await store.writeShards(owner, [], source.spent);
  return true;
}
