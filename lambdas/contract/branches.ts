/**
 * Branches of a chat (decision 0128). The index of a turn is the message index of its question, for example 0, 2 or 4.
 * An edit of an earlier message becomes a new turn at the chat's next index: a version of the old turn. The new turn
 * begins a branch. All later turns belong to this branch until another branch begins. Example: after turns 0, 2 and 4,
 * an edit of turn 2 is turn 6. The paths are then 0-2-4 and 0-6.
 */
import * as z from 'zod/mini';

export const BRANCHES_MAX = 40;

/** Place where a branch leaves an older path. Has exactly one of the two fields. */
export const fork = z.object({
  /** Index of the turn of which the branch's first turn is a version. */
  versionOf: z.optional(z.number()),
  /** Index of the message after which the branch continues an older path. */
  continues: z.optional(z.number()),
});
export type Fork = z.infer<typeof fork>;

/** Returns the fork of a lock, a request or a turn; undefined if the turn begins no branch. */
export function forkOf({
  versionOf,
  continues,
}: Fork): { readonly versionOf: number } | { readonly continues: number } | undefined {
  if (versionOf !== undefined) return { versionOf };
  return continues === undefined ? undefined : { continues };
}

/** `from` is the index of the branch's first turn. The branch ends before the next branch of the list begins. */
export const branch = z.extend(fork, { from: z.number() });
export type Branch = z.infer<typeof branch>;
/** In the order in which the branches began. */
export type Branches = readonly Branch[];

/** Range of message indexes, both ends included. */
export interface PathRange {
  readonly from: number;
  readonly to: number;
}
/** Ranges of the messages on a path, in rising order. */
export type Path = readonly PathRange[];

/** Returns the path to the message with the index `end`; by default, to the chat's newest message. */
export function pathTo(branches: Branches, end = Number.POSITIVE_INFINITY): Path {
  const ranges: PathRange[] = [];
  let to = end;
  for (;;) {
    const last = branches.findLast(({ from }) => from <= to);
    if (to >= (last?.from ?? 0)) ranges.push({ from: last?.from ?? 0, to });
    if (!last) return ranges.reverse();
    to = endBefore(branches, last);
  }
}

/**
 * Returns the index of the last message on the path before a branch begins; -1 for a branch at the chat's beginning. If
 * the branch's first turn is a version of another branch's first turn, both branches follow the same message.
 */
function endBefore(branches: Branches, { from, versionOf, continues }: Branch): number {
  if (versionOf === undefined) return Math.min(continues ?? from - 1, from - 1);
  const other = branches.find((one) => one.from === versionOf && one.from < from);
  return other ? endBefore(branches, other) : Math.min(versionOf, from) - 1;
}

export const isOnPath = (path: Path, index: number): boolean =>
  path.some(({ from, to }) => from <= index && index <= to);

/** Returns the newest path that has the message at `index`, or else the chat's newest path. */
export function pathThrough(branches: Branches, index?: number): Path {
  const newest = pathTo(branches);
  if (index === undefined) return newest;
  const ends = branches.map(({ from }) => from - 1).toReversed();
  const older = ends.map((end) => pathTo(branches, end));
  return [newest, ...older].find((path) => isOnPath(path, index)) ?? newest;
}

/** Returns the indexes of all versions of the turn at `index`, itself included, oldest first. */
export function versionsOf(branches: Branches, index: number): readonly number[] {
  const first = firstVersion(branches, index);
  const later = branches.filter(
    ({ from, versionOf }) => versionOf !== undefined && firstVersion(branches, from) === first,
  );
  return [first, ...later.map(({ from }) => from)];
}

function firstVersion(branches: Branches, index: number): number {
  const versionOf = branches.find(({ from }) => from === index)?.versionOf;
  return versionOf === undefined || versionOf >= index ? index : firstVersion(branches, versionOf);
}

/**
 * True if the stored turn belongs to the path. A turn with `versionOf` or `continues` begins a branch. If `branches`
 * lacks this branch, the turn belongs to no path: the server undid the turn's start (`abandonTurn`), and a late worker
 * stored the turn afterwards.
 */
export const isTurnOnPath = (
  { branches, path }: { readonly branches: Branches; readonly path: Path },
  { index, versionOf, continues }: Fork & { readonly index: number },
): boolean =>
  isOnPath(path, index) &&
  ((versionOf ?? continues) === undefined || branches.some(({ from }) => from === index));
