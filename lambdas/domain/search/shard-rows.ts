import type { ShardRow } from '../../store/search/index-rows.ts';
import { encodePostings, type Postings } from './postings.ts';

/** Postings of some shards of a new segment. `shards` also lists the shards without postings. */
export interface ShardGroup {
  readonly shards: readonly number[];
  readonly postings: ReadonlyMap<number, Postings>;
}

/**
 * Age from which shard rows are leftovers of a crash if the head does not list their segment. Younger rows may belong to
 * a segment that is still being written: its shard rows are stored before the head lists it.
 */
const GARBAGE_AGE_MS = 60 * 60_000;

export const isGarbage = ({ writtenAt }: ShardRow): boolean => writtenAt < Date.now() - GARBAGE_AGE_MS;

/** Returns the rows of a segment in a shard; undefined when any part is missing. */
export function partsOf(segment: string, read: readonly ShardRow[]): ShardRow[] | undefined {
  const parts = read.filter((row) => row.segment === segment);
  return parts.length > 0 && parts.length === parts[0]?.parts ? parts : undefined;
}

export function rowsOf(
  { shards, postings }: ShardGroup,
  { tier, id, at }: { tier: number; id: string; at: number },
): ShardRow[] {
  return shards.flatMap((shard) => {
    const parts = encodePostings(postings.get(shard) ?? new Map());
    return parts.map((data, part) => ({
      ...{ tier, shard, segment: id, part, parts: parts.length },
      ...{ data, writtenAt: at },
    }));
  });
}
