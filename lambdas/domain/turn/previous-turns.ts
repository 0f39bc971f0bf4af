/**
 * Reads a chat's earlier turns when the turn of a new message starts. Also looks for a turn that answers this message
 * already, because a client sends a message again when it gets no answer.
 */
import { isTurnOnPath } from '#contract/branches';
import { forkOf } from '../../store/chats/packed-branches.ts';
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

/** Least number of turns that are read: enough to see an unfinished turn, and the turns before and after it. */
const LEAST_TURNS = 4;
/** Number of older turns that `findAnswer` reads at a time. */
const SEARCH_TURNS = 100;

interface ChatRef {
  readonly owner: string;
  readonly chatId: string;
}

/**
 * Reads the last turns of a chat, newest first: `wanted` turns, but at least LEAST_TURNS and at most MOST_TURNS.
 * @param wanted number of turns that the client expects to fit in the model's context. Fewer cost fewer read units.
 */
export const listRecent = ({ owner, chatId }: ChatRef, wanted = MOST_TURNS): Promise<TurnItem[]> =>
  listTurns(owner, chatId, { limit: limitFor(wanted) });

const limitFor = (wanted: number): number => Math.min(Math.max(wanted, LEAST_TURNS), MOST_TURNS);

/**
 * Returns the turns before `messageIndex` in a chat without branches, newest first. `read` holds the chat's last turns,
 * which were read while that index was being allocated. They are read again if `read` has no turn before the message,
 * or if the newest turn before the message was still streaming. Older turns are read too, up to MOST_TURNS in all, if
 * the model may take more tokens and the turns do not reach the start of the context.
 * @param tokens largest number of tokens of the chat's messages that the model gets, as the model counts them
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
  // The chat has no branches. So a turn with a fork comes from a worker that lost the chat's lock before it could add
  // the branch of the turn.
  return [...turns, ...more].filter((turn) => turn.index < messageIndex && forkOf(turn) === undefined);
}

/**
 * Reads the newest ranges of a path, as many as are needed for `wanted` turns, but at least LEAST_TURNS and at most
 * MOST_TURNS. Returns the newest range first.
 * @param path first and last message index of each range, oldest first
 * @param wanted number of turns that the client expects to fit in the model's context
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
 * Does what `historyBefore` does, but in a chat with branches: returns the turns before `messageIndex` on path `on`.
 * `onPath` holds the result of `readNamed`. Turns in `onPath` or `read` are not read again, unless the newest turn
 * before the message was still streaming.
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
 * Reads a chat's first turns if `after` and `context` show that the last turns may not include them. Returns undefined
 * otherwise. The caller reads the last turns at the same time, so it does not know yet how far they reach.
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
 * oldest first. Takes them from `history` if `history` reaches back to the chat's beginning. Otherwise takes them from
 * `first` if all turns in `first` are on the message's path. Reads them if neither has them.
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
 * Finds the turn of this request, or a turn that has replaced it. Searches the turns in `read`, newest first. Then
 * reads and searches older turns, back to index `replaces`, or to `after + 1` without `replaces`. Without `after`, or
 * if `read` is empty, reads no older turns.
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
 * True when `read` has no turn with a user message after `messageIndex`. Prevents the replacement of a turn that is not
 * the last one. Example: turn 5 has not ended, but its lock has expired. The chat's item still names turn 3 as the last
 * turn that ended, so a request that replaces turn 3 could lock the chat.
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
