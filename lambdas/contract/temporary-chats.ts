/**
 * Temporary chats (decision 0123). A prefix of the id marks them, so that no call has to read the chat to know its
 * kind.
 */

/** Begins the id of a temporary chat. A version-7 UUID follows, whose time is the chat's creation. */
export const TEMPORARY_CHAT_PREFIX = 'temp-';

/** Milliseconds from the creation of a temporary chat to its end. */
export const TEMPORARY_CHAT_LIFE_MS = 24 * 60 * 60_000;

export const isTemporaryChat = (chatId: string): boolean => chatId.startsWith(TEMPORARY_CHAT_PREFIX);

/** Name of every temporary chat. It does not begin as default names do, so the first message does not replace it. */
export const TEMPORARY_CHAT_NAME = 'Temporary chat';
