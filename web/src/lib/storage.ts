import { browserStorage, tabStorage } from './storage-area.ts';

/** Keys of what the product keeps in the browser (docs/spec.md 3.2), by the names the specification gives. */
const IDENTITY_KEYS = ['userEmail', 'userName', 'selectedChatId'] as const;
const DRAFT_PREFIX = 'draft:';
/** Of sent-messages.ts, which the landing page does not load. */
export const SENT_PREFIX = 'sent:';

export type StoredKey = (typeof IDENTITY_KEYS)[number];

export const stored = {
  get: (key: StoredKey): string | null => browserStorage.get(key),
  set: (key: StoredKey, value: string): void => browserStorage.set(key, value),
};

/** Logout: nothing that tells of the person stays behind, neither drafts nor what waits for its answer. */
export function clearPersonal(): void {
  for (const key of IDENTITY_KEYS) browserStorage.remove(key);
  for (const key of tabStorage.keys())
    if (key.startsWith(DRAFT_PREFIX) || key.startsWith(SENT_PREFIX)) tabStorage.remove(key);
}

/** Names the draft of a chat that is being created. */
export const NEW_CHAT = 'new';

/** Text that was typed and not sent, for each chat, until the tab closes. */
export const drafts = {
  get: (chatId: string): string => tabStorage.get(DRAFT_PREFIX + chatId) ?? '',
  set(chatId: string, text: string): void {
    if (text === '') tabStorage.remove(DRAFT_PREFIX + chatId);
    else tabStorage.set(DRAFT_PREFIX + chatId, text);
  },
  /** Makes what was typed while a chat was being created that chat's draft. */
  moveToCreated(chatId: string): void {
    drafts.set(chatId, drafts.get(NEW_CHAT));
    drafts.set(NEW_CHAT, '');
  },
};
