/** Reads a chat's earlier turns for a message. If the message is a resend, finds the turn that already answers it. */
import { forkOf, isTurnOnPath } from '#contract/branches';
import { listFirstTurns, listRange, listTurns } from '../../store/turns/list-turns.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import {
  type ChatPath,
  END,
  newestOnPath,
  type ReadRange,
  rangeRead,
  turnsOnPath,
} from '../chats/read-turns-on-path.ts';
import { HEAD_ROWS, headOf, isFromBeginning } from './first-turns-of-context.ts';
import { LEAST_RATIO } from './history-budget.ts';
import { MOST_TURNS, startOf, tokensOf } from './model-context.ts';

/**
 * Least number of turns that are read. A chat may end with an unfinished turn and a thank-you message. The number is
 * large enough to include the turn before them.
 */
const LEAST_TURNS = 4;
const SEARCH_TURNS = 100;

interface ChatRef {
  readonly owner: string;
  readonly chatId: string;
}

/**
 * Reads the last turns of a chat, newest first: `wanted` turns, but at least LEAST_TURNS and at most MOST_TURNS.
 * @param wanted number of turns that the client expects to fit in the model's context
 */
export const listRecent = ({ owner, chatId }: ChatRef, wanted = MOST_TURNS): Promise<TurnItem[]> =>
  listTurns(owner, chatId, { limit: limitFor(wanted) });

const limitFor = (wanted: number): number => Math.min(Math.max(wanted, LEAST_TURNS), MOST_TURNS);

/**
 * Returns the turns before `messageIndex` in a chat without branches, newest first. Reads the last turns again if
 * `read` does not show that the turn before the message has ended. Reads older turns too if the model may take more
 * tokens.
 * @param read last turns of the chat, which the caller read before it knew `messageIndex`
 * @param tokens limit of the history, in tokens as the model counts them. `tokensOf` returns an estimate. The model's
 * count is taken to be at least `LEAST_RATIO` of the estimate.
 */
export async function historyBefore(
  messageIndex: number,
  read: readonly TurnItem[],
  { owner, chatId, tokens }: ChatRef & { readonly tokens: number },
): Promise<readonly TurnItem[]> {
  const limit = limitFor(read.length);
  // Skips a thank-you message. It is never streaming, but the reply of the turn before it may be streaming.
  const last = read.find((turn) => turn.index < messageIndex && turn.kind !== 'extra');
  const isSettled = last && last.status !== 'streaming';
  const turns = isSettled ? read : await listTurns(owner, chatId, { limit, before: messageIndex });
  const oldest = turns.at(-1);
  const isShort = oldest !== undefined && oldest.index > (startOf(turns) ?? 0) && turns.length < MOST_TURNS;
  const more =
    isShort && tokensOf(turns) < tokens / LEAST_RATIO
      ? await listTurns(owner, chatId, { limit: MOST_TURNS - turns.length, before: oldest.index })
      : [];
  // Leaves out a turn that begins a branch. In a chat without branches, the server has undone the start of such a turn
  // (`abandonTurn`), but a late worker has stored the turn afterwards.
  return [...turns, ...more].filter((turn) => turn.index < messageIndex && forkOf(turn) === undefined);
}

/**
 * Reads as many of the newest ranges of a path as `wanted` turns need. Returns the newest range first.
 * @param path first and last message index of each range, oldest first
 */
export async function readNamed(
  chat: ChatRef,
  path: readonly (readonly [number, number])[] = [],
  wanted = MOST_TURNS,
): Promise<ReadRange[]> {
  let left = limitFor(wanted);
  const ranges = path.toReversed().flatMap(([from, end]) => {
    const to = Math.min(end, END);
    const limit = Math.min(left, Math.floor((to - from) / 2) + 1);
    left -= Math.max(0, limit);
    return limit > 0 ? [{ from, to, limit }] : [];
  });
  return Promise.all(
    ranges.map(async ({ from, to, limit }) => {
      const { turns, isCut } = await listRange(chat, { from, to, limit, isForward: false });
      const isWhole = turns.length < limit && !isCut;
      return { turns, from: isWhole ? from : (turns.at(-1)?.index ?? to + 1), to };
    }),
  );
}

interface BeforeOnPath {
  readonly read: readonly TurnItem[];
  readonly onPath?: readonly ReadRange[] | undefined;
  readonly on: ChatPath;
}

/**
 * Does what `historyBefore` does, but for path `on` in a chat with branches. Uses the turns in `read` and in `onPath`
 * (the result of `readNamed`), and reads only the missing turns. If the newest turn was still streaming, reads the
 * newest turns again.
 */
