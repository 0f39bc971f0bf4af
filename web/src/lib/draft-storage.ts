import { tabStorage } from './browser-storage.ts';
import { DRAFT_PREFIX } from './personal-data-storage.ts';

/** Replaces the chat id while the chat is being created. */
export const NEW_CHAT = 'new';

/**
 * Unsent text of each chat, kept until the tab closes or the user logs out. Instead of a chat id, a caller may pass its
 * own key, such as `files:<chatId>` for the unsent files of a chat.
 */
export const draftStorage = {
  get: (chatId: string): string => tabStorage.get(DRAFT_PREFIX + chatId) ?? '',
  set(chatId: string, text: string): void {
    if (text === '') tabStorage.remove(DRAFT_PREFIX + chatId);
    else tabStorage.set(DRAFT_PREFIX + chatId, text);
  },
  moveToCreated(chatId: string): void {
    draftStorage.set(chatId, draftStorage.get(NEW_CHAT));
    draftStorage.set(NEW_CHAT, '');
  },
};
