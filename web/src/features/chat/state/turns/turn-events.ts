import type { Message } from '#contract/entities';
import type { AcceptedData, AssistantMessageData, UserMessageData } from '#contract/socket';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';

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
  /**
   * Adds a reply with an error text after the user has clicked Skip, and the message 'skip' could not be sent
   * (docs/spec.md 4.8). Only this client has this reply.
   */
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
  /**
   * A page of history arrives. `restart` drops the turns that are older than the page, for example because messages
   * between these turns and the page may be missing.
   */
  | { readonly type: 'historyLoaded'; readonly messages: readonly Message[]; readonly restart?: boolean }
  | { readonly type: 'windowChanged'; readonly messages: readonly Message[] };

/**
 * Source of a like or dislike. `device`: another tab or device. `click`: the user's click. `answer`: the end of the
 * request that saves it; a failure restores the earlier state.
 */
type LikeSource = 'device' | 'click' | 'answer';
