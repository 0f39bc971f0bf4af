import type { Message, MessageStatus } from '#contract/entities';
import type { AssistantMessageData, UserMessageData } from '#contract/socket';
import { commonCopy } from '../../../lib/copy.ts';
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
  /** The error's code, where the server did not take a message in. */
  readonly code?: string;
  /** The model that answered, and why this one; of an unsent message, the one that was chosen for it. */
  readonly model?: string;
  readonly reason?: string;
  /** Of an unsent message: the index of the one whose place it was to take. */
  readonly replaces?: number;
  /** Of a message without an index: the index of the one before it when it was sent. */
  readonly after?: number;
  readonly isWelcome?: boolean;
  /** Added by the product itself, such as its thanks for a like. */
  readonly isExtra?: boolean;
  readonly liked?: boolean;
  /** The like is on its way: what the server tells is older. */
  readonly isLiking?: boolean;
  /** Of an ended reply: the last attempt at it that is known of. */
  readonly attempt?: number;
  /** Of a message that took another's place: the turn that a page read before may still bring. */
  readonly instead?: { readonly question: string; readonly reply: string };
}

export const isStreaming = ({ status }: ViewMessage): boolean => status === 'streaming';

/** Spec 4: this text marks a pending message. */
export const isPlaceholder = ({ role, content }: ViewMessage): boolean =>
  role === 'assistant' && content === commonCopy.loadingMessage;

/**
 * A message just sent, and the reply that is awaited. They have no index as yet, unless they take the place of
 * another turn.
 */
export function outgoing(sent: SentMessage, attempt = 0): [ViewMessage, ViewMessage] {
  const { requestId, text: content, createdAt, after, replaces: index } = sent;
  return [
    { key: requestId, role: 'user', content, createdAt, index, status: 'complete', after },
    awaited(requestId, createdAt, index === undefined ? undefined : index + 1, attempt),
  ];
}

/** A message that the server did not take in. */
export function unsent(sent: SentMessage): ViewMessage {
  const { requestId: key, text: content, createdAt, after, replaces, model, refused, code } = sent;
  return {
    key,
    role: 'user',
    content,
    createdAt,
    index: undefined,
    status: 'unsent',
    error: refused ?? '',
    after,
    ...(replaces !== undefined && { replaces }),
    ...(model !== undefined && { model }),
    ...(code !== undefined && { code }),
  };
}

/** A message of the product's own, of which the server knows nothing. `after`: index of the message before it. */
export function aside(content: string, createdAt: string, after: number): ViewMessage {
  const key = `aside:${crypto.randomUUID()}`;
  const about = { index: undefined, status: 'complete', isExtra: true, after } as const;
  return { key, role: 'assistant', content, createdAt, ...about };
}

/** A message sent from another tab or device, and its reply. */
export function incoming(data: UserMessageData, attempt = 0): [ViewMessage, ViewMessage] {
  const { requestId, content, createdAt, messageIndex } = data;
  return [
    { key: requestId, role: 'user', content, createdAt, index: messageIndex, status: 'complete' },
    { ...awaited(requestId, createdAt, messageIndex + 1, attempt), content: commonCopy.loadingMessage },
  ];
}

function awaited(
  requestId: string,
  createdAt: string,
  index: number | undefined,
  attempt: number,
): ViewMessage {
  const live = new LiveReply(attempt);
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
    attempt,
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
  const attempt = live?.attempt ?? before.attempt ?? 0;
  return {
    ...rest,
    content,
    createdAt,
    index,
    status,
    attempt,
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
  };
}
