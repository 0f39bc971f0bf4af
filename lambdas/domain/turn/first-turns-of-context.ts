/**
 * Chooses the first turns of a chat that stay in its context even when later turns are left out. The first turns often
 * say what the chat is about, and providers still have them cached.
 */
import { tokensOfFiles } from '../../models/estimate-tokens.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { isAnswered, tokensOf } from './model-context.ts';

/** Largest share of the context's `historyTokens` that the first turns may take. */
const SHARE = 0.2;
/** Number of rows that are read after the welcome. More rows would cost each turn of a long chat more read units. */
const MOST_ROWS = 3;
export const HEAD_ROWS = 1 + MOST_ROWS;

/**
 * Returns the answered turns among the first MOST_ROWS of a chat or a path, oldest first. The result ends before the
 * turns exceed SHARE of `historyTokens`. It also ends before a turn with files, because the files would stay in the
 * context for good. The result stays the same while the chat grows, so that providers can cache it.
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

/** True if the turns reach back to the first user message, at index 1. The welcome is at index 0. */
export const isFromBeginning = (newestFirst: readonly TurnItem[]): boolean =>
  (newestFirst.at(-1)?.index ?? 0) <= 1;
