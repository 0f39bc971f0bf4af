import { browserStorage } from './browser-storage.ts';

/** Storage key of the guest chat's id (docs/spec.md 3.2). A guest has no other identity. */
export const GUEST_CHAT_KEY = 'guestChatId';
/** Storage key of the id of a guest chat in which the guest has written. Only such a chat is offered for a claim. */
const WRITTEN = 'guestChatWritten';
/** Storage key of the id of a guest chat that the user did not want to claim. */
const DECLINED = 'guestChatDeclined';

/** Format of a guest chat's id. Any other stored value is ignored. */
const ID = /^[0-9a-f]{32}$/;

export const guestStorage = {
  chatId(): string | undefined {
    const id = browserStorage.get(GUEST_CHAT_KEY);
    return id !== null && ID.test(id) ? id : undefined;
  },
  setChatId: (chatId: string): void => browserStorage.set(GUEST_CHAT_KEY, chatId),
  noteWritten: (chatId: string): void => browserStorage.set(WRITTEN, chatId),
  decline: (chatId: string): void => browserStorage.set(DECLINED, chatId),

  /** Returns the id of the chat that the user can claim for an account, if there is one. */
  claimableChatId(): string | undefined {
    const chatId = guestStorage.chatId();
    const isOpen = browserStorage.get(WRITTEN) === chatId && browserStorage.get(DECLINED) !== chatId;
    return isOpen ? chatId : undefined;
  },

  /** Removes the values of all three keys. Called when an account has claimed the chat, or the chat is gone. */
  forget(): void {
    for (const key of [GUEST_CHAT_KEY, WRITTEN, DECLINED]) browserStorage.remove(key);
  },
};

export type GuestStorage = Pick<typeof guestStorage, 'chatId' | 'setChatId' | 'noteWritten'>;
