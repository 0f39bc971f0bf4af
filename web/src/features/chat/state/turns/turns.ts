/**
 * Turns of a conversation, the events that change them, and lookups in them. A turn is a user message (`question`) and
 * its reply. A notice of the product, such as the welcome message, is a turn without a question. The turn's identity is
 * the id of the request that sent the message. The stored messages of the turn and the frames about the turn carry this
 * id. Only the frames `messageLiked` and `fileRemoved` carry the index of a message instead.
 */
import type { Message } from '#contract/entities';
import type { AcceptedData, AssistantMessageData, UserMessageData } from '#contract/socket';
import type { SentMessage } from '../../../../lib/sent-message-storage.ts';
import type { ViewMessage } from './view-message.ts';

export interface Turn {
  readonly requestId: string;
  /**
   * Index of the question in the chat, set by the server; undefined until it is known. For a notice, this is the index
   * of the notice itself.
   */
  readonly index: number | undefined;
  /**
   * Latest `createdAt` that the server has sent for a message of the turn, in Unix milliseconds; 0 if none is known, 1
   * if it is unreadable. A turn can replace another only after the replaced turn has ended. So of two turns with the
   * same index, the turn with the later time is current. A replacement starts with the replaced turn's time plus 1.
   */
  readonly latestAt: number;
  readonly question: ViewMessage | undefined;
  readonly reply: ViewMessage | undefined;
  /**
   * The message as this client sent it, until its acknowledgement. A refused message stays until the user sends it
   * again or discards it.
   */
  readonly sent?: SentMessage | undefined;
  /** Index of the turn that this one shall replace. That turn is hidden while the replacement is pending. */
  readonly replacesIndex?: number | undefined;
  /**
   * Index of the earlier turn, if this turn's message is a version of that turn's message. While the version is
   * pending, the earlier turn and all turns after it are hidden.
   */
  readonly versionOfIndex?: number | undefined;
  /**
   * Request id of the turn that this one replaces. Once this turn has an index, late frames and pages of history with
   * that turn do not bring it back.
   */
  readonly replacesRequest?: string | undefined;
  /** Index of the message before a refused message or before a reply that only this client has. */
  readonly after?: number | undefined;
  /** True for a turn at the chat's end while an older window of the chat is shown. */
  readonly isOffScreen?: boolean | undefined;
}
export type Turns = readonly Turn[];

export type TurnEvent =
  /** This client sends a message. */
  | { readonly type: 'messageSent'; readonly message: SentMessage }
  /**
   * The server has handed the message over to a worker, which stores and answers it. The event also occurs when the
   * server could not confirm the hand-over.
   */
  | { readonly type: 'messageAccepted'; readonly requestId: string; readonly data: AcceptedData }
  /** A message of the same user arrives from another tab or device. */
  | { readonly type: 'messageReceived'; readonly data: UserMessageData }
  /**
   * A chunk of a reply or of its thoughts arrives. Only the first chunk can change the turns: it adds the turn or sets
   * the turn's index. The text is in `LiveReply` (`live-reply.ts`).
   */
  | {
      readonly type: 'replyStreaming';
      readonly requestId: string;
      readonly messageIndex: number;
      readonly createdAt: string;
    }
  /** A reply has ended. If its text was too long for the frame, `content` is the text that arrived before the end. */
  | {
      readonly type: 'replyEnded';
      readonly data: Omit<AssistantMessageData, 'chatId'> & { readonly content: string };
    }
  /**
   * The acknowledgement of a message arrives. The event also occurs when the reply has ended and a resend of the
   * message is refused, for example because the chat was deleted meanwhile. `messageIndex` is the index of the reply.
   */
  | { readonly type: 'requestAcknowledged'; readonly requestId: string; readonly messageIndex: number }
  /** The turn is stored, but its reply failed. `streamed` is the text that arrived before the failure. */
  | {
      readonly type: 'replyFailed';
      readonly requestId: string;
      readonly error: string;
      readonly streamed: string;
    }
  /**
   * The server refused the message and stored nothing, or the message could not be sent. With `isKept`, the message
   * stays on screen as unsent. Without `isKept`, the message repeats the text of an earlier message, for example to
   * regenerate a reply. The new turn is removed, and the earlier reply shows the error.
   */
  | { readonly type: 'messageRefused'; readonly message: SentMessage; readonly isKept: boolean }
  /** The user discards an unsent message. */
  | { readonly type: 'messageDiscarded'; readonly requestId: string }
  /** The client adds a reply of its own, which the server does not store. */
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
      /** @default false */
      readonly disliked?: boolean | undefined;
      readonly by: LikeSource;
    }
  /** The user has removed a file for good. */
  | { readonly type: 'fileRemoved'; readonly fileId: string }
  /**
   * A page of history arrives. `restart` drops the turns on screen whose index is before the page, because messages
   * between them and the page may be missing.
   */
  | { readonly type: 'historyLoaded'; readonly messages: readonly Message[]; readonly restart?: boolean }
  /** Another window (range of messages) of the chat replaces the one on screen. */
  | { readonly type: 'windowChanged'; readonly messages: readonly Message[]; readonly isAtEnd: boolean }
  /** The window on screen has reached the chat's end. */
  | { readonly type: 'endReached' };

