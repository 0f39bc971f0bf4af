import { browserStorage, tabStorage } from './browser-storage.ts';

/** Storage keys of the user's identity (docs/spec.md 3.2). */
const IDENTITY_KEYS = ['userEmail', 'userName', 'selectedChatId'] as const;
type IdentityKey = (typeof IDENTITY_KEYS)[number];

export const DEVICE_KEY = 'deviceId';

export const KEPT_OWNER_KEY = 'keptChatsOwner';

export const DRAFT_PREFIX = 'draft:';
export const SENT_PREFIX = 'sent:';
/** Storage key of the name of a file whose import has begun and not ended. */
export const UNFINISHED_IMPORT_KEY = 'unfinishedImport';

export const storedIdentity = {
  get: (key: IdentityKey): string | null => browserStorage.get(key),
  set: (key: IdentityKey, value: string): void => browserStorage.set(key, value),
};

/** Removes personal data from the browser's storage. kept-chats-storage.ts erases the kept chats and KEPT_OWNER_KEY. */
export function clearPersonalData(): void {
  for (const key of [...IDENTITY_KEYS, DEVICE_KEY]) browserStorage.remove(key);
  clearTabData();
}

/** Removes the personal data that only this tab has. */
export function clearTabData(): void {
  for (const key of tabStorage.keys())
    if ([DRAFT_PREFIX, SENT_PREFIX, UNFINISHED_IMPORT_KEY].some((start) => key.startsWith(start)))
      tabStorage.remove(key);
}
