/**
 * Order of the turns in the chat. Sorts turns, adds or changes a turn and keeps the order, and sets the indexes of a
 * turn and its messages. The server decides the indexes. Of two turns with the same index, the later one stays.
 */
import type { Message } from '#contract/entities';
import { findTurn, type Turn, type Turns } from './turns.ts';
import type { ViewMessage } from './view-message.ts';

function position({ index, replacesIndex, after, sent }: Turn): number {
  if (index !== undefined) return index;
  if (replacesIndex !== undefined) return replacesIndex;
  return after === undefined || (sent && sent.refused === undefined) ? Number.POSITIVE_INFINITY : after + 0.5;
}

/**
 * Sorts the turns, and keeps only the latest turn for each index. A refused message, and a reply that the client has
 * added itself, stays after the message that it follows. A sent message without an index is in the place of the turn
 * that it replaces, or at the end.
 */
export function inOrder(turns: Turns): Turns {
  const latest = new Map<number, Turn>();
  for (const turn of turns) {
    const { index } = turn;
    if (index !== undefined && turn.latestAt >= (latest.get(index)?.latestAt ?? 0)) latest.set(index, turn);
  }
  const standing = turns.filter((turn) => turn.index === undefined || latest.get(turn.index) === turn);
  // The sort is stable, so turns at the same position keep the order in which they were added.
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
/** Tells whether a reply is a notice of the product, such as the welcome or the thank-you message. */
const isNotice = ({ isWelcome, isExtra }: Kind): boolean => isWelcome === true || isExtra === true;

/**
 * Returns the index of a reply's turn: the index of its question, one before the reply. For a notice, which has no
 * question, returns the notice's own index.
 */
export const turnIndexOf = (reply: Kind & Pick<Message, 'messageIndex'>): number =>
  isNotice(reply) ? reply.messageIndex : reply.messageIndex - 1;

/**
 * Gives a turn its index from the server. `serverTime` is the `createdAt` of the frame that set the index. Returns the
 * turn unchanged if another turn has the index and no server time of this turn is known, because this turn may be the
 * older of the two.
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

/** Sets the index of a message. Returns the same object if the index is unchanged. */
export const atIndex = (message: ViewMessage, index: number): ViewMessage =>
  message.index === index ? message : { ...message, index };

/** Returns the question with its index, and without the error of an earlier refusal. */
export function asStored(asked: ViewMessage, index: number): ViewMessage {
  if (asked.status !== 'unsent') return atIndex(asked, index);
  const { error, code, ...rest } = asked;
  return { ...rest, index, status: 'complete' };
}
