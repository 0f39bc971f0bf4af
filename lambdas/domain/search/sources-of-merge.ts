/**
 * Reads the recent rows or segments from which a merge makes a new segment (`index-layout.ts` and `postings.ts` explain
 * the words). Segments are read shard by shard, so that memory stays small.
 */
import type { HeadRow, IndexStore, ShardKey } from '../../store/search/index-rows.ts';
import { type DocRef, PASSAGE_WEIGHT, SEGMENT_DOCS_MAX, shardsOf } from './index-layout.ts';
import { decodePostings, numbersIn, postingsOf, spread, uniteDocs, unitePostings } from './postings.ts';
import { isGarbage, partsOf, type ShardGroup } from './shard-rows.ts';
import { decodeDocs, decodeRecent } from './text-list-format.ts';

/** Rows of the index that a merge turns into a new segment, and their content. */
export interface Source {
  readonly tier: number;
  readonly rows: readonly HeadRow[];
  readonly docs: readonly DocRef[];
  /**
   * Yields the postings of the new segment, some of its shards at a time.
   * @param docs texts that the new segment lists: the source's texts, except texts of removed chats and files
   * @param tier tier of the new segment
   * @throws SegmentGone
   */
  pieces(docs: readonly DocRef[], tier: number): AsyncIterable<ShardGroup>;
  /**
   * Shard rows to delete after the merge: those of the merged segments, and leftovers of crashes. The list is complete
   * when all pieces were read.
   */
  readonly spent: readonly ShardKey[];
}

/** Error for a segment without its shards. As a rule, another merge has just replaced it. */
export class SegmentGone extends Error {
  readonly row: HeadRow;

  constructor(row: HeadRow) {
    super(`Segment ${row.id} has no shards`);
    this.row = row;
  }
}

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);

export function sourceOfRecent(rows: readonly HeadRow[]): Source {
  const texts = rows.flatMap(({ data }) => decodeRecent(data));
  return {
    tier: 0,
    rows,
    docs: uniteDocs([texts.map(({ ref }) => ref)]),
    async *pieces(docs, tier) {
      yield { shards: range(0, shardsOf(tier), 1), postings: spread(postingsOf(texts, docs), tier) };
    },
    spent: [],
  };
}

/** Returns a source of the oldest segments of a tier: as many as fit in one segment, and at least two. */
export function sourceOfSegments(
  owner: string,
  { tier: from, rows: all }: { tier: number; rows: readonly HeadRow[] },
  head: readonly HeadRow[],
  store: IndexStore,
): Source {
  const segments = fitting(all.map((row) => ({ row, docs: decodeDocs(row.data) })));
  const isListed = new Set(head.filter((row) => row.tier === from).map(({ id }) => id));
  const spent: ShardKey[] = [];
  return {
    tier: from,
    rows: segments.map(({ row }) => row),
    docs: uniteDocs(segments.map(({ docs }) => docs)),
    spent,
    async *pieces(docs, tier) {
      const numbers = segments.map((segment) => numbersIn(docs, segment.docs));
      for (const shard of range(0, shardsOf(from), 1)) {
        const read = await store.readShard(owner, from, shard, { consistent: true });
        const sources = segments.map(({ row }, i) => {
          const parts = partsOf(row.id, read);
          if (!parts) throw new SegmentGone(row);
          spent.push(...parts);
          return parts.map(({ data }) => ({ postings: decodePostings(data), numbers: numbers[i] ?? [] }));
        });
        spent.push(...read.filter((row) => !isListed.has(row.segment) && isGarbage(row)));
        const postings = spread(unitePostings(sources.flat()), tier);
        yield { shards: range(shard, shardsOf(tier), shardsOf(from)), postings };
      }
    },
  };
}

function fitting<T extends { readonly docs: readonly DocRef[] }>(segments: readonly T[]): T[] {
  const taken: T[] = [];
  let docs = 0;
  for (const segment of segments) {
    for (const { passage } of segment.docs) docs += passage ? PASSAGE_WEIGHT : 1;
    if (docs > SEGMENT_DOCS_MAX && taken.length >= 2) break;
    taken.push(segment);
  }
  return taken;
}
