/** Temporary chats (decision 0123). A prefix of the id marks them, so that no call has to read the chat for that. */

/** A version-7 UUID follows the prefix. Its time is the chat's creation. */
export const TEMPORARY_CHAT_PREFIX = 'temp-';

export const TEMPORARY_CHAT_LIFE_MS = 24 * 60 * 60_000;

export const isTemporaryChat = (chatId: string): boolean => chatId.startsWith(TEMPORARY_CHAT_PREFIX);

/** The first message does not replace this name, because it replaces only a name with `CHAT_DEFAULT_NAME_PREFIX`. */
export const TEMPORARY_CHAT_NAME = 'Temporary chat';
