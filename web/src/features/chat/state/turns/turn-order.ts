/** Where turns stand in the chat. The server tells it; of two turns at one place the later one stays. */
import type { Message } from '#contract/entities';
import { findTurn, type Turn, type Turns } from './turns.ts';
import type { ViewMessage } from './view-message.ts';

function position({ index, replacesIndex, after, sent }: Turn): number {
  if (index !== undefined) return index;
  if (replacesIndex !== undefined) return replacesIndex;
  return after === undefined || (sent && sent.refused === undefined) ? Number.POSITIVE_INFINITY : after + 0.5;
}

/** In the order of the chat, one turn at each place: what the server did not take in follows what it was said after. */
export function inOrder(turns: Turns): Turns {
  const latest = new Map<number, Turn>();
  for (const turn of turns) {
    const { index } = turn;
    if (index !== undefined && turn.latestAt >= (latest.get(index)?.latestAt ?? 0)) latest.set(index, turn);
  }
  const standing = turns.filter((turn) => turn.index === undefined || latest.get(turn.index) === turn);
  // The sort is stable, so turns at the same position keep the order they were sent in.
  return standing.toSorted((a, b) => (position(a) === position(b) ? 0 : position(a) - position(b)));
}

/** Changes the turn of a request, where it is known. */
export function changeTurn(turns: Turns, requestId: string, to: (turn: Turn) => Turn): Turns {
  const known = findTurn(turns, requestId);
  const next = known && to(known);
  return next === known ? turns : inOrder(turns.map((turn) => (turn === known && next ? next : turn)));
}

/** Changes the turn of a request, or one that is new with it. */
export function upsertTurn(turns: Turns, requestId: string, to: (turn: Turn) => Turn): Turns {
  if (findTurn(turns, requestId)) return changeTurn(turns, requestId, to);
  if (isReplaced(turns, requestId)) return turns;
  const turn = { requestId, index: undefined, latestAt: 0, question: undefined, reply: undefined };
  return inOrder([...turns, to(turn)]);
}

/** Tells that the turn that was sent to replace this one has its place. */
export const isReplaced = (turns: Turns, requestId: string): boolean =>
  turns.some(({ index, replacesRequest }) => index !== undefined && replacesRequest === requestId);

interface Kind {
  readonly isWelcome?: boolean | undefined;
  readonly isExtra?: boolean | undefined;
}
const isNotice = ({ isWelcome, isExtra }: Kind): boolean => isWelcome === true || isExtra === true;

/** The place of a reply's turn: its question stands before it. */
export const turnIndexOf = (reply: Kind & Pick<Message, 'messageIndex'>): number =>
  isNotice(reply) ? reply.messageIndex : reply.messageIndex - 1;

/**
 * Puts a turn at the place that the server has told. Where another turn has that place and no time of this one is
 * known, neither can be called the later one: this one stays without a place until a time is known.
 */
export function withIndex(turns: Turns, turn: Turn, index: number, moment?: string): Turn {
  const latestAt = Math.max(turn.latestAt, moment === undefined ? 0 : Date.parse(moment) || 1);
  const isTaken = turns.some((other) => other.index === index && other.requestId !== turn.requestId);
  if (latestAt === 0 && isTaken) return turn;
  const isRefused = turn.sent?.refused !== undefined;
  return {
    ...turn,
    index,
    latestAt,
    replacesIndex: undefined,
    after: undefined,
    ...(isRefused && { sent: undefined }),
    question: turn.question && asStored(turn.question, index),
    reply: turn.reply && atIndex(turn.reply, isNotice(turn.reply) ? index : index + 1),
  };
}

/** The message at its index. */
export const atIndex = (message: ViewMessage, index: number): ViewMessage =>
  message.index === index ? message : { ...message, index };

/** The question as the server has it, also where it had been refused here. */
export function asStored(asked: ViewMessage, index: number): ViewMessage {
  if (asked.status !== 'unsent') return atIndex(asked, index);
  const { error, code, ...rest } = asked;
  return { ...rest, index, status: 'complete' };
}
