import { tabStorage } from './browser-storage.ts';
import { DRAFT_PREFIX } from './personal-data-storage.ts';

/** Stands for the chat id in the key of a draft whose chat is still being created. */
export const NEW_CHAT = 'new';

/**
 * Unsent text of each chat, kept until the tab closes or the user logs out. Other entries have other ids in place of
 * `chatId`, and a key with the same `DRAFT_PREFIX`: the text of an edited message (`message-editor.tsx`), the list of a
 * chat's unsent files (`files:<chatId>`, `draft-files.ts`), and the text of a file that is not uploaded yet
 * (`pasted:<fileId>`, `draft-file-actions.ts`).
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
