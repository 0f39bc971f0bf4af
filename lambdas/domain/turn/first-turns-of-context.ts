/**
 * Chooses the first turns of a chat that stay in its context even when later turns are left out. The first turns often
 * say what the chat is about, and providers still have them cached.
 */
import { tokensOfFiles } from '../../models/estimate-tokens.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { isAnswered, tokensOf } from './model-context.ts';

/** Share that the first turns may have of `historyTokens`, the largest number of tokens of a context's messages. */
const SHARE = 0.2;
/**
 * Number of rows after the welcome that are read for the first turns of a context. More rows would cost each turn of a
 * long chat more read units.
 */
const MOST_ROWS = 3;
export const HEAD_ROWS = 1 + MOST_ROWS;

/**
 * Returns the first turns of a chat, or of a path in it, oldest first. Takes the answered turns among the first
 * MOST_ROWS turns, and ends before the turn with which they exceed SHARE of `historyTokens`. Also ends before the first
 * turn with files, because its files would otherwise stay in the context for good. While the chat grows, the result
 * stays the same, so that providers can cache it.
 */
export function headOf(turns: readonly TurnItem[], historyTokens: number): readonly TurnItem[] {
  const first = turns
    .filter(({ index }) => index > 0)
    .toSorted((a, b) => a.index - b.index)
    .slice(0, MOST_ROWS)
    .filter(isAnswered);
  let tokens = historyTokens * SHARE;
  const end = first.findIndex((turn) => {
    tokens -= tokensOf([turn]);
    return tokens < 0 || tokensOfFiles(turn.files) > 0;
  });
  return end < 0 ? first : first.slice(0, end);
}

/**
 * True if the turns reach back to the first user message, which is at index 1. Index 0 is the welcome, which is never
 * sent to a model.
 */
export const isFromBeginning = (newestFirst: readonly TurnItem[]): boolean =>
  (newestFirst.at(-1)?.index ?? 0) <= 1;
