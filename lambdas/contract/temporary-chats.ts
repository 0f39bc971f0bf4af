/**
 * Temporary chats (decision 0123). A prefix of the id marks them, so that no call has to read the chat to know its
 * kind.
 */

/** Begins the id of a temporary chat. A version-7 UUID follows, whose time is the chat's creation. */
export const TEMPORARY_CHAT_PREFIX = 'temp-';

/** Milliseconds from the creation of a temporary chat to its end. */
export const TEMPORARY_CHAT_LIFE_MS = 24 * 60 * 60_000;

export const isTemporaryChat = (chatId: string): boolean => chatId.startsWith(TEMPORARY_CHAT_PREFIX);

/**
 * Name of every temporary chat. The first message replaces only a name that begins with `CHAT_DEFAULT_NAME_PREFIX`, so
 * this name stays.
 */
export const TEMPORARY_CHAT_NAME = 'Temporary chat';
