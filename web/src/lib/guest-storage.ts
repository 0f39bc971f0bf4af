import { browserStorage } from './browser-storage.ts';

/** Storage key of the guest chat's id (docs/spec.md 3.2). A guest has no other identity. */
export const GUEST_CHAT_KEY = 'guestChatId';
/**
 * Storage key of the id of the guest chat in which the guest has written. After the guest signs in, the app offers to
 * claim only this chat: to move it into the account.
 */
const WRITTEN = 'guestChatWritten';
const DECLINED = 'guestChatDeclined';

const ID = /^[0-9a-f]{32}$/;

export const guestStorage = {
  chatId(): string | undefined {
    const id = browserStorage.get(GUEST_CHAT_KEY);
    return id !== null && ID.test(id) ? id : undefined;
  },
  setChatId: (chatId: string): void => browserStorage.set(GUEST_CHAT_KEY, chatId),
  noteWritten: (chatId: string): void => browserStorage.set(WRITTEN, chatId),
  decline: (chatId: string): void => browserStorage.set(DECLINED, chatId),

  claimableChatId(): string | undefined {
    const chatId = guestStorage.chatId();
    const isOpen = browserStorage.get(WRITTEN) === chatId && browserStorage.get(DECLINED) !== chatId;
    return isOpen ? chatId : undefined;
  },

  forget(): void {
    for (const key of [GUEST_CHAT_KEY, WRITTEN, DECLINED]) browserStorage.remove(key);
  },
};

export type GuestStorage = Pick<typeof guestStorage, 'chatId' | 'setChatId' | 'noteWritten'>;
