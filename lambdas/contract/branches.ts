/**
 * Versions of messages (decision 0128). A version of a turn is a new turn at the chat's next index, with which a new
 * branch begins. Each later turn belongs to that branch, until the next branch begins. So a short list of branches says
 * which turns follow each other. A chat without versions has no branches. The index of a turn is the message index of
 * its question.
 */
import * as z from 'zod/mini';

/** Largest number of branches of a chat. */
export const BRANCHES_MAX = 40;

/** Place where a branch leaves an older path. Each fork has exactly one of the two fields. */
export const fork = z.object({
  /** Index of the turn of which the branch's first turn is a version. */
  versionOf: z.optional(z.number()),
  /** Index of the message after which the branch continues an older path. */
  continues: z.optional(z.number()),
});
export type Fork = z.infer<typeof fork>;

/** Branch of a chat. `from` is the index of its first turn. It ends before the next branch of the list begins. */
export const branch = z.extend(fork, { from: z.number() });
export type Branch = z.infer<typeof branch>;
/** Branches of a chat, in the order in which they began. */
export type Branches = readonly Branch[];

/** Range of message indexes, both ends included. */
export interface PathRange {
  readonly from: number;
  readonly to: number;
}
/** Ranges of the messages on a path, oldest first. The indexes only rise from range to range. */
export type Path = readonly PathRange[];

/**
 * Returns a path. Follows the branches from the path's end back to the chat's beginning.
 * @param end index of the path's last message; by default, the chat's newest one
 */
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
 * Returns the index of the message that a branch follows on its path; -1 for a branch at the chat's beginning. If the
 * branch begins with a version of the first turn of another branch, both follow the same message.
 */
function endBefore(branches: Branches, { from, versionOf, continues }: Branch): number {
  if (versionOf === undefined) return Math.min(continues ?? from - 1, from - 1);
  const other = branches.find((one) => one.from === versionOf && one.from < from);
  return other ? endBefore(branches, other) : Math.min(versionOf, from) - 1;
}

export const isOnPath = (path: Path, index: number): boolean =>
  path.some(({ from, to }) => from <= index && index <= to);

/**
 * Returns the newest path that has the message at `index`. Without an index, or if no path has it, returns the newest
 * path of the chat.
 */
export function pathThrough(branches: Branches, index?: number): Path {
  const newest = pathTo(branches);
  if (index === undefined) return newest;
  const ends = branches.map(({ from }) => from - 1).toReversed();
  const older = ends.map((end) => pathTo(branches, end));
  return [newest, ...older].find((path) => isOnPath(path, index)) ?? newest;
}

/**
 * Returns the indexes of all versions of the turn at `index`, oldest first; only `index` if there is no other version.
 */
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
 * True for a stored turn whose index is on the path. False for a turn with `versionOf` or `continues` whose branch is
 * not in `branches`: a late worker stored the turn after the turn was given up, so the branch was not added.
 */
export const isTurnOnPath = (
  { branches, path }: { readonly branches: Branches; readonly path: Path },
  { index, versionOf, continues }: Fork & { readonly index: number },
): boolean =>
  isOnPath(path, index) &&
  ((versionOf ?? continues) === undefined || branches.some(({ from }) => from === index));
