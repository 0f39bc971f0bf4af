/**
 * Reads the turns of one path of a chat (`lambdas/contract/branches.ts`). A path consists of ranges of indexes. Each
 * range is read with one query, and all queries run at the same time.
 */
import { type Branches, isTurnOnPath, type Path } from '#contract/branches';
import { listRange, listTurnsFrom } from '../../store/turns/list-turns.ts';
import type { TurnItem } from '../../store/turns/turns.ts';

export interface ChatRef {
  readonly owner: string;
  readonly chatId: string;
}

export interface ChatPath {
  readonly branches: Branches;
  readonly path: Path;
}

/** All turns that the chat has from one index to another, both included. */
export interface ReadRange {
  readonly turns: readonly TurnItem[];
  readonly from: number;
  readonly to: number;
}

/** Index greater than the index of every message. */
export const END = 99_999_999;

/**
 * Returns the range that `listTurns` has read: from the oldest turn that was found to the index before `before`. The
 * range begins at 0 if no turn was found. It also begins at 0 if the oldest turn has index 1, so that no query is spent
 * on the welcome at 0. A caller that needs the welcome must make sure that the welcome was read (`history-pages.ts`).
 */
export function rangeRead(newestFirst: readonly TurnItem[], before = END): ReadRange {
  const oldest = newestFirst.at(-1)?.index ?? 0;
  return { turns: newestFirst, from: oldest <= 1 ? 0 : oldest, to: before - 1 };
}

interface Newest {
  readonly limit: number;
  /** Index that is greater than the indexes of the wanted turns. @default the end of the path */
  readonly before?: number | undefined;
  readonly known: readonly ReadRange[];
}

/**
 * Returns the newest turns of a path, newest first. May return fewer than `limit` if DynamoDB cut an answer, or if an
 * answer has turns that are not on the path.
 */
export async function newestOnPath(
  chat: ChatRef,
  on: ChatPath,
  { limit, before = END, known }: Newest,
): Promise<TurnItem[]> {
  let left = limit;
  const parts = on.path.toReversed().flatMap((range) => {
    const to = Math.min(range.to, before - 1, END);
    if (left <= 0 || to < range.from) return [];
    const missing = lowestOf(known, range.from, to) - 1;
    const turns = known
      .flatMap((read) => read.turns)
      .filter((turn) => turn.index > missing && turn.index <= to && turn.index >= range.from)
      .filter((turn) => isTurnOnPath(on, turn))
      .filter((turn, n, all) => all.findIndex(({ index }) => index === turn.index) === n)
      .toSorted((a, b) => b.index - a.index);
    left -= turns.length;
    return [{ turns, left, missing: { from: range.from, to: missing } }];
  });
  const read = await Promise.all(
    parts.map((part) =>
      part.left > 0 && part.missing.to >= part.missing.from
        ? listRange(chat, { ...part.missing, limit: part.left, isForward: false })
        : { turns: [], isCut: false },
    ),
  );
  const found: TurnItem[] = [];
  for (const [n, { turns, left: wanted }] of parts.entries()) {
    const { turns: listed = [], isCut } = read[n] ?? {};
    const onPath = listed.filter((turn) => isTurnOnPath(on, turn));
    found.push(...turns, ...onPath);
    // The oldest turns of this range may be missing. The older ranges are left out, so that the result has no gap.
    if (isCut || (listed.length >= wanted && onPath.length < listed.length)) break;
  }
  return found.slice(0, limit);
}

/**
 * Counts down from `to` to `from`, and stops before the first index that `known` does not cover. Returns the last index
 * that is covered, or `to + 1` if `known` does not cover `to`.
 */
function lowestOf(known: readonly ReadRange[], from: number, to: number): number {
  let lowest = to + 1;
  for (;;) {
    const next = known.find((read) => read.from < lowest && read.to >= lowest - 1);
    if (!next || lowest <= from) return Math.max(lowest, from);
    lowest = next.from;
  }
}

/** Returns up to `limit` turns of a path from the index `from` on, oldest first. */
export async function turnsOnPath(
  chat: ChatRef,
  on: ChatPath,
  { limit, from }: { readonly limit: number; readonly from: number },
): Promise<{ turns: TurnItem[]; hasMore: boolean }> {
  if (on.branches.length === 0) {
    const { turns, hasMore } = await listTurnsFrom(chat.owner, chat.chatId, { limit, from });
    return { turns: turns.filter((turn) => isTurnOnPath(on, turn)), hasMore };
  }
  // DynamoDB refuses a range that ends before it begins.
  const ranges = on.path.filter(({ to }) => Math.min(to, END) >= from);
  const read = await Promise.all(
    ranges.map((range) =>
      listRange(chat, {
        ...{ from: Math.max(range.from, from), to: Math.min(range.to, END) },
        ...{ limit: limit + 1, isForward: true },
      }),
    ),
  );
  // The newest turns of a range may be missing: DynamoDB cut the answer, or the query reached its limit and some of the
  // turns are not on the path.
  const cut = read.findIndex(
    ({ turns, isCut }) => isCut || (turns.length > limit && !turns.every((turn) => isTurnOnPath(on, turn))),
  );
  const found = read
    .slice(0, cut < 0 ? undefined : cut + 1)
    .flatMap(({ turns }) => turns)
    .filter((turn) => isTurnOnPath(on, turn));
  return { turns: found.slice(0, limit), hasMore: found.length > limit || cut >= 0 };
}