export async function historyOnPath(
  messageIndex: number,
  { read, onPath = [], on }: BeforeOnPath,
  { tokens, context, ...chat }: ChatRef & { readonly tokens: number; readonly context?: number | undefined },
): Promise<readonly TurnItem[]> {
  const limit = limitFor(context ?? MOST_TURNS);
  const before = { limit, before: messageIndex };
  const found = await newestOnPath(chat, on, { ...before, known: [rangeRead(read), ...onPath] });
  const isSettled = found.find(({ kind }) => kind !== 'extra')?.status !== 'streaming';
  const turns = isSettled ? found : await newestOnPath(chat, on, { ...before, known: [] });
  const oldest = turns.at(-1);
  const isShort = oldest !== undefined && oldest.index > (startOf(turns) ?? 0) && turns.length < MOST_TURNS;
  if (!isShort || tokensOf(turns) >= tokens / LEAST_RATIO) return turns;
  const rest = { limit: MOST_TURNS - turns.length, before: oldest.index, known: onPath };
  return [...turns, ...(await newestOnPath(chat, on, rest))];
}

const readFirst = ({ owner, chatId }: ChatRef): Promise<readonly TurnItem[]> =>
  listFirstTurns(owner, chatId, HEAD_ROWS);

/**
 * Reads a chat's first turns if the last turns, which the caller reads at the same time, may not include them.
 * @param after index of the newest message that the client knew
 * @param context number of turns that the client expects to fit in the model's context
 */
export const listFirst = async (
  chat: ChatRef,
  { after, context }: { readonly after?: number | undefined; readonly context?: number | undefined },
): Promise<readonly TurnItem[] | undefined> =>
  after !== undefined && after >= 2 * limitFor(context ?? MOST_TURNS) ? readFirst(chat) : undefined;

/**
 * Returns the first turns before `messageIndex` that stay in the context even when later turns are left out (`headOf`),
 * oldest first. Reads them only if neither `history` nor `first` has them.
 * @param first result of `listFirst`
 */
export async function headBefore(
  messageIndex: number,
  {
    history,
    first,
    on,
  }: {
    readonly history: readonly TurnItem[];
    readonly first?: readonly TurnItem[] | undefined;
    /** Path of the message in a chat with branches; undefined in any other chat. */
    readonly on?: ChatPath | undefined;
  },
  { owner, chatId, tokens }: ChatRef & { readonly tokens: number },
): Promise<readonly TurnItem[]> {
  const chat = { owner, chatId };
  const isFirst = first?.every((turn) => !on || isTurnOnPath(on, turn)) ? first : undefined;
  const read = async () =>
    on ? (await turnsOnPath(chat, on, { limit: HEAD_ROWS, from: 0 })).turns : readFirst(chat);
  const turns = isFromBeginning(history) ? history : (isFirst ?? (await read()));
  return headOf(
    turns.filter((turn) => turn.index < messageIndex && (on !== undefined || forkOf(turn) === undefined)),
    tokens,
  );
}

/** True for the turn of this request, and for a turn that has replaced the turn of this request. */
export const answers = (turn: TurnItem, requestId: string): boolean =>
  turn.requestId === requestId || turn.requestIds?.has(requestId) === true;

/**
 * Finds the turn that `answers` this request, in `read` or in older turns back to index `replaces` or `after + 1`.
 * Without `after`, reads no older turns.
 */
export async function findAnswer(
  {
    requestId,
    after,
    replaces,
  }: { requestId: string; after?: number | undefined; replaces?: number | undefined },
  read: readonly TurnItem[],
  { owner, chatId }: ChatRef,
): Promise<TurnItem | undefined> {
  let page = read;
  for (;;) {
    const found = page.find((turn) => answers(turn, requestId));
    const oldest = page.at(-1);
    // The turn of a request with `replaces` has the index `replaces`, which can be less than `after`.
    const from = after === undefined ? undefined : (replaces ?? after + 1);
    if (found || !oldest || from === undefined || oldest.index <= from) return found;
    page = await listTurns(owner, chatId, { limit: SEARCH_TURNS, before: oldest.index });
  }
}

/**
 * True when `read` has no turn with a user message after `messageIndex`. Example: turn 5 follows turn 3. If the lock of
 * turn 5 expires before turn 5 ends, the chat's item still names turn 3 as the last turn that ended. Without this
 * check, a request could then replace turn 3.
 */
export const isLastTurn = (messageIndex: number, read: readonly TurnItem[]): boolean =>
  !read.some((turn) => turn.userText !== undefined && turn.index > messageIndex);

/** True when `read` has this turn with its reply ended. Without a `requestId`, any turn at the index counts. */
export const hasEnded = (
  { index, requestId }: { readonly index: number; readonly requestId?: string | undefined },
  read: readonly TurnItem[],
): boolean =>
  read.some(
    (turn) =>
      turn.index === index &&
      turn.status !== 'streaming' &&
      (requestId === undefined || turn.requestId === requestId),
  );
