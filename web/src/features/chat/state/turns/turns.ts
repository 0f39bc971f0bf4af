/**
 * The turns of a conversation. A turn is a question and its reply under the id of the request that asked; the server tells
 * that id with everything.
 */
import type { Message } from '#contract/entities';
import type { AcceptedData, AssistantMessageData, UserMessageData } from '#contract/socket';
import type { SentMessage } from '../../../../lib/sent-messages.ts';
import type { ViewMessage } from './view-message.ts';

export interface Turn {
  readonly requestId: string;
  /** Place of the turn in the chat: the index of its question, or of a message that answers none. Told by the server. */
  readonly index: number | undefined;
  /**
   * The last moment of the turn that is known by the server's clock, in milliseconds; 0 where none is. A turn takes
   * another's place only after that one has ended, so any two moments of theirs tell which is the later one.
   */
  readonly latestAt: number;
  readonly question: ViewMessage | undefined;
  readonly reply: ViewMessage | undefined;
  /** The message that was sent from here, until the server has answered; a refused one, until it is sent again or discarded. */
  readonly sent?: SentMessage | undefined;
  /** Place of the turn that this one is to replace, which is hidden meanwhile. */
  readonly replacesIndex?: number | undefined;
  /** The request whose turn this one was sent to replace: what comes late of that one is dropped. */
  readonly replacesRequest?: string | undefined;
  /** Index of the message that a turn without a place follows. */
  readonly after?: number | undefined;
  /** It stands at the chat's end, which is not on screen. */
  readonly isOffScreen?: boolean | undefined;
}
export type Turns = readonly Turn[];

export type TurnEvent =
  /** A message is sent from here. */
  | { readonly type: 'messageSent'; readonly message: SentMessage }
  | { readonly type: 'messageAccepted'; readonly requestId: string; readonly data: AcceptedData }
  /** A message was sent from another tab or device. */
  | { readonly type: 'messageReceived'; readonly data: UserMessageData }
  /** A reply streams. Its text is not part of the turns: see `LiveReply`. */
  | {
      readonly type: 'replyStreaming';
      readonly requestId: string;
      readonly messageIndex: number;
      readonly createdAt: string;
    }
  /** Where the text was too long to come along, it is what has streamed so far. */
  | {
      readonly type: 'replyEnded';
      readonly data: Omit<AssistantMessageData, 'chatId'> & { readonly content: string };
    }
  /** The ack came: `messageIndex` is the reply's. */
  | { readonly type: 'requestAcknowledged'; readonly requestId: string; readonly messageIndex: number }
  /** The turn is stored, and its reply came to nothing. */
  | {
      readonly type: 'replyFailed';
      readonly requestId: string;
      readonly error: string;
      readonly streamed: string;
    }
  /** Nothing was stored. `isKept`: the text is the user's, to be sent again; else a replaced turn says what went wrong. */
  | { readonly type: 'messageRefused'; readonly message: SentMessage; readonly isKept: boolean }
  | { readonly type: 'messageDiscarded'; readonly requestId: string }
  /** The product answers by itself, which the server does not know of. */
  | {
      readonly type: 'localReplyAdded';
      readonly requestId: string;
      readonly text: string;
      readonly createdAt: string;
    }
  | {
      readonly type: 'likeChanged';
      readonly messageIndex: number;
      readonly liked: boolean;
      readonly by: LikeSource;
    }
  /** A page of history. `restart`: a gap may lie between it and the turns shown, so older ones of these go. */
  | { readonly type: 'historyLoaded'; readonly messages: readonly Message[]; readonly restart?: boolean }
  /** Another part of the chat takes the place of the one on screen. */
  | { readonly type: 'windowChanged'; readonly messages: readonly Message[]; readonly isAtEnd: boolean }
  /** The part on screen has grown to the chat's end. */
  | { readonly type: 'endReached' };

/** Source of a like: another device, the user's click, or the server's answer to it. */
export type LikeSource = 'device' | 'click' | 'answer';

/** The messages to show, in their order. */
export function messagesOf(turns: Turns): readonly ViewMessage[] {
  const hidden = new Set(turns.map(({ replacesIndex }) => replacesIndex));
  return turns
    .filter(({ index, isOffScreen }) => isOffScreen !== true && (index === undefined || !hidden.has(index)))
    .flatMap(({ index, question: asked, reply, after }) => {
      // A reply of which only pieces came, at the place of another turn: the history tells which one stands there.
      if (index === undefined && !asked && after === undefined) return [];
      return [asked, reply].filter((message) => message !== undefined);
    });
}

export const findTurn = (turns: Turns, requestId: string): Turn | undefined =>
  turns.findLast((turn) => turn.requestId === requestId);

/** The message from here that the server has not answered yet. */
export const unacknowledgedIn = (turns: Turns): SentMessage | undefined => turns.find(isUnacknowledged)?.sent;

/** Tells that a page reaches what is shown. */
export const containsIndex = (turns: Turns, index: number | undefined): boolean =>
  turns.some(
    ({ question: asked, reply }) => index !== undefined && [asked?.index, reply?.index].includes(index),
  );

/**
 * Tells that something was missed before the turn of an event: it has just come in without its question, without a place,
 * or without the turn before it.
 */
export function hasGapBefore(before: Turns, after: Turns, requestId: string): boolean {
  const at = after.findIndex((turn) => turn.requestId === requestId);
  const turn = after[at];
  const known = findTurn(before, requestId);
  if (!turn || (known && known.index === turn.index)) return false;
  if (turn.index === undefined || (!turn.question && !turn.reply?.isExtra && !turn.reply?.isWelcome))
    return true;
  const previous = after.slice(0, at).findLast(({ index }) => index !== undefined);
  return previous !== undefined && lastIndexOf(previous) !== turn.index - 1;
}

/** Index of a turn's last message. A reply that has not begun has its index all the same. */
export const lastIndexOf = ({ index = 0, question: asked, reply }: Turn): number =>
  reply?.index ?? (asked ? index + 1 : index);

export const isUnacknowledged = ({ sent }: Turn): boolean => sent !== undefined && sent.refused === undefined;
