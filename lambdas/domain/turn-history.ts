/** The turns that stand before a message, as a turn's beginning reads them. */
import { listTurns } from '../store/turn-pages.ts';
import type { TurnItem } from '../store/turns.ts';

/** Turns read as history for a model: enough for any useful context, and a bound on what a turn reads. */
const HISTORY_TURNS = 40;

/** The last turns of a chat, newest first. */
export const listRecent = (owner: string, chatId: string): Promise<TurnItem[]> =>
  listTurns(owner, chatId, { limit: HISTORY_TURNS });

/**
 * The turns before `messageIndex`, newest first. `read` raced with the claim of that index: if it saw the turn before
 * unfinished, it is made again.
 */
export async function historyBefore(
  messageIndex: number,
  read: readonly TurnItem[],
  { owner, chatId }: { readonly owner: string; readonly chatId: string },
): Promise<readonly TurnItem[]> {
  // A thank-you message may stand behind a turn whose reply is still being written.
  const last = read.find((turn) => turn.index < messageIndex && turn.kind !== 'extra');
  const isSettled = last && last.status !== 'streaming';
  const turns = isSettled
    ? read
    : await listTurns(owner, chatId, { limit: HISTORY_TURNS, before: messageIndex });
  return turns.filter((turn) => turn.index < messageIndex);
}

/** The turn that answers this request, or did until it was replaced. */
export const answerTo = (requestId: string, read: readonly TurnItem[]): TurnItem | undefined =>
  read.find((turn) => turn.requestId === requestId || turn.requestIds?.has(requestId) === true);

/** Whether no turn stands behind this index: one could whose lock ran out before it ended. */
export const isLastTurn = (messageIndex: number, read: readonly TurnItem[]): boolean =>
  !read.some((turn) => turn.userText !== undefined && turn.index > messageIndex);
