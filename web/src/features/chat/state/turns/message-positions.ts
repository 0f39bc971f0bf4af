/** Lookups in the messages on screen, which are sorted in the order of the chat. */
import { replyKey, type ViewMessage } from './view-message.ts';

export type Messages = readonly ViewMessage[];

/**
 * Returns the chat index of the last stored message; -1 if no message is stored. Only stored messages have an index.
 */
export const lastIndex = (messages: Messages): number =>
  messages.findLast(({ index }) => index !== undefined)?.index ?? -1;

/**
 * While older pages are not loaded, leaves out the unstored messages before the first stored message. An unstored
 * message may belong between the messages of the older pages.
 * @param olderThan cursor of the older pages; undefined when all are loaded
 */
export function withoutEarlier(messages: Messages, olderThan: number | undefined): Messages {
  const first = messages.findIndex(({ index }) => index !== undefined);
  return olderThan === undefined || first <= 0 ? messages : messages.slice(first);
}

/**
 * Last stored turn on screen. Only this turn can be replaced, and only while the newest path is on screen. Regenerate
 * and retry replace it. An edit replaces it if its reply has failed, or if the chat can have no further version, as a
 * guest's chat. Any other edit makes a new version.
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

/**
 * Returns the message that a reply answers; undefined if it is not on screen, for example because its frame was lost.
 */
export const questionOf = (messages: Messages, reply: ViewMessage): ViewMessage | undefined =>
  messages.find(({ key }) => replyKey(key) === reply.key);
