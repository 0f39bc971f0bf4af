import { type Branches, pathTo } from '#contract/branches';
import type { Message } from '#contract/entities';
import type { AcceptedData, AssistantMessageData, UserMessageData } from '#contract/socket';
import type { SentMessage } from '../../../../lib/sent-message-storage.ts';
import type { ViewMessage } from './view-message.ts';

/** User message (`question`) with its reply. A notice, such as the welcome message, is a turn without a question. */
export interface Turn {
  readonly requestId: string;
  /** Index of the question in the chat; undefined until the server has set it. A notice has its own index. */
  readonly index: number | undefined;
  /**
   * Latest `createdAt` that the server has sent for a message of the turn, in Unix milliseconds; 0 if none is known, 1
   * if it is unreadable. A pending replacement has the replaced turn's value plus 1. Of two turns with the same index,
   * the later one is current.
   */
  readonly latestAt: number;
  readonly question: ViewMessage | undefined;
  readonly reply: ViewMessage | undefined;
  /** The message as sent, until its acknowledgement. A refused message stays until it is sent again or discarded. */
  readonly sent?: SentMessage | undefined;
  /** Index of the turn that this pending turn replaces and hides. */
  readonly replacesIndex?: number | undefined;
  /** Index of the turn of which this pending turn is a version. That turn and all later turns are hidden. */
  readonly versionOfIndex?: number | undefined;
  /** Request id of the replaced turn. Late frames and pages of history do not bring that turn back. */
  readonly replacesRequest?: string | undefined;
  /** Index of the message before a refused message or before a reply of `localReplyAdded`. */
  readonly after?: number | undefined;
  /** True for a turn of the chat's end that was kept when another window of the chat was shown. */
  readonly isAtEnd?: boolean | undefined;
}
export type Turns = readonly Turn[];

export type TurnEvent =
  | { readonly type: 'messageSent'; readonly message: SentMessage }
  /** The server has handed the message over to a worker, or could not confirm the hand-over. */
  | { readonly type: 'messageAccepted'; readonly requestId: string; readonly data: AcceptedData }
  /** A message of the same user arrives from another tab or device. */
  | { readonly type: 'messageReceived'; readonly data: UserMessageData }
  /**
   * A chunk of a reply or of its thoughts arrives. Only the first chunk changes the turns; `LiveReply` has the text.
   */
  | {
      readonly type: 'replyStreaming';
      readonly requestId: string;
      readonly messageIndex: number;
      readonly createdAt: string;
    }
  /** If the reply's text was too long for the frame, `content` is the text that arrived before the end. */
  | {
      readonly type: 'replyEnded';
      readonly data: Omit<AssistantMessageData, 'chatId'> & { readonly content: string };
    }
  /**
   * The server has acknowledged the message, or has refused a resend of the message after the reply had ended. For
   * example: the acknowledgement was lost, another device deleted the chat, and then the client sent the message again.
   * `messageIndex` is the index of the reply.
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
   * stays as unsent. Without it, for example when regenerating, the earlier reply shows the error.
   */
  | { readonly type: 'messageRefused'; readonly message: SentMessage; readonly isKept: boolean }
  | { readonly type: 'messageDiscarded'; readonly requestId: string }
  /** Adds a reply with an error text when 'skip' fails (docs/spec.md 4.8). Only this client has this reply. */
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
  | { readonly type: 'fileRemoved'; readonly fileId: string }
  /** A page of history arrives. `restart` drops the turns before the page, as messages in between may be missing. */
  | { readonly type: 'historyLoaded'; readonly messages: readonly Message[]; readonly restart?: boolean }
  | { readonly type: 'windowChanged'; readonly messages: readonly Message[] };

/**
 * Source of a like or dislike. `device`: another tab or device. `click`: the user's click. `answer`: the end of the
 * request that saves it; a failure restores the earlier state.
 */
type LikeSource = 'device' | 'click' | 'answer';

/**
 * Returns the messages to show, without turns that are hidden by a pending replacement or version. If the window is
 * detached, leaves out the turns of the chat's end.
 */
export function messagesOf(turns: Turns, isDetached = false): readonly ViewMessage[] {
  const hidden = new Set(turns.map(({ replacesIndex }) => replacesIndex));
  const end = Math.min(...turns.map(({ versionOfIndex = Number.POSITIVE_INFINITY }) => versionOfIndex));
  return turns
    .filter(({ isAtEnd }) => !(isDetached && isAtEnd))
    .filter(({ index }) => index === undefined || (index < end && !hidden.has(index)))
    .flatMap(({ index, question: asked, reply, after }) => {
      // Only chunks of this turn's reply have arrived, and another turn already has the index of this turn. The other
      // turn is shown until the history tells which of the two is current.
      if (index === undefined && !asked && after === undefined) return [];
      return [asked, reply].filter((message) => message !== undefined);
    });
}

export const findTurn = (turns: Turns, requestId: string): Turn | undefined =>
  turns.findLast((turn) => turn.requestId === requestId);

/** Returns the message that the server has not acknowledged. */
export const unacknowledgedIn = (turns: Turns): SentMessage | undefined => turns.find(isUnacknowledged)?.sent;

export const containsIndex = (turns: Turns, index: number | undefined): boolean =>
  turns.some(
    ({ question: asked, reply }) => index !== undefined && [asked?.index, reply?.index].includes(index),
  );

/** Returns the index of the window's last stored message; -1 if it has none. */
export const lastLoadedIndex = (turns: Turns): number =>
  Math.max(
    -1,
    ...turns
      .filter(({ isAtEnd }) => isAtEnd !== true)
      .flatMap(({ question: asked, reply }) => [asked?.index ?? -1, reply?.index ?? -1]),
  );

/**
 * Tells whether frames were lost before the event that changed the turns from `before` to `after`. A loss can be seen
 * only if the event adds the turn of `requestId` or changes the index of that turn. After any other event, returns
 * false.
 */
export function hasGapBefore(before: Turns, after: Turns, requestId: string, branches: Branches): boolean {
  const at = after.findIndex((turn) => turn.requestId === requestId);
  const turn = after[at];
  const known = findTurn(before, requestId);
  if (!turn || (known && known.index === turn.index)) return false;
  if (turn.index === undefined || (!turn.question && !turn.reply?.isExtra && !turn.reply?.isWelcome))
    return true;
  const { index } = turn;
  const previous = after.slice(0, at).findLast((other) => other.index !== undefined);
  // The first turn of a branch does not follow the message at `index - 1`. It follows an older message, whose
  // index is `to`.
  const { to = -1 } = pathTo(branches, index).findLast(({ from }) => from < index) ?? {};
  return (previous ? lastIndexOf(previous) : -1) !== Math.min(to, index - 1);
}

/** Returns the index of a turn's last message. A reply that has not started counts, because its index is reserved. */
export const lastIndexOf = ({ index = 0, question: asked, reply }: Turn): number =>
  reply?.index ?? (asked ? index + 1 : index);

export const isUnacknowledged = ({ sent }: Turn): boolean => sent !== undefined && sent.refused === undefined;
