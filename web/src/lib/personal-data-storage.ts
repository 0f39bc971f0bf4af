/**
 * Stores the signed-in user's identity, and removes personal data from the browser's storage. kept-chats-storage.ts
 * erases the kept chats and KEPT_OWNER_KEY.
 */
import { browserStorage, tabStorage } from './browser-storage.ts';

/** Storage keys of the user's identity (docs/spec.md 3.2). */
const IDENTITY_KEYS = ['userEmail', 'userName', 'selectedChatId'] as const;
type IdentityKey = (typeof IDENTITY_KEYS)[number];

/** Storage key of this browser's random id (session/device-id.ts). */
export const DEVICE_KEY = 'deviceId';

/** Storage key of the id of the user whose chats are kept in this browser (kept-chats-storage.ts). */
export const KEPT_OWNER_KEY = 'keptChatsOwner';

/** Prefix of the storage keys of drafts (draft-storage.ts). */
export const DRAFT_PREFIX = 'draft:';
/** Prefix of the storage keys of sent messages (sent-message-storage.ts). */
export const SENT_PREFIX = 'sent:';
/** Storage key of the name of a file whose import has begun and not ended (features/import/use-import.ts). */
export const UNFINISHED_IMPORT_KEY = 'unfinishedImport';

export const storedIdentity = {
  get: (key: IdentityKey): string | null => browserStorage.get(key),
  set: (key: IdentityKey, value: string): void => browserStorage.set(key, value),
};

/**
 * Removes the user's identity and this browser's id. From the storage of this tab, removes drafts with their files,
 * unacknowledged or refused messages, and what is stored of an unfinished import.
 */
export function clearPersonalData(): void {
  for (const key of [...IDENTITY_KEYS, DEVICE_KEY]) browserStorage.remove(key);
  for (const key of tabStorage.keys())
    if ([DRAFT_PREFIX, SENT_PREFIX, UNFINISHED_IMPORT_KEY].some((start) => key.startsWith(start)))
      tabStorage.remove(key);
}
