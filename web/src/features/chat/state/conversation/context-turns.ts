import type { Messages } from '../turns/message-lookup.ts';

/**
 * UTF-16 units of chat text that are assumed to fill a model's context. They cover the default of the setting
 * `assistant.historyTokens`.
 */
const CONTEXT_LENGTH = 48_000;

/**
 * Estimates how many of the newest turns fit into the model's context: those within CONTEXT_LENGTH, and one more. The
 * server first reads this many turns, within limits of its own, and then more if the context has room.
 */
export function contextTurns(messages: Messages): number {
  let length = 0;
  let turns = 1;
  for (const { role, content } of messages.toReversed()) {
    if (length > CONTEXT_LENGTH) break;
    length += content.length;
    if (role === 'user') turns += 1;
  }
  return turns;
}
