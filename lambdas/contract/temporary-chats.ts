/** Temporary chats (decision 0123). Their ids have a prefix, so that a call recognises them without a read. */

/** A version-7 UUID follows the prefix. The UUID contains the time of the chat's creation. */
export const TEMPORARY_CHAT_PREFIX = 'temp-';

export const TEMPORARY_CHAT_LIFE_MS = 24 * 60 * 60_000;

export const isTemporaryChat = (chatId: string): boolean => chatId.startsWith(TEMPORARY_CHAT_PREFIX);

/** Does not begin with `CHAT_DEFAULT_NAME_PREFIX`, so the client does not rename the chat after its first message. */
export const TEMPORARY_CHAT_NAME = 'Temporary chat';
