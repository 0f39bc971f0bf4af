import type { FileInfo, Message, MessageStatus } from '#contract/entities';
import type { AssistantMessageData } from '#contract/socket';
import { commonCopy } from '../../../../lib/common-and-sign-in-copy.ts';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import { LiveReply } from './live-reply.ts';
import { LiveThinking } from './live-thinking.ts';

/** A message as the conversation shows it. Immutable, except for the texts in `live` and `thinking`. */
export interface ViewMessage {
  /** React key. It does not change when the message gets its index. */
  readonly key: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly files?: readonly FileInfo[];
  readonly createdAt: string;
  /** Position in the chat; undefined until the server has set it. */
  readonly index: number | undefined;
  /** `unsent`: the message was refused or could not be sent. */
  readonly status: MessageStatus | 'unsent';
  /** Holds the growing text while `status` is `streaming`. */
  readonly live?: LiveReply;
  /** Present, but perhaps empty, on every reply that this page has seen streaming. */
  readonly thinking?: LiveThinking;
  /** Milliseconds for which the model thought, once the reply has ended. */
  readonly thoughtMs?: number;
  /** Text for the user: why a message was refused or not sent, or why a reply failed or was not written again. */
  readonly error?: string;
  /** Error code, if `error` tells of a refusal. */
  readonly code?: string;
  /** Model that answered; on an unsent message, the model that the user chose. */
  readonly model?: string;
  /** Reason why the server chose this model. */
  readonly reason?: string;
  readonly isWelcome?: boolean;
  /** Added by the product, not by a model, such as the thank-you message after a like. */
  readonly isExtra?: boolean;
  readonly liked?: boolean;
  readonly disliked?: boolean;
  /** A like request is pending, so `liked` and `disliked` are newer than the server's values. */
  readonly isLiking?: boolean;
}

export const isStreaming = ({ status }: ViewMessage): boolean => status === 'streaming';

/**
 * True for the pending reply to a message from another tab or device: its content is 'Loading...' (docs/spec.md 4.4).
 * Its `live` may already hold text.
 */
export const isPlaceholder = ({ role, content }: ViewMessage): boolean =>
  role === 'assistant' && content === commonCopy.loadingMessage;

/** Creates the view of a user message that has no index yet. */
export const userMessage = ({
  requestId: key,
  text: content,
  createdAt,
  files = [],
}: Pick<SentMessage, 'requestId' | 'text' | 'createdAt' | 'files'>): ViewMessage => ({
  ...{ key, role: 'user', content, createdAt, index: undefined, status: 'complete' },
  ...(files.length > 0 && { files }),
});

export function unsentMessage(sent: SentMessage): ViewMessage {
  const { model, refused, code } = sent;
  return {
    ...userMessage(sent),
    status: 'unsent',
    error: refused ?? '',
    ...(model !== undefined && { model }),
    ...(code !== undefined && { code }),
  };
}

/**
 * Creates a reply with an error text, which only this client has. Used when the user has clicked the button Skip, and
 * the message 'skip' could not be sent (docs/spec.md 4.8).
 */
export const localReply = (requestId: string, content: string, createdAt: string): ViewMessage => ({
  ...{ key: replyKey(requestId), role: 'assistant', content, createdAt, index: undefined },
  ...{ status: 'complete', isExtra: true },
});

export const pendingReply = (requestId: string, createdAt: string): ViewMessage => ({
  ...{ key: replyKey(requestId), role: 'assistant', content: '', createdAt, index: undefined },
  ...{ status: 'streaming', live: new LiveReply(0), thinking: new LiveThinking() },
});

export const replyKey = (requestId: string): string => `reply:${requestId}`;

export function fromHistory(message: Message): ViewMessage {
  const { requestId, role, content, createdAt, messageIndex, status, attempt = 0, model, reason } = message;
  const { isWelcome, isExtra, liked, disliked, thoughtMs, files = [] } = message;
  return {
    key: role === 'user' ? requestId : replyKey(requestId),
    role,
    content,
    createdAt,
    index: messageIndex,
    status,
    ...(files.length > 0 && { files }),
    ...(status === 'streaming' && { live: new LiveReply(attempt, content), thinking: new LiveThinking() }),
    ...(thoughtMs !== undefined && { thoughtMs }),
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
    ...(isWelcome && { isWelcome }),
    ...(isExtra && { isExtra }),
    ...(liked && { liked }),
    ...(disliked && { disliked }),
  };
}

export function endedReply(before: ViewMessage, data: Omit<AssistantMessageData, 'chatId'>): ViewMessage {
  const { live, ...rest } = before;
  const { content = before.content, createdAt, status } = data;
  const { model, reason, isExtra, isWelcome, thoughtMs } = data;
  return {
    ...rest,
    content,
    createdAt,
    status,
    ...(thoughtMs !== undefined && { thoughtMs }),
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
    ...(isWelcome && { isWelcome }),
    ...(isExtra && { isExtra }),
  };
}
