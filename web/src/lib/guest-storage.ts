import { browserStorage } from './storage.ts';

/** Keys of what the browser keeps of a guest's chat (docs/spec.md 3.2): its id, which is all that a guest has. */
export const GUEST_CHAT_KEY = 'guestChatId';
/** The id of the guest chat in which something was written: there is something to claim for an account. */
const WRITTEN = 'guestChatWritten';
/** The id of the guest chat that its owner did not want to claim. */
const DECLINED = 'guestChatDeclined';

/** A guest's chat id, as the server gives it. Anything else in its place is no chat. */
const ID = /^[0-9a-f]{32}$/;

export const guestStorage = {
  chatId(): string | undefined {
    const id = browserStorage.get(GUEST_CHAT_KEY);
    return id !== null && ID.test(id) ? id : undefined;
  },
  setChatId: (chatId: string): void => browserStorage.set(GUEST_CHAT_KEY, chatId),
  noteWritten: (chatId: string): void => browserStorage.set(WRITTEN, chatId),
  decline: (chatId: string): void => browserStorage.set(DECLINED, chatId),

  /** The chat that its owner may want to claim for an account. */
  offered(): string | undefined {
    const chatId = guestStorage.chatId();
    const isOpen = browserStorage.get(WRITTEN) === chatId && browserStorage.get(DECLINED) !== chatId;
    return isOpen ? chatId : undefined;
  },

  /** The chat is gone from here: claimed by an account, or expired. */
  forget(): void {
    for (const key of [GUEST_CHAT_KEY, WRITTEN, DECLINED]) browserStorage.remove(key);
  },
};

export type GuestStorage = Pick<typeof guestStorage, 'chatId' | 'setChatId' | 'noteWritten'>;
