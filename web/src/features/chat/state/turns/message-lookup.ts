/** Lookups in the messages on screen, which are sorted in the order of the chat. */
import { replyKey, type ViewMessage } from './view-message.ts';

export type Messages = readonly ViewMessage[];

/** Returns the index of the last message with an index; -1 if there is none. */
export const lastIndex = (messages: Messages): number =>
  messages.findLast(({ index }) => index !== undefined)?.index ?? -1;

/**
 * Leaves out unsent messages above the first stored one while older pages are not loaded. They may belong between the
 * messages of those pages.
 */
export function withoutEarlier(messages: Messages, olderThan: number | undefined): Messages {
  const first = messages.findIndex(({ index }) => index !== undefined);
  return olderThan === undefined || first <= 0 ? messages : messages.slice(first);
}

/**
 * Last stored turn on screen. Only this turn can be replaced: by an edit, a regenerate, or a retry with another model.
 * An edit of another message makes a new version.
 */
interface LastTurn {
  readonly question: ViewMessage & { readonly index: number };
  readonly reply: ViewMessage | undefined;
}

/** Returns the last stored message of the user, with its reply. */
export function lastTurn(messages: Messages): LastTurn | undefined {
  const question = messages.findLast(isStoredQuestion);
  return question && { question, reply: messages.findLast(({ key }) => key === replyKey(question.key)) };
}

const isStoredQuestion = (message: ViewMessage): message is ViewMessage & { readonly index: number } =>
  message.role === 'user' && message.index !== undefined;

/** Returns the message that a reply answers; undefined if the frame with that message was lost. */
export const questionOf = (messages: Messages, reply: ViewMessage): ViewMessage | undefined =>
  messages.find(({ key }) => replyKey(key) === reply.key);
