import { replyKey, type ViewMessage } from './shown-message.ts';

/** Messages on screen, in the order of the chat. */
export type Messages = readonly ViewMessage[];

/** Returns the chat index of the last stored message; -1 if no message is stored. */
export const lastIndex = (messages: Messages): number =>
  messages.findLast(({ index }) => index !== undefined)?.index ?? -1;

/**
 * Leaves out unstored (e.g. refused) messages before the first stored message: their place may be among older messages
 * that are not loaded.
 * @param olderThan cursor of the older pages; undefined when all are loaded
 */
export function withoutEarlier(messages: Messages, olderThan: number | undefined): Messages {
  const first = messages.findIndex(({ index }) => index !== undefined);
  return olderThan === undefined || first <= 0 ? messages : messages.slice(first);
}

/**
 * Last stored turn on screen. Only this turn can be replaced, and only while the end of the newest path is on screen.
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

/** Returns the message that a reply answers; undefined if that message is not on screen. */
export const questionOf = (messages: Messages, reply: ViewMessage): ViewMessage | undefined =>
  messages.find(({ key }) => replyKey(key) === reply.key);
