/**
 * How each event changes the turns of a conversation. Events may come late, twice, in any order or not at all. So a late
 * event takes nothing back from a turn, and a reply that has ended never streams again.
 */
import type { Message } from '#contract/entities';
import type { UserMessageData } from '#contract/socket';
import { commonCopy } from '../../../../lib/copy.ts';
import type { SentMessage } from '../../../../lib/sent-messages.ts';
import { withHistory } from './merge-history.ts';
import { change, inOrder, placed, placeOf, put } from './turn-order.ts';
import { find, isWaiting, lastOf, type Turn, type TurnEvent, type Turns } from './turns.ts';
import { awaited, ended, localReply, question, unsent } from './view-message.ts';

export function reduce(turns: Turns, event: TurnEvent): Turns {
  switch (event.type) {
    case 'sent':
      return withSent(turns, event.message);
    case 'accepted':
      return change(turns, event.requestId, (turn) =>
        placed(turns, expecting(turn, event.data.createdAt), event.data.messageIndex, event.data.createdAt),
      );
    case 'asked':
      return withAsked(turns, event.data);
    case 'streaming':
      return withStreaming(turns, event);
    case 'ended':
      return withEnd(turns, event.data);
    case 'acknowledged':
      return withAcknowledged(turns, event);
    case 'failed':
      return change(turns, event.requestId, (turn) => failed(turn, event));
    case 'refused':
      return withRefused(turns, event.message, event.isKept);
    case 'discarded':
      return turns.filter(({ requestId }) => requestId !== event.requestId);
    case 'said':
      return inOrder([...turns, said(turns, event)]);
    case 'liked':
      return withLiked(turns, event);
    case 'history':
      return withHistory(event.restart ? notBefore(turns, event.messages) : turns, event.messages);
    case 'moved':
      return moved(turns, event);
    case 'reachedEnd':
      return inOrder(turns.map((turn) => ({ ...turn, isAway: undefined })));
  }
}

/** Gives a turn without a reply an awaited one. */
const expecting = (turn: Turn, createdAt: string, content = ''): Turn =>
  turn.reply ? turn : { ...turn, reply: { ...awaited(turn.requestId, createdAt), content } };

function withSent(turns: Turns, message: SentMessage): Turns {
  const { requestId, createdAt, replaces } = message;
  const before = replaces === undefined ? undefined : turns.find(({ index }) => index === replaces);
  return put(turns, requestId, (turn) => {
    if (turn.index !== undefined) return { ...turn, sent: message };
    const place = { since: before ? before.since + 1 : 0, over: replaces, replaced: before?.requestId };
    return { ...expecting(turn, createdAt), ...place, question: question(message), sent: message };
  });
}

function withAsked(turns: Turns, data: UserMessageData): Turns {
  const { requestId, createdAt, messageIndex, content } = data;
  return put(turns, requestId, (turn) => {
    const asked = { ...turn, question: turn.question ?? question({ requestId, text: content, createdAt }) };
    return placed(turns, expecting(asked, createdAt, commonCopy.loadingMessage), messageIndex, createdAt);
  });
}

function withStreaming(
  turns: Turns,
  { requestId, messageIndex, createdAt }: Extract<TurnEvent, { type: 'streaming' }>,
): Turns {
  if (find(turns, requestId)?.index !== undefined) return turns;
  return put(turns, requestId, (turn) => placed(turns, expecting(turn, createdAt), messageIndex - 1));
}

function withEnd(turns: Turns, data: Extract<TurnEvent, { type: 'ended' }>['data']): Turns {
  const { requestId, createdAt } = data;
  return put(turns, requestId, (turn) => {
    const known = turn.reply ?? awaited(requestId, createdAt);
    return placed(turns, { ...turn, reply: ended(known, data) }, placeOf(data), createdAt);
  });
}

/** Drops a turn that has no place even after its ack: another device replaced it before this one heard of its end. */
function withAcknowledged(
  turns: Turns,
  { requestId, messageIndex }: Extract<TurnEvent, { type: 'acknowledged' }>,
): Turns {
  const answered = change(turns, requestId, (turn) => {
    const { sent, ...rest } = turn;
    return rest.index === undefined ? placed(turns, rest, messageIndex - 1) : rest;
  });
  return answered.filter((turn) => turn.requestId !== requestId || turn.index !== undefined);
}

function failed(turn: Turn, { error, streamed }: Extract<TurnEvent, { type: 'failed' }>): Turn {
  const { sent, ...rest } = turn;
  if (!rest.reply) return rest;
  const { live, ...reply } = rest.reply;
  const content = live ? streamed : reply.content;
  return { ...rest, reply: { ...reply, content, status: 'failed', error } };
}

function withRefused(turns: Turns, message: SentMessage, isKept: boolean): Turns {
  const { requestId, after, replaces, refused: error, code } = message;
  if (isKept) {
    const turn = { requestId, index: undefined, since: 0, question: unsent(message), reply: undefined };
    return put(turns, requestId, () => ({ ...turn, sent: message, after }));
  }
  const why = { ...(error !== undefined && { error }), ...(code !== undefined && { code }) };
  return turns
    .filter((turn) => turn.requestId !== requestId)
    .map((turn) =>
      turn.index === replaces && turn.reply ? { ...turn, reply: { ...turn.reply, ...why } } : turn,
    );
}

function said(turns: Turns, { requestId, text, createdAt }: Extract<TurnEvent, { type: 'said' }>): Turn {
  const last = turns.findLast(({ index }) => index !== undefined);
  const reply = localReply(requestId, text, createdAt);
  const after = last ? lastOf(last) : -1;
  return { requestId, index: undefined, since: 0, question: undefined, reply, after };
}

/** Ignores a like from another device while a click is on its way. */
function withLiked(turns: Turns, { messageIndex, liked, by }: Extract<TurnEvent, { type: 'liked' }>): Turns {
  return turns.map((turn) => {
    const { reply } = turn;
    if (reply?.index !== messageIndex || (by === 'device' && reply.isLiking)) return turn;
    const { isLiking, ...rest } = reply;
    return { ...turn, reply: { ...rest, liked, ...(by === 'click' && { isLiking: true }) } };
  });
}

const notBefore = (turns: Turns, [first]: readonly Message[]): Turns =>
  turns.filter(({ index }) => index === undefined || index >= (first?.messageIndex ?? 0));

/** Shows another window of the chat. Keeps the unanswered messages of this device: they belong at the chat's end. */
function moved(turns: Turns, { messages, isAtEnd }: Extract<TurnEvent, { type: 'moved' }>): Turns {
  const kept = turns
    .filter((turn) => isWaiting(turn) || (turn.index === undefined && turn.after !== undefined))
    .map((turn) => ({ ...turn, isAway: isAtEnd ? undefined : true }));
  return withHistory(kept, messages);
}
