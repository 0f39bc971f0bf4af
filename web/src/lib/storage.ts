/** What the product keeps in the browser (spec 3), by the names the specification gives. */
const IDENTITY_KEYS = ['userEmail', 'userName', 'selectedChatId'] as const;
const DRAFT_PREFIX = 'draft:';
/** Of sent-messages.ts, which the landing page does not load. */
export const SENT_PREFIX = 'sent:';

export type StoredKey = (typeof IDENTITY_KEYS)[number];

export const stored = {
  get: (key: StoredKey): string | null => localStorage.getItem(key),
  set: (key: StoredKey, value: string): void => localStorage.setItem(key, value),
};

/** Logout: nothing that tells of the person stays behind, neither drafts nor what waits for its answer. */
export function clearPersonal(): void {
  for (const key of IDENTITY_KEYS) localStorage.removeItem(key);
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT_PREFIX) || key.startsWith(SENT_PREFIX)) sessionStorage.removeItem(key);
}

/** What was typed and not sent, for each chat, until the tab closes. */
export const drafts = {
  get: (chatId: string): string => sessionStorage.getItem(DRAFT_PREFIX + chatId) ?? '',
  set(chatId: string, text: string): void {
    if (text === '') sessionStorage.removeItem(DRAFT_PREFIX + chatId);
    else sessionStorage.setItem(DRAFT_PREFIX + chatId, text);
  },
};
