/** Pure changes of a conversation's messages, which stand in the order of saying: by index, pending ones last. */
import type { AssistantDeltaData, AssistantMessageData, UserMessageData } from '#contract/socket';
import { LiveReply } from './live-reply.ts';
import { ended, fromHistory, incoming, isStreaming, replyKey, type ViewMessage } from './view-message.ts';

export type Messages = readonly ViewMessage[];

/** What the server did not take in stands after the message that it was said after. */
function position({ index, status, isExtra, after }: ViewMessage): number {
  if (index !== undefined) return index;
  const isSettled = status === 'unsent' || isExtra === true;
  return isSettled && after !== undefined ? after + 0.5 : Number.POSITIVE_INFINITY;
}

export function inOrder(messages: Messages): Messages {
  // The sort is stable, so messages at the same position keep the order they were sent in.
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

/** Frames are about the end of the list, which may be long. */
const at = (messages: Messages, index: number): ViewMessage | undefined =>
  messages.findLast((message) => message.index === index);

/**
 * The reply at `index`: the one known there, or the awaited one without an index, which then gets it together
 * with the user's message before it. Another device's reply is not the awaited one: `requestId` tells.
 */
function settleIndex(messages: Messages, index: number, requestId: string | undefined): Messages {
  if (at(messages, index)) return messages;
  const awaited = messages.findIndex(
    (m) =>
      m.index === undefined && isStreaming(m) && (requestId === undefined || m.key === replyKey(requestId)),
  );
  if (awaited < 0) return messages;
  const indexed = messages.map((message, i) => {
    if (i === awaited) return { ...message, index };
    return i === awaited - 1 && message.index === undefined ? { ...message, index: index - 1 } : message;
  });
  return inOrder(indexed);
}

/**
 * The server has told where a message sent from here stands, or stood: its reply is at `index`. Where something else
 * is shown there by now, its turn was replaced elsewhere, and what is shown of it here has no place any more.
 */
export function withPlace(messages: Messages, requestId: string, index: number): Messages {
  const isPlaced = messages.some((m) => m.key === requestId && m.index !== undefined);
  if (isPlaced) return messages;
  const isTaken = at(messages, index) !== undefined;
  return isTaken
    ? without(without(messages, requestId), replyKey(requestId))
    : settleIndex(messages, index, requestId);
}

/** Takes in a piece of a streaming reply. The list stays the same object unless a message is new. */
export function withDelta(messages: Messages, delta: AssistantDeltaData, createdAt: string): Messages {
  const settled = settleIndex(messages, delta.messageIndex, delta.requestId);
  const known = at(settled, delta.messageIndex);
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

/** Takes in the end of a reply, or a message that came whole: one that nobody asked for takes nobody's place. */
export function withEnd(messages: Messages, data: AssistantMessageData): Messages {
  const settled =
    data.isExtra || data.isWelcome ? messages : settleIndex(messages, data.messageIndex, data.requestId);
  const known = at(settled, data.messageIndex);
  if (known && isOfEarlierTurn(known, data)) return messages;
  if (known) return replace(settled, known.key, (message) => ended(message, data));
  const { content = '', requestId = '', ...message } = data;
  return inOrder([
    ...settled,
    { ...fromHistory({ ...message, requestId, content }), attempt: Number.MAX_SAFE_INTEGER },
  ]);
}

/** The turn was replaced meanwhile: its end comes after the beginning, or even the end, of the one in its place. */
function isOfEarlierTurn(known: ViewMessage, { requestId, createdAt }: AssistantMessageData): boolean {
  if (requestId === undefined || known.key === replyKey(requestId)) return false;
  if (known.live) return known.key.startsWith(replyKey(''));
  return known.status !== 'failed' && known.createdAt > createdAt;
}

/** Takes in a user's message from another tab or device. */
export function withUserMessage(messages: Messages, data: UserMessageData): Messages {
  const known = at(messages, data.messageIndex);
  if (known && data.replaces) return withReplacement(messages, known, data);
  if (known) return messages;
  const pair = incoming(data).filter(({ index }) => !messages.some((message) => message.index === index));
  return inOrder([...messages, ...pair]);
}

/** The last turn is asked anew elsewhere. A reply that is younger than that has already answered it. */
function withReplacement(messages: Messages, question: ViewMessage, data: UserMessageData): Messages {
  const reply = at(messages, data.messageIndex + 1);
  const isAnswered = reply !== undefined && !isStreaming(reply) && reply.createdAt >= data.createdAt;
  const [asked, awaited] = incoming(data, nextAttempt(reply));
  const isSame = question.key === asked.key;
  if (isAnswered || isSame) return replace(messages, question.key, () => ({ ...asked, key: question.key }));
  // A page that was read before may still bring what stood here.
  const instead = { question: question.content, reply: reply?.content ?? '' };
  return withTurn(messages, [{ ...asked, instead }, awaited]);
}

/** Puts a turn in the place of the one at its indexes. */
export function withTurn(
  messages: Messages,
  [question, reply]: readonly [ViewMessage, ViewMessage],
): Messages {
  const rest = messages.filter(
    ({ index }) => index === undefined || (index !== question.index && index !== reply.index),
  );
  return inOrder([...rest, question, reply]);
}

/** Takes in whether the message at `index` is liked; not while it is being changed here. */
export function withLiked(messages: Messages, index: number, liked: boolean): Messages {
  const known = messages.find((message) => message.index === index);
  if (!known || known.isLiking) return messages;
  return replace(messages, known.key, (message) => ({ ...message, liked }));
}

/** Index of the last message that the server has told of; -1 where there is none. */
export const lastIndex = (messages: Messages): number =>
  messages.findLast(({ index }) => index !== undefined)?.index ?? -1;

/**
 * The messages to show while older ones are not loaded: without those at the beginning that were refused, whose place
 * may be among the older ones.
 */
export function withoutEarlier(messages: Messages, olderThan: number | undefined): Messages {
  const first = messages.findIndex(({ index }) => index !== undefined);
  return olderThan === undefined || first <= 0 ? messages : messages.slice(first);
}

/** The chat's last turn, the only one that can be replaced. */
export interface LastTurn {
  readonly question: ViewMessage & { readonly index: number };
  readonly reply: ViewMessage | undefined;
}

/** The last message that the server has from the user, and the reply to it. */
export function lastTurn(messages: Messages): LastTurn | undefined {
  const question = messages.findLast(isStoredQuestion);
  return question && { question, reply: at(messages, question.index + 1) };
}

const isStoredQuestion = (message: ViewMessage): message is ViewMessage & { readonly index: number } =>
  message.role === 'user' && message.index !== undefined;

/** Attempts only grow: pieces of the reply that is replaced are older than this. */
export function nextAttempt(reply: ViewMessage | undefined): number {
  const last = reply?.live?.attempt ?? reply?.attempt ?? 0;
  return last === Number.MAX_SAFE_INTEGER ? 0 : last + 1;
}

/**
 * Whether the message at `index` has just come in without the one before it: some frame was missed. What got its index
 * together with it, as the question of a reply does, is looked behind.
 */
export function leavesGap(before: Messages, after: Messages, index: number): boolean {
  const isKnown = (wanted: number) => before.some((message) => message.index === wanted);
  let at = after.findIndex((message) => message.index === index);
  for (let wanted = index; at > 0; at -= 1, wanted -= 1) {
    if (isKnown(wanted)) return false;
    if (after[at - 1]?.index !== wanted - 1) return true;
  }
  return false;
}

/** Whether a reply stands ended at `index` that may be another's than that of the request: it was asked anew. */
export function isOfUnknownTurn(messages: Messages, index: number, requestId: string): boolean {
  const known = at(messages, index);
  return known !== undefined && !isStreaming(known) && known.key !== replyKey(requestId);
}

/** More text than a model is given of a chat, in UTF-16 units. */
const CONTEXT_LENGTH = 48_000;

/** How many of the newest turns hold that much text: the server reads no more of them as history. */
export function contextTurns(messages: Messages): number {
  let length = 0;
  let turns = 1;
  for (const { role, content } of messages.toReversed()) {
    if (length > CONTEXT_LENGTH) break;
    length += content.length;
    if (role === 'user') turns += 1;
  }
  return turns;
}
