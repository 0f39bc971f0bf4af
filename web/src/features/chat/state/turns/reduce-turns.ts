/**
 * Events can arrive late, twice, out of order or not at all. So a late event never undoes a newer one, and an ended
 * reply never streams again.
 */
import type { Message } from '#contract/entities';
import type { UserMessageData } from '#contract/socket';
import { commonCopy } from '../../../../lib/common-and-sign-in-copy.ts';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import { withHistory } from './merge-history.ts';
import { changeTurn, inOrder, turnIndexOf, upsertTurn, withIndex } from './order-and-change-turns.ts';
import { endedReply, localReply, pendingReply, unsentMessage, userMessage } from './shown-message.ts';
import type { TurnEvent } from './turn-events.ts';
import { findTurn, isUnacknowledged, lastIndexOf, type Turn, type Turns } from './turns.ts';

export function reduceTurns(turns: Turns, event: TurnEvent): Turns {
  switch (event.type) {
    case 'messageSent':
      return withSent(turns, event.message);
    case 'messageAccepted':
      return changeTurn(turns, event.requestId, (turn) =>
        withIndex(
          turns,
          withPendingReply(turn, event.data.createdAt),
          event.data.messageIndex,
          event.data.createdAt,
        ),
      );
    case 'messageReceived':
      return withReceived(turns, event.data);
    case 'replyStreaming':
      return withStreaming(turns, event);
    case 'replyEnded':
      return withEnd(turns, event.data);
    case 'requestAcknowledged':
      return withAcknowledged(turns, event);
    case 'replyFailed':
      return changeTurn(turns, event.requestId, (turn) => withFailure(turn, event));
    case 'messageRefused':
      return withRefused(turns, event.message, event.isKept);
    case 'messageDiscarded':
      return turns.filter(({ requestId }) => requestId !== event.requestId);
    case 'localReplyAdded':
      return inOrder([...turns, localReplyTurn(turns, event)]);
    case 'likeChanged':
      return withLiked(turns, event);
    case 'fileRemoved':
      return withoutFile(turns, event.fileId);
    case 'historyLoaded':
      return withHistory(event.restart ? notBefore(turns, event.messages) : turns, event.messages);
    case 'windowChanged':
      return withWindow(turns, event.messages);
  }
}

const withPendingReply = (turn: Turn, createdAt: string, content = ''): Turn =>
  turn.reply ? turn : { ...turn, reply: { ...pendingReply(turn.requestId, createdAt), content } };

function withSent(turns: Turns, message: SentMessage): Turns {
  const { requestId, createdAt, replaces, versionOf } = message;
  const before = replaces === undefined ? undefined : turns.find(({ index }) => index === replaces);
  return upsertTurn(turns, requestId, (turn) => {
    if (turn.index !== undefined) return { ...turn, sent: message };
    // One millisecond later than the replaced turn. Both turns may get the same index, and then `inOrder` keeps only the
    // later one.
    const place = {
      latestAt: before ? before.latestAt + 1 : 0,
      replacesIndex: replaces,
      replacesRequest: before?.requestId,
      versionOfIndex: versionOf,
    };
    return { ...withPendingReply(turn, createdAt), ...place, question: userMessage(message), sent: message };
  });
}

function withReceived(turns: Turns, data: UserMessageData): Turns {
  const { requestId, createdAt, messageIndex, content, files = [] } = data;
  return upsertTurn(turns, requestId, (turn) => {
    const asked = {
      ...turn,
      question: turn.question ?? userMessage({ requestId, text: content, createdAt, files }),
    };
    return withIndex(
      turns,
      withPendingReply(asked, createdAt, commonCopy.loadingMessage),
      messageIndex,
      createdAt,
    );
  });
}

function withStreaming(
  turns: Turns,
  { requestId, messageIndex, createdAt }: Extract<TurnEvent, { type: 'replyStreaming' }>,
): Turns {
  if (findTurn(turns, requestId)?.index !== undefined) return turns;
  return upsertTurn(turns, requestId, (turn) =>
    withIndex(turns, withPendingReply(turn, createdAt), messageIndex - 1),
  );
}

