import type { Message, MessageStatus } from '#contract/entities';
import type { AssistantMessageData } from '#contract/socket';
import { commonCopy } from '../../../../lib/copy.ts';
import type { SentMessage } from '../../../../lib/sent-messages.ts';
import { LiveReply } from './live-reply.ts';

/** A message as the conversation shows it. Never changed in place: a new object is a new state. */
export interface ViewMessage {
  /** Stable for as long as the message is on screen, also when it gets its index. */
  readonly key: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly createdAt: string;
  /** The position in the chat; unknown until the server has told it. */
  readonly index: number | undefined;
  /** `unsent`: the server did not take it in. */
  readonly status: MessageStatus | 'unsent';
  /** Holds the text while `status` is `streaming`. */
  readonly live?: LiveReply;
  readonly error?: string;
  /** The error's code, where the server did not take a message in. */
  readonly code?: string;
  /** The model that answered, and why this one; of an unsent message, the one that was chosen for it. */
  readonly model?: string;
  readonly reason?: string;
  readonly isWelcome?: boolean;
  /** Added by the product itself, such as its thanks for a like. */
  readonly isExtra?: boolean;
  readonly liked?: boolean;
  /** The like is on its way: what the server tells is older. */
  readonly isLiking?: boolean;
}

export const isStreaming = ({ status }: ViewMessage): boolean => status === 'streaming';

/** Marks a pending message (docs/spec.md 4.4). */
export const isPlaceholder = ({ role, content }: ViewMessage): boolean =>
  role === 'assistant' && content === commonCopy.loadingMessage;

/** A user's message: sent from here, or from another tab or device. It gets its index when the server has told it. */
export const userMessage = ({
  requestId: key,
  text: content,
  createdAt,
}: Pick<SentMessage, 'requestId' | 'text' | 'createdAt'>): ViewMessage => ({
  ...{ key, role: 'user', content, createdAt, index: undefined, status: 'complete' },
});

/** A message that the server did not take in. */
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

/** A message of the product's own, of which the server knows nothing. */
export const localReply = (requestId: string, content: string, createdAt: string): ViewMessage => ({
  ...{ key: replyKey(requestId), role: 'assistant', content, createdAt, index: undefined },
  ...{ status: 'complete', isExtra: true },
});

/** A reply that is awaited. */
export const pendingReply = (requestId: string, createdAt: string): ViewMessage => ({
  ...{ key: replyKey(requestId), role: 'assistant', content: '', createdAt, index: undefined },
  ...{ status: 'streaming', live: new LiveReply(0) },
});

export const replyKey = (requestId: string): string => `reply:${requestId}`;

export function fromHistory(message: Message): ViewMessage {
  const { requestId, role, content, createdAt, messageIndex, status, attempt = 0, model, reason } = message;
  const { isWelcome, isExtra, liked } = message;
  return {
    key: role === 'user' ? requestId : replyKey(requestId),
    role,
    content,
    createdAt,
    index: messageIndex,
    status,
    ...(status === 'streaming' && { live: new LiveReply(attempt, content) }),
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
    ...(isWelcome && { isWelcome }),
    ...(isExtra && { isExtra }),
    ...(liked && { liked }),
  };
}

/** The message that `before` becomes when its reply has ended. */
export function endedReply(before: ViewMessage, data: Omit<AssistantMessageData, 'chatId'>): ViewMessage {
  const { live, ...rest } = before;
  const { content = before.content, createdAt, status } = data;
  const { model, reason, isExtra, isWelcome } = data;
  return {
    ...rest,
    content,
    createdAt,
    status,
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
    ...(isWelcome && { isWelcome }),
    ...(isExtra && { isExtra }),
  };
}
