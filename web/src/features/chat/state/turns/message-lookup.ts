/** Lookups in the messages on screen, which stand in the order of the chat. */
import { replyKey, type ViewMessage } from './view-message.ts';

export type Messages = readonly ViewMessage[];

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
  return question && { question, reply: messages.findLast(({ key }) => key === replyKey(question.key)) };
}

const isStoredQuestion = (message: ViewMessage): message is ViewMessage & { readonly index: number } =>
  message.role === 'user' && message.index !== undefined;

/** The message that a reply answers; undefined where its frame was missed. */
export const questionOf = (messages: Messages, reply: ViewMessage): ViewMessage | undefined =>
  messages.find(({ key }) => replyKey(key) === reply.key);

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
