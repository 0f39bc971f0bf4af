/** Pure changes of a conversation's messages by what becomes of a message that was sent from here. */
import type { SentMessage } from '../../../lib/sent-messages.ts';
import { inOrder, type LastTurn, type Messages, replace, without, withTurn } from './message-list.ts';
import { outgoing, replyKey, unsent, type ViewMessage } from './view-message.ts';

/** The turn whose place a message takes. */
export type TurnBefore = LastTurn;

/** The message is sent, and a reply awaited: at the end, or in the place of the turn before. */
export function withSent(
  messages: Messages,
  message: SentMessage,
  before: TurnBefore | undefined,
  attempt: number,
): Messages {
  const [question, reply] = outgoing(message, attempt);
  if (message.replaces === undefined) return [...messages, question, reply];
  const instead = before && { question: before.question.content, reply: before.reply?.content ?? '' };
  return withTurn(messages, [{ ...question, ...(instead && { instead }) }, reply]);
}

/** The server has told what became of the message: what is stored is the new turn. */
export const withoutMark = (messages: Messages, { requestId }: SentMessage): Messages =>
  messages.some(({ key, instead }) => key === requestId && instead)
    ? replace(messages, requestId, ({ instead, ...message }) => message)
    : messages;

/** The reply ended without being complete; what of it came in stays. */
export const withFailure = (messages: Messages, { requestId }: SentMessage, error: string): Messages =>
  replace(messages, replyKey(requestId), ({ live, ...reply }) => ({
    ...reply,
    content: reply.content || (live?.text() ?? ''),
    status: 'failed',
    error,
  }));

/**
 * Nothing was stored: no reply will come. The turn before stands where it stood; a text that is new (`isKept`)
 * can be sent again, and where it is not, the reply before says that it could not be made anew.
 */
export function withRefusal(
  messages: Messages,
  message: SentMessage,
  before: TurnBefore | undefined,
  isKept: boolean,
): Messages {
  const isShown = messages.some(({ key }) => key === message.requestId);
  const withoutReply = without(messages, replyKey(message.requestId));
  if (message.replaces === undefined) {
    const refused = unsent(message);
    return inOrder(
      isShown ? replace(withoutReply, message.requestId, () => refused) : [...messages, refused],
    );
  }
  const others = without(withoutReply, message.requestId);
  const restored = !isShown || !before ? others : inOrder([...others, ...turnOf(before, isKept, message)]);
  return isKept ? inOrder([...restored, unsent(message)]) : restored;
}

function turnOf(
  { question, reply }: TurnBefore,
  isKept: boolean,
  { refused, code }: SentMessage,
): ViewMessage[] {
  if (!reply) return [question];
  const why = { ...(refused !== undefined && { error: refused }), ...(code !== undefined && { code }) };
  return [question, isKept ? reply : { ...reply, ...why }];
}
