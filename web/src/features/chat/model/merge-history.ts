/** How a page of history becomes part of what is on screen. */
import type { Message } from '#contract/entities';
import { inOrder, type Messages } from './message-list.ts';
import { fromHistory, type ViewMessage } from './view-message.ts';

/** Takes in a page of history: what the server has stored, under the keys that are already on screen. */
export function withHistory(messages: Messages, page: readonly Message[]): Messages {
  const stored = withoutReplaced(messages, page);
  let adopted = messages;
  for (const { role, content, messageIndex } of stored) {
    if (role !== 'user' || adopted.some(({ index }) => index === messageIndex)) continue;
    const mine = adopted.find((m) => isSameMessage(m, content, messageIndex));
    if (mine) adopted = adopt(adopted, mine.key, messageIndex);
  }
  const byIndex = new Map(adopted.map((message) => [message.index, message]));
  const merged = stored.map((message, i) => {
    const question = stored[i - 1];
    const known = question?.role === 'user' ? byIndex.get(question.messageIndex) : undefined;
    const isAskedAnew = known !== undefined && known.content !== question?.content;
    return merge(byIndex.get(message.messageIndex), message, isAskedAnew);
  });
  const replaced = new Set(merged.map(({ index }) => index));
  return inOrder([...merged, ...adopted.filter(({ index }) => index === undefined || !replaced.has(index))]);
}

/** The page without the turn that is being replaced from here, where the server has not come to that yet. */
function withoutReplaced(messages: Messages, page: readonly Message[]): readonly Message[] {
  const { instead, index } = messages.findLast((message) => message.instead) ?? {};
  if (!instead || index === undefined) return page;
  const turn = page.filter(({ messageIndex }) => messageIndex === index || messageIndex === index + 1);
  const [question, reply] = turn;
  const isOld = question?.content === instead.question && reply?.content === instead.reply;
  return isOld ? page.filter((message) => !turn.includes(message)) : page;
}

/** Whether a message sent from here is the one that is stored at `index`: the same text, after what it followed. */
const isSameMessage = (sent: ViewMessage, content: string, index: number): boolean =>
  sent.role === 'user' && sent.index === undefined && sent.content === content && index > (sent.after ?? -1);

/** A message that was sent from here is found in the history: it and its reply get their indexes. */
function adopt(messages: Messages, key: string, index: number): Messages {
  const place = messages.findIndex((message) => message.key === key);
  return messages.map((message, i) => {
    if (i === place) return { ...message, index, status: 'complete' };
    const isReply = i === place + 1 && message.role === 'assistant' && message.index === undefined;
    return isReply && !message.isExtra ? { ...message, index: index + 1 } : message;
  });
}

/**
 * An ended reply never streams again, but for a new attempt at it: a page that was read before the end is older
 * than what is known.
 */
function merge(known: ViewMessage | undefined, message: Message, isAskedAnew: boolean): ViewMessage {
  const read = fromHistory(message);
  if (!known) return read;
  if (read.status === 'streaming' && !isNewAttempt(known, read, isAskedAnew)) {
    known.live?.apply({ attempt: message.attempt ?? 0, offset: 0, text: message.content });
    return known;
  }
  const isSameEnd = known.error !== undefined && known.status === read.status;
  const kept = { key: known.key, ...(isSameEnd && { error: known.error }) };
  const liking = known.isLiking ? { isLiking: true, liked: known.liked ?? false } : {};
  return isSame(known, read) ? known : { ...read, ...kept, ...liking };
}

const isNewAttempt = (known: ViewMessage, read: ViewMessage, isAskedAnew: boolean): boolean =>
  known.live === undefined && (isAskedAnew || nextOf(read) > (known.attempt ?? 0));

const nextOf = ({ live }: ViewMessage): number => live?.attempt ?? 0;

const isSame = (known: ViewMessage, read: ViewMessage): boolean =>
  known.content === read.content &&
  known.status === read.status &&
  (known.isLiking || Boolean(known.liked) === Boolean(read.liked));