/**
 * Source of a like or dislike. `device`: another tab or device. `click`: the user's click. `answer`: the end of the
 * request that saves a click or feedback. If the request failed, the event restores the earlier state.
 */
type LikeSource = 'device' | 'click' | 'answer';

/**
 * Returns the messages to show, in the order of the chat. Leaves out a turn that is being replaced or is off screen.
 * While a version of a turn is pending, also leaves out that turn and the later ones.
 */
export function messagesOf(turns: Turns): readonly ViewMessage[] {
  const hidden = new Set(turns.map(({ replacesIndex }) => replacesIndex));
  const end = Math.min(...turns.map(({ versionOfIndex = Number.POSITIVE_INFINITY }) => versionOfIndex));
  return turns
    .filter(({ isOffScreen }) => isOffScreen !== true)
    .filter(({ index }) => index === undefined || (index < end && !hidden.has(index)))
    .flatMap(({ index, question: asked, reply, after }) => {
      // Only chunks of this turn have arrived, and another turn has the index that they name. So this turn has no index
      // yet. It is hidden until the history shows which of the two turns is current.
      if (index === undefined && !asked && after === undefined) return [];
      return [asked, reply].filter((message) => message !== undefined);
    });
}

export const findTurn = (turns: Turns, requestId: string): Turn | undefined =>
  turns.findLast((turn) => turn.requestId === requestId);

/** Returns the message that this client sent and the server has not acknowledged; undefined if there is none. */
export const unacknowledgedIn = (turns: Turns): SentMessage | undefined => turns.find(isUnacknowledged)?.sent;

/** Tells whether one of the turns has a message with this index. */
export const containsIndex = (turns: Turns, index: number | undefined): boolean =>
  turns.some(
    ({ question: asked, reply }) => index !== undefined && [asked?.index, reply?.index].includes(index),
  );

/**
 * Tells whether an event about the turn of `requestId` shows that frames were lost. `before` and `after` are the turns
 * before and after the event. Only an event that added the turn or changed its index can show a loss. Such an event
 * shows a loss in three cases: the turn has no index; the turn has no question and is no notice; messages between the
 * previous turn and this turn are missing.
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

/** Returns the index of a turn's last message. A reply that has not started counts, because its index is reserved. */
export const lastIndexOf = ({ index = 0, question: asked, reply }: Turn): number =>
  reply?.index ?? (asked ? index + 1 : index);

export const isUnacknowledged = ({ sent }: Turn): boolean => sent !== undefined && sent.refused === undefined;
