/**
 * Chooses the turns that a model gets as the context of a message. The context starts at the same turn for many
 * messages, so that providers can cache its beginning. When the context is full, its start moves forward in one large
 * step. Each turn stores where its context started (`contextFrom`).
 */
import { estimateTokens } from '../../models/estimate-tokens.ts';
import type { ModelMessage } from '../../models/model-port.ts';
import type { TurnItem } from '../../store/turns/turns.ts';

/** Most turns of a context, which bounds the cost of reading them. */
export const MOST_TURNS = 40;
/** Share of the context that is kept when it is full. */
const KEPT_SHARE = 0.6;

export interface ModelContext {
  /** Oldest first; the new message is the last. */
  readonly messages: readonly ModelMessage[];
  /** Index of the oldest turn; undefined if the message has no earlier turns. */
  readonly contextFrom: number | undefined;
}

/**
 * Builds the context of a message from the turns before it. Starts where the context of the turn before started, while
 * all turns since then fit into `budget` tokens. Leaves out turns without reply text, so that the roles alternate.
 * @param newestFirst turns before the message
 */
export function contextOf(newestFirst: readonly TurnItem[], userText: string, budget: number): ModelContext {
  const room = budget - estimateTokens(userText);
  const start = startOf(newestFirst);
  const isRead = start === undefined || (newestFirst.at(-1)?.index ?? 0) <= start;
  const since = newestFirst.filter((turn) => isAnswered(turn) && turn.index >= (start ?? 0));
  const all = newestWithin(since, { tokens: room, turns: MOST_TURNS });
  const isFull = !isRead || all.length < since.length;
  const kept = isFull
    ? newestWithin(since, { tokens: room * KEPT_SHARE, turns: MOST_TURNS * KEPT_SHARE })
    : all;
  const messages = kept.toReversed().flatMap(({ userText: question = '', text }): ModelMessage[] => [
    { role: 'user', text: question },
    { role: 'assistant', text },
  ]);
  return { messages: [...messages, { role: 'user', text: userText }], contextFrom: kept.at(-1)?.index };
}

/**
 * Returns the index at which the context of the newest turn started. Undefined in a chat's first turns, and if the
 * turns were stored before `contextFrom` existed.
 */
export const startOf = (newestFirst: readonly TurnItem[]): number | undefined =>
  newestFirst.find(({ contextFrom }) => contextFrom !== undefined)?.contextFrom;

/** Estimates the tokens of turns. */
export const tokensOf = (turns: readonly TurnItem[]): number =>
  turns.reduce((sum, { userText = '', text }) => sum + estimateTokens(userText) + estimateTokens(text), 0);

const isAnswered = ({ userText, text }: TurnItem): boolean => userText !== undefined && text !== '';

/** Returns the newest turns within both limits. Skips no turn to fit an older one. */
function newestWithin(
  newestFirst: readonly TurnItem[],
  { tokens, turns }: { readonly tokens: number; readonly turns: number },
): readonly TurnItem[] {
  let left = tokens;
  const end = newestFirst.findIndex((turn, n) => {
    left -= tokensOf([turn]);
    return left < 0 || n >= turns;
  });
  return end < 0 ? newestFirst : newestFirst.slice(0, end);
}
