import type { Messages } from '../turns/find-in-shown-messages.ts';

/**
 * Length of chat text, in UTF-16 units, that fills the history that a model gets. The client assumes the default of
 * `assistant.historyTokens`, which is 12,000 tokens, and four units for each token.
 */
const CONTEXT_LENGTH = 48_000;

/**
 * Counts the newest turns that the server is to read for the context: those whose text fits into CONTEXT_LENGTH,
 * and at least one more. If the count is too low, the server must read the chat a second time.
 */
export function countContextTurns(messages: Messages): number {
  let length = 0;
  let turns = 1;
  for (const { role, content } of messages.toReversed()) {
    if (length > CONTEXT_LENGTH) break;
    length += content.length;
    if (role === 'user') turns += 1;
  }
  return turns;
}
