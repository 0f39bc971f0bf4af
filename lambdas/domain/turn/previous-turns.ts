/** The turns that stand before a message, as a turn's beginning reads them. */
import { estimateTokens } from '../../models/model-port.ts';
import { listTurns } from '../../store/turns/pages.ts';
import type { TurnItem } from '../../store/turns/turns.ts';

/** Turns read as history for a model: enough for any useful context, and a bound on what a turn reads. */
const HISTORY_TURNS = 40;

/** The least that is read: enough to see an unfinished turn and its neighbours. */
const LEAST_TURNS = 4;
/** Turns read at a time when an old answer is looked for. */
const SEARCH_TURNS = 100;

interface ChatRef {
  readonly owner: string;
  readonly chatId: string;
}

/**
 * The last turns of a chat, newest first.
 * @param wanted how many the client expects to fit the model's context: long turns cost read units by their size
 */
export const listRecent = ({ owner, chatId }: ChatRef, wanted = HISTORY_TURNS): Promise<TurnItem[]> =>
  listTurns(owner, chatId, { limit: limitFor(wanted) });

const limitFor = (wanted: number): number => Math.min(Math.max(wanted, LEAST_TURNS), HISTORY_TURNS);

/**
 * The turns before `messageIndex`, newest first. `read` raced with the claim of that index: if it saw the turn before
 * unfinished, it is made again. Where `read` was short of what fits the budget, the rest is read.
 * @param tokens what the model is given of the chat at most
 */
export async function historyBefore(
  messageIndex: number,
  read: readonly TurnItem[],
  { owner, chatId, tokens }: ChatRef & { readonly tokens: number },
): Promise<readonly TurnItem[]> {
  const limit = limitFor(read.length);
  // A thank-you message may stand behind a turn whose reply is still being written.
  const last = read.find((turn) => turn.index < messageIndex && turn.kind !== 'extra');
  const isSettled = last && last.status !== 'streaming';
  const turns = isSettled ? read : await listTurns(owner, chatId, { limit, before: messageIndex });
  const oldest = turns.at(-1);
  const isShort = oldest !== undefined && oldest.index > 0 && turns.length < HISTORY_TURNS;
  const more =
    isShort && tokensOf(turns) < tokens
      ? await listTurns(owner, chatId, { limit: HISTORY_TURNS - turns.length, before: oldest.index })
      : [];
  return [...turns, ...more].filter((turn) => turn.index < messageIndex);
}

const tokensOf = (turns: readonly TurnItem[]): number =>
  turns.reduce((sum, { userText = '', text }) => sum + estimateTokens(userText) + estimateTokens(text), 0);

/** True for the turn of this request, and for one that has taken its place. */
export const answers = (turn: TurnItem, requestId: string): boolean =>
  turn.requestId === requestId || turn.requestIds?.has(requestId) === true;

/**
 * The turn that answers this request, or did until it was replaced: among the turns `read`, or further back as far as
 * the client's `after` allows.
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
    // A turn that took another's place has its index, which is older than what the client knew.
    const from = after === undefined ? undefined : (replaces ?? after + 1);
    if (found || !oldest || from === undefined || oldest.index <= from) return found;
    page = await listTurns(owner, chatId, { limit: SEARCH_TURNS, before: oldest.index });
  }
}

/** True when no turn stands behind this index: one could whose lock ran out before it ended. */
export const isLastTurn = (messageIndex: number, read: readonly TurnItem[]): boolean =>
  !read.some((turn) => turn.userText !== undefined && turn.index > messageIndex);

/** Tells that the turns were read after this one had ended. */
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
