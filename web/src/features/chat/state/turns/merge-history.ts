import type { Message } from '#contract/entities';
import { asStored, atIndex, inOrder, isReplaced, turnIndexOf } from './order-and-change-turns.ts';
import { fromHistory, isStreaming, type ViewMessage } from './shown-message.ts';
import type { Turn, Turns } from './turns.ts';

/**
 * Merges a page of stored messages into the turns on screen. A message of the page replaces the same message on screen.
 * But these stay as they are on screen: a reply that was still streaming when the server read the page, a like or
 * dislike whose request is pending, and a turn that has replaced a turn of the page.
 */
export function withHistory(turns: Turns, messages: readonly Message[]): Turns {
  // A turn without `index`, `sent` and `after` stays only if the page has it. Example: the first chunk of a reply
  // arrives, but another turn already has the index of the reply's turn. `withIndex` then gives the reply's turn no
  // index.
  const open = turns.filter(({ index, sent, after }) => (index ?? sent ?? after) !== undefined);
  const stored = new Set(messages.map(({ requestId }) => requestId));
  const found = turns.filter(({ requestId }) => stored.has(requestId));
  const known = new Map([...open, ...found].map((turn) => [turn.requestId, turn]));
  for (const turn of turnsOf(messages))
    if (!isReplaced(turns, turn.requestId))
      known.set(turn.requestId, merged(known.get(turn.requestId), turn));
  return inOrder(withoutSharedIndexes([...known.values()]));
}

/**
 * Corrects an assumption of `turnsOf`: the first reply of a page has a question, and its turn has the question's index.
 * If another reply has that index, there is no question. The turn then gets the index of its reply. Otherwise two turns
 * could have the same index, and `inOrder` would keep only one of them.
 */
function withoutSharedIndexes(turns: Turns): Turns {
  const replies = new Set(turns.map(({ reply }) => reply?.index));
  return turns.map((turn) => {
    const { question, reply, index } = turn;
    const isUnasked = !question && index !== undefined && reply?.index === index + 1 && replies.has(index);
    return isUnasked ? { ...turn, index: reply.index } : turn;
  });
}

/** The first and the last turn of a page can lack one of their messages. */
function turnsOf(messages: readonly Message[]): Turn[] {
  const turns = new Map<string, Turn>();
  for (const [i, message] of messages.entries()) {
    const { requestId, role, messageIndex, createdAt } = message;
    const isQuestion = role === 'user';
    const known = turns.get(requestId);
    const { question: asked, reply, latestAt = 1 } = known ?? {};
    const read = fromHistory(message);
    // True for a reply without a question, for example at the start of an imported chat. If a page begins with a
    // reply, the question is assumed to be on the older page. But if the server has made the request id from the index
    // of the turn's first message (`at:<index>`), and the reply has this index, the turn has no question.
    const isUnasked = !known && (i > 0 || requestId === `at:${messageIndex}`);
    turns.set(requestId, {
      requestId,
      index: isQuestion || isUnasked ? messageIndex : turnIndexOf(message),
      latestAt: Math.max(latestAt, Date.parse(createdAt) || 1),
      question: isQuestion ? read : asked,
      reply: isQuestion ? reply : read,
    });
  }
  return [...turns.values()];
}

function merged(known: Turn | undefined, read: Turn): Turn {
  if (!known) return read;
  const { sent } = known;
  return {
    ...read,
    latestAt: Math.max(known.latestAt, read.latestAt),
    question: read.question
      ? same(known.question, read.question)
      : known.question && asStored(known.question, read.index ?? 0),
    reply: mergedReply(known.reply, read.reply),
    replacesRequest: known.replacesRequest,
    ...(sent && sent.refused === undefined && { sent }),
  };
}

function mergedReply(known: ViewMessage | undefined, read: ViewMessage | undefined): ViewMessage | undefined {
  if (!known || !read) return read ?? known;
  if (isStreaming(read)) return atIndex(known, read.index ?? 0);
  const { error, code, thinking } = known;
  const isSameEnd = known.status === read.status;
  const why = { ...(error !== undefined && { error }), ...(code !== undefined && { code }) };
  const liking = known.isLiking
    ? { isLiking: true, liked: known.liked ?? false, disliked: known.disliked ?? false }
    : {};
  const thoughts = thinking ? { thinking } : {};
  return same(known, { ...read, ...thoughts, ...(isSameEnd && why), ...liking });
}

/** Returns the known message if all fields are equal, so that React does not render the message again. */
function same(known: ViewMessage | undefined, read: ViewMessage): ViewMessage {
  const names = Object.keys({ ...known, ...read });
  return known && names.every((name) => isSame(Reflect.get(known, name), Reflect.get(read, name)))
    ? known
    : read;
}

/** Compares arrays by content, because each read creates the objects in `files` again. */
const isSame = (known: unknown, read: unknown): boolean =>
  known === read || (Array.isArray(known) && JSON.stringify(known) === JSON.stringify(read));
