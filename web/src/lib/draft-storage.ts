import { tabStorage } from './browser-storage.ts';
import { DRAFT_PREFIX } from './personal-data-storage.ts';

/** Stands for the chat id in the key of a draft whose chat is still being created. */
export const NEW_CHAT = 'new';

/**
 * Unsent text of each chat, kept until the tab closes or the user logs out. `message-editor.tsx` also keeps the text of
 * an edited message here. `draft-files.ts` keeps the list of a chat's unsent files under `files:<chatId>`.
 * `draft-file-actions.ts` keeps the text of a file that is not uploaded yet under `pasted:<fileId>`.
 */
export const draftStorage = {
  get: (chatId: string): string => tabStorage.get(DRAFT_PREFIX + chatId) ?? '',
  set(chatId: string, text: string): void {
    if (text === '') tabStorage.remove(DRAFT_PREFIX + chatId);
    else tabStorage.set(DRAFT_PREFIX + chatId, text);
  },
  /** Gives the created chat the draft that was typed while the chat was being created. */
  moveToCreated(chatId: string): void {
    draftStorage.set(chatId, draftStorage.get(NEW_CHAT));
    draftStorage.set(NEW_CHAT, '');
  },
};
