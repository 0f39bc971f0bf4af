/** Pure changes of a conversation's messages, which stand in their order: by index, those without one last. */
import type { Message } from '#contract/entities';
import type { AssistantDeltaData, AssistantMessageData, UserMessageData } from '#contract/socket';
import { LiveReply } from './live-reply.ts';
import { ended, fromHistory, incoming, isStreaming, type ViewMessage } from './view-message.ts';

export type Messages = readonly ViewMessage[];

const position = ({ index }: ViewMessage): number => index ?? Number.POSITIVE_INFINITY;

function inOrder(messages: Messages): Messages {
  // The sort is stable, so messages without an index keep the order they were sent in.
  return messages.toSorted((a, b) => (position(a) === position(b) ? 0 : position(a) - position(b)));
}

export function replace(
  messages: Messages,
  key: string,
  change: (message: ViewMessage) => ViewMessage,
): Messages {
  return messages.map((message) => (message.key === key ? change(message) : message));
}

export const without = (messages: Messages, key: string): Messages =>
  messages.filter((message) => message.key !== key);

/**
 * The reply at `index`: the one known there, or the awaited one without an index, which then gets it together
 * with the user's message before it.
 */
function settleIndex(messages: Messages, index: number): Messages {
  if (messages.some((message) => message.index === index)) return messages;
  const at = messages.findIndex((m) => m.role === 'assistant' && m.index === undefined && isStreaming(m));
  if (at < 0) return messages;
  const indexed = messages.map((message, i) => {
    if (i === at) return { ...message, index };
    return i === at - 1 && message.index === undefined ? { ...message, index: index - 1 } : message;
  });
  return inOrder(indexed);
}

/** Takes in a piece of a streaming reply. The list stays the same object unless a message is new. */
export function withDelta(messages: Messages, delta: AssistantDeltaData, createdAt: string): Messages {
  const settled = settleIndex(messages, delta.messageIndex);
  const known = settled.find((message) => message.index === delta.messageIndex);
  if (known) {
    known.live?.apply(delta);
    return settled;
  }
  const live = new LiveReply(delta.attempt);
  live.apply(delta);
  const index = delta.messageIndex;
  const reply = { role: 'assistant', content: '', createdAt, index, status: 'streaming', live } as const;
  return inOrder([...settled, { key: `at:${index}`, ...reply }]);
}

/** Takes in the end of a reply, or a message that came whole. */
export function withEnd(messages: Messages, data: AssistantMessageData): Messages {
  const settled = settleIndex(messages, data.messageIndex);
  const known = settled.find((message) => message.index === data.messageIndex);
  if (known) return replace(settled, known.key, (message) => ended(message, data));
  const { content = '', ...message } = data;
  return inOrder([...settled, fromHistory({ ...message, content })]);
}

/** Takes in a user's message from another tab or device. */
export function withUserMessage(messages: Messages, data: UserMessageData): Messages {
  if (messages.some((message) => message.index === data.messageIndex)) return messages;
  const pair = incoming(data).filter(({ index }) => !messages.some((message) => message.index === index));
  return inOrder([...messages, ...pair]);
}

/** Takes in whether the message at `index` is liked. */
export function withLiked(messages: Messages, index: number, liked: boolean): Messages {
  const known = messages.find((message) => message.index === index);
  return known ? replace(messages, known.key, (message) => ({ ...message, liked })) : messages;
}

/** Takes in a page of history: what the server has stored, under the keys that are already on screen. */
export function withHistory(messages: Messages, page: readonly Message[]): Messages {
  let adopted = messages;
  for (const { role, content, messageIndex } of page) {
    if (role !== 'user' || adopted.some(({ index }) => index === messageIndex)) continue;
    const mine = adopted.find((m) => isSameMessage(m, content, messageIndex));
    if (mine) adopted = adopt(adopted, mine.key, messageIndex);
  }
  const byIndex = new Map(adopted.map((message) => [message.index, message]));
  const merged = page.map((message) => merge(byIndex.get(message.messageIndex), message));
  const replaced = new Set(merged.map(({ index }) => index));
  return inOrder([...merged, ...adopted.filter(({ index }) => index === undefined || !replaced.has(index))]);
}

/** Whether a message sent from here is the one that is stored at `index`: the same text, after what it followed. */
const isSameMessage = (sent: ViewMessage, content: string, index: number): boolean =>
  sent.role === 'user' && sent.index === undefined && sent.content === content && index > (sent.after ?? -1);

/** A message that was sent from here is found in the history: it and its reply get their indexes. */
function adopt(messages: Messages, key: string, index: number): Messages {
  const at = messages.findIndex((message) => message.key === key);
  return messages.map((message, i) => {
    if (i === at) return { ...message, index, status: 'complete' };
    const isReply = i === at + 1 && message.role === 'assistant' && message.index === undefined;
    return isReply ? { ...message, index: index + 1 } : message;
  });
}

/** An ended reply never streams again: a page that was read before the end is older than what is known. */
function merge(known: ViewMessage | undefined, message: Message): ViewMessage {
  const read = fromHistory(message);
  if (!known) return read;
  if (read.status === 'streaming') {
    known.live?.apply({ attempt: message.attempt ?? 0, offset: 0, text: message.content });
    return known;
  }
  const same = known.content === read.content && known.status === read.status;
  return same ? known : { ...read, key: known.key, ...(known.error !== undefined && { error: known.error }) };
}
