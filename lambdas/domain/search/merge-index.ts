/**
 * Merges recent rows of the index into a segment, and segments into a larger segment (`index-layout.ts` explains the
 * words). A merge first writes the shards of the new segment. Then the merge lists the new segment in the head, and
 * deletes the merged rows from the head. At last, the merge deletes the shards of the merged segments. A search that
 * read the head before these deletions may miss shards of a merged segment. The search then reads the head and the
 * shards again. A merge that crashes may leave texts listed twice until a later merge. Duplicates do no harm, because a
 * search removes them.
 */
import type { HeadRow, IndexStore } from '../../store/search/index-rows.ts';
import { timeOf as timeOfUuid } from '../uuidv7.ts';
import { FAN_OUT, idOf, LAST_TIER, RECENT_ROWS, TIERS, tierFor, timeOf } from './index-layout.ts';
import { rowsOf } from './shard-rows.ts';
import { SegmentGone, type Source, sourceOfRecent, sourceOfSegments } from './sources-of-merge.ts';
import { encodeDocs } from './text-list-format.ts';

export interface MergePorts {
  readonly store: IndexStore;
  /** Returns the ids of the chats and files that still exist. A merge drops the texts of all others. */
  readonly findExisting: (
    owner: string,
    of: { readonly chatIds: readonly string[]; readonly fileIds: readonly string[] },
  ) => Promise<ReadonlySet<string>>;
}

/** Merges everything that is due, tier by tier. Returns the number of new segments. */
export async function mergeIndex(owner: string, ports: MergePorts): Promise<number> {
  for (let written = 0; ; written++) {
    const head = await ports.store.readHead(owner, { consistent: true });
    const due = dueIn(head);
    if (!due) return written;
    const source =
      due.tier === 0 ? sourceOfRecent(due.rows) : sourceOfSegments(owner, due, head, ports.store);
    // Stops here, because another call of `mergeIndex` has usually replaced these rows. That call also does the other
    // merges that are due.
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
 * Milliseconds for which a new chat counts as existing, even without an item. If a user claims a guest's chat or
 * continues a share, the new chat's item is stored after its turns. A merge in between would otherwise drop the texts
 * of these turns, which are indexed only once.
 */
const NEW_MS = 60 * 60_000;

const isNew = (chatId: string): boolean => (timeOfUuid(chatId) ?? 0) > Date.now() - NEW_MS;

/**
 * Writes the new segment and deletes its source. Returns false when another merge has replaced the source, or when a
 * segment of the source has no shards.
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
    ({ chatId, passage }) =>
      (existing.has(chatId) || isNew(chatId)) && (!passage || existing.has(passage.fileId)),
  );
  const tier = Math.max(from + 1, tierFor(docs.length));
  const data = encodeDocs(docs);
  // The id depends on the content, so that two merges of the same rows, with a chat deleted in between, do not
  // overwrite each other's shards.
  const id = idOf(timeOf(first.id), ...rows.map((row) => row.id), data);
  try {
    for await (const piece of source.pieces(docs, tier))
      await store.writeShards(owner, rowsOf(piece, { tier, id, at: Date.now() }));
  } catch (error) {
    if (!(error instanceof SegmentGone)) throw error;
    await removeDead(owner, error.row, store);
    return false;
  }
  if (!(await store.replaceHead(owner, { tier, id, data }, first))) return false;
  await store.deleteHead(owner, rows);
  await store.writeShards(owner, [], source.spent);
  return true;
}

/**
 * Deletes a segment without shards from the head, if the head still lists the segment. Such an entry of the head comes
 * from a lost response. A call lists a segment in the head, but the response of DynamoDB is lost. A merge replaces the
 * segment and deletes its shards. Then the SDK repeats the write of the call, and the head lists the segment again.
 */
async function removeDead(owner: string, row: HeadRow, store: IndexStore): Promise<void> {
  const head = await store.readHead(owner, { consistent: true });
  if (head.some(({ tier, id }) => tier === row.tier && id === row.id)) await store.deleteHead(owner, [row]);
}