function withEnd(turns: Turns, data: Extract<TurnEvent, { type: 'replyEnded' }>['data']): Turns {
  const { requestId, createdAt } = data;
  return upsertTurn(turns, requestId, (turn) => {
    const known = turn.reply ?? pendingReply(requestId, createdAt);
    return withIndex(turns, { ...turn, reply: endedReply(known, data) }, turnIndexOf(data), createdAt);
  });
}

/**
 * Gives the acknowledged turn its index. Drops the turn if `withIndex` leaves it without an index. Then another device
 * has replaced the message, and the other device's turn has the index.
 */
function withAcknowledged(
  turns: Turns,
  { requestId, messageIndex }: Extract<TurnEvent, { type: 'requestAcknowledged' }>,
): Turns {
  const answered = changeTurn(turns, requestId, (turn) => {
    const { sent, ...rest } = turn;
    return rest.index === undefined ? withIndex(turns, rest, messageIndex - 1) : rest;
  });
  return answered.filter((turn) => turn.requestId !== requestId || turn.index !== undefined);
}

function withFailure(turn: Turn, { error, streamed }: Extract<TurnEvent, { type: 'replyFailed' }>): Turn {
  const { sent, ...rest } = turn;
  if (!rest.reply) return rest;
  const { live, ...reply } = rest.reply;
  const content = live ? streamed : reply.content;
  return { ...rest, reply: { ...reply, content, status: 'failed', error } };
}

function withRefused(turns: Turns, message: SentMessage, isKept: boolean): Turns {
  const { requestId, after, replaces, versionOf, refused: error, code } = message;
  if (isKept) {
    const turn = {
      requestId,
      index: undefined,
      latestAt: 0,
      question: unsentMessage(message),
      reply: undefined,
    };
    return upsertTurn(turns, requestId, () => ({ ...turn, sent: message, after }));
  }
  const why = { ...(error !== undefined && { error }), ...(code !== undefined && { code }) };
  const place = replaces ?? versionOf;
  return turns
    .filter((turn) => turn.requestId !== requestId)
    .map((turn) =>
      turn.index === place && turn.reply ? { ...turn, reply: { ...turn.reply, ...why } } : turn,
    );
}

function localReplyTurn(
  turns: Turns,
  { requestId, text, createdAt }: Extract<TurnEvent, { type: 'localReplyAdded' }>,
): Turn {
  const last = turns.findLast(({ index }) => index !== undefined);
  const reply = localReply(requestId, text, createdAt);
  const after = last ? lastIndexOf(last) : -1;
  return { requestId, index: undefined, latestAt: 0, question: undefined, reply, after };
}

/** Ignores another device's like or dislike while this device's request about the same reply is pending. */
function withLiked(
  turns: Turns,
  { messageIndex, liked, disliked = false, by }: Extract<TurnEvent, { type: 'likeChanged' }>,
): Turns {
  return turns.map((turn) => {
    const { reply } = turn;
    if (reply?.index !== messageIndex || (by === 'device' && reply.isLiking)) return turn;
    const { isLiking, disliked: _, ...rest } = reply;
    const rating = { liked, ...(disliked && { disliked }) };
    return { ...turn, reply: { ...rest, ...rating, ...(by === 'click' && { isLiking: true }) } };
  });
}

/** Marks a file as removed. Other messages stay the same objects, so they are not rendered again. */
const withoutFile = (turns: Turns, fileId: string): Turns =>
  turns.map((turn) => {
    const { files = [] } = turn.question ?? {};
    if (!turn.question || !files.some((file) => file.fileId === fileId)) return turn;
    const left = files.map((file) => (file.fileId === fileId ? { ...file, isRemoved: true } : file));
    return { ...turn, question: { ...turn.question, files: left } };
  });

const notBefore = (turns: Turns, [first]: readonly Message[]): Turns =>
  turns.filter(({ index }) => index === undefined || index >= (first?.messageIndex ?? 0));

/**
 * Keeps this device's unacknowledged messages, unsent messages and local replies. They belong at the chat's end, so
 * they are hidden while the window is detached from the end.
 */
function withWindow(turns: Turns, messages: readonly Message[]): Turns {
  const kept = turns
    .filter((turn) => isUnacknowledged(turn) || (turn.index === undefined && turn.after !== undefined))
    .map((turn) => ({ ...turn, isAtEnd: true }));
  return withHistory(kept, messages);
}
