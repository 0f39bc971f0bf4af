/**
 * Merging: recent rows become a segment, segments become a larger one. Safe to run at any time, to run twice at
 * once and to crash anywhere: a segment's shards are written before its row in the head, which is written only
 * while what it replaces is there; only then that is deleted, rows of the head first. Whoever finds a segment
 * in the head finds all of its shards, or reads while they are being deleted and looks again.
 */
import type { HeadRow, IndexStore } from '../../store/search/index-rows.ts';
import { FAN_OUT, idOf, LAST_TIER, RECENT_ROWS, TIERS, tierFor, timeOf } from './index-layout.ts';
import { encodeDocs } from './indexed-docs.ts';
import { rowsOf, SegmentGone, type Source, sourceOfRecent, sourceOfSegments } from './merge-source.ts';

export interface MergePorts {
  readonly store: IndexStore;
  /** Keeps the chats that are not removed for good: the others leave the index here. */
  readonly findExisting: (owner: string, chatIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Merges all that is due, tier by tier. Returns how many segments were written. */
export async function mergeIndex(owner: string, ports: MergePorts): Promise<number> {
  for (let written = 0; ; written++) {
    const head = await ports.store.readHead(owner, { consistent: true });
    const due = dueIn(head);
    if (!due) return written;
    const source =
      due.tier === 0 ? sourceOfRecent(due.rows) : sourceOfSegments(owner, due, head, ports.store);
    // Another merge is ahead with the same rows: the rest is its own.
    if (!(await replace(owner, source, ports))) return written;
  }
}

/** The oldest rows of the first tier that is full. */
function dueIn(head: readonly HeadRow[]): { tier: number; rows: HeadRow[] } | undefined {
  for (const tier of [0, ...TIERS]) {
    const wanted = tier === 0 ? RECENT_ROWS : FAN_OUT;
    const rows = head.filter((row) => row.tier === tier);
    if (tier < LAST_TIER && rows.length >= wanted) return { tier, rows: rows.slice(0, wanted) };
  }
  return undefined;
}

/** Writes the segment that a source becomes, then deletes the source; false when another has done so. */
async function replace(owner: string, source: Source, { store, findExisting }: MergePorts): Promise<boolean> {
  const { tier: from, rows } = source;
  const [first] = rows;
  if (!first) return false;
  const existing = await findExisting(owner, [...new Set(source.docs.map(({ chatId }) => chatId))]);
  const docs = source.docs.filter(({ chatId }) => existing.has(chatId));
  const tier = Math.max(from + 1, tierFor(docs.length));
  const data = encodeDocs(docs);
  // The content is part of the id: two merges that saw different chats do not write over each other.
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
