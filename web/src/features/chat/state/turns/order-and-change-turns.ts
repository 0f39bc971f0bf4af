import type { Message } from '#contract/entities';
import type { ViewMessage } from './shown-message.ts';
import { findTurn, type Turn, type Turns } from './turns.ts';

function position({ index, replacesIndex, after, sent }: Turn): number {
  if (index !== undefined) return index;
  if (replacesIndex !== undefined) return replacesIndex;
  return after === undefined || (sent && sent.refused === undefined) ? Number.POSITIVE_INFINITY : after + 0.5;
}

/** Sorts the turns by `position`, and keeps only the latest turn for each index. */
export function inOrder(turns: Turns): Turns {
  const latest = new Map<number, Turn>();
  for (const turn of turns) {
    const { index } = turn;
    if (index !== undefined && turn.latestAt >= (latest.get(index)?.latestAt ?? 0)) latest.set(index, turn);
  }
  const standing = turns.filter((turn) => turn.index === undefined || latest.get(turn.index) === turn);
  // Turns at the same position keep the order in which they were added.
  return standing.toSorted((a, b) => (position(a) === position(b) ? 0 : position(a) - position(b)));
}

/** Applies `to` to the turn of a request, if that turn exists. */
export function changeTurn(turns: Turns, requestId: string, to: (turn: Turn) => Turn): Turns {
  const known = findTurn(turns, requestId);
  const next = known && to(known);
  return next === known ? turns : inOrder(turns.map((turn) => (turn === known && next ? next : turn)));
}

/** Applies `to` to the turn of a request, or to a new turn. Ignores a request whose turn has been replaced. */
export function upsertTurn(turns: Turns, requestId: string, to: (turn: Turn) => Turn): Turns {
  if (findTurn(turns, requestId)) return changeTurn(turns, requestId, to);
  if (isReplaced(turns, requestId)) return turns;
  const turn = { requestId, index: undefined, latestAt: 0, question: undefined, reply: undefined };
  return inOrder([...turns, to(turn)]);
}

/** Tells whether the server has replaced the turn of this request by another turn. */
export const isReplaced = (turns: Turns, requestId: string): boolean =>
  turns.some(({ index, replacesRequest }) => index !== undefined && replacesRequest === requestId);

interface Kind {
  readonly isWelcome?: boolean | undefined;
  readonly isExtra?: boolean | undefined;
}
const isNotice = ({ isWelcome, isExtra }: Kind): boolean => isWelcome === true || isExtra === true;

/** Returns the index of a reply's turn: one before the reply. A notice has no question, so its own index counts. */
export const turnIndexOf = (reply: Kind & Pick<Message, 'messageIndex'>): number =>
  isNotice(reply) ? reply.messageIndex : reply.messageIndex - 1;

/**
 * Gives a turn its index from the server. `serverTime` is the `createdAt` of the frame. If no time is known for the
 * turn and another turn already has the index, leaves the turn as it is, because the other turn may be newer.
 */
export function withIndex(turns: Turns, turn: Turn, index: number, serverTime?: string): Turn {
  const latestAt = Math.max(turn.latestAt, serverTime === undefined ? 0 : Date.parse(serverTime) || 1);
  const isTaken = turns.some((other) => other.index === index && other.requestId !== turn.requestId);
  if (latestAt === 0 && isTaken) return turn;
  const isRefused = turn.sent?.refused !== undefined;
  return {
    ...turn,
    index,
    latestAt,
    replacesIndex: undefined,
    versionOfIndex: undefined,
    after: undefined,
    ...(isRefused && { sent: undefined }),
    question: turn.question && asStored(turn.question, index),
    reply: turn.reply && atIndex(turn.reply, isNotice(turn.reply) ? index : index + 1),
  };
}

export const atIndex = (message: ViewMessage, index: number): ViewMessage =>
  message.index === index ? message : { ...message, index };

/** Returns the question with its index, and without the error of an earlier refusal. */
export function asStored(asked: ViewMessage, index: number): ViewMessage {
  if (asked.status !== 'unsent') return atIndex(asked, index);
  const { error, code, ...rest } = asked;
  return { ...rest, index, status: 'complete' };
}
