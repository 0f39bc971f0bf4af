import type { Message, MessageStatus } from '#contract/entities';
import type { AssistantMessageData, UserMessageData } from '#contract/socket';
import type { SentMessage } from '../../../lib/sent-messages.ts';
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
  /** The model that answered, and why this one. */
  readonly model?: string;
  readonly reason?: string;
  /** Of a message without an index: the index of the one before it when it was sent. */
  readonly after?: number;
  readonly isWelcome?: boolean;
  /** Added by the product itself, such as its thanks for a like. */
  readonly isExtra?: boolean;
  readonly liked?: boolean;
}

export const isStreaming = ({ status }: ViewMessage): boolean => status === 'streaming';

/** A message just sent, and the reply that is awaited: both are without an index as yet. */
export function outgoing(sent: SentMessage): [ViewMessage, ViewMessage] {
  const { requestId, text: content, createdAt, after } = sent;
  return [
    { key: requestId, role: 'user', content, createdAt, index: undefined, status: 'complete', after },
    awaited(requestId, createdAt, undefined),
  ];
}

/** A message sent from another tab or device, and its reply. */
export function incoming(data: UserMessageData): [ViewMessage, ViewMessage] {
  const { requestId, content, createdAt, messageIndex } = data;
  return [
    { key: requestId, role: 'user', content, createdAt, index: messageIndex, status: 'complete' },
    awaited(requestId, createdAt, messageIndex + 1),
  ];
}

function awaited(requestId: string, createdAt: string, index: number | undefined): ViewMessage {
  const live = new LiveReply(0);
  return {
    key: replyKey(requestId),
    role: 'assistant',
    content: '',
    createdAt,
    index,
    status: 'streaming',
    live,
  };
}

export const replyKey = (requestId: string): string => `reply:${requestId}`;

export function fromHistory(message: Message): ViewMessage {
  const { role, content, createdAt, messageIndex, status, attempt = 0, model, reason } = message;
  const { isWelcome, isExtra, liked } = message;
  return {
    key: `at:${messageIndex}`,
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

/** The message that `before` becomes when its reply has ended. The final content wins over what was streamed. */
export function ended(before: ViewMessage, data: Omit<AssistantMessageData, 'chatId'>): ViewMessage {
  const { live, ...rest } = before;
  const { content = live?.text() ?? before.content, createdAt, messageIndex: index, status } = data;
  const { model, reason } = data;
  return {
    ...rest,
    content,
    createdAt,
    index,
    status,
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
  };
}
