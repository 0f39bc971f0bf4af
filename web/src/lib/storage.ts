/** One of the browser's two storages. If the browser denies access, values are in memory until the page closes. */
export interface StorageArea {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
  clear(): void;
  /** Returns true when values outlive the page. */
  isKept(): boolean;
}

function createArea(name: 'localStorage' | 'sessionStorage'): StorageArea {
  const memory = new Map<string, string>();
  /** Runs `use`. A browser that denies the storage throws even when `localStorage` is only read. */
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(globalThis[name]);
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      const store = (storage: Storage) => {
        storage.setItem(key, value);
        return true;
      };
      if (attempt(store, false)) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
    clear() {
      memory.clear();
      attempt((storage) => storage.clear(), undefined);
    },
    isKept: () => attempt((storage) => storage.getItem('') !== undefined, false),
  };
}

/** Storage of all tabs, which is kept when the browser closes. */
export const browserStorage = createArea('localStorage');
/** Storage of this tab only. It outlives reloads and visits to other sites. */
export const tabStorage = createArea('sessionStorage');

/** Storage keys of the signed-in user's data (docs/spec.md 3.2). */
const IDENTITY_KEYS = ['userEmail', 'userName', 'selectedChatId'] as const;
const DRAFT_PREFIX = 'draft:';
/** Key prefix of sent-message-storage.ts. It is defined here because the landing page does not load that file. */
export const SENT_PREFIX = 'sent:';

export type StoredKey = (typeof IDENTITY_KEYS)[number];

export const stored = {
  get: (key: StoredKey): string | null => browserStorage.get(key),
  set: (key: StoredKey, value: string): void => browserStorage.set(key, value),
};

/** Removes the user's personal data at logout, with drafts and unacknowledged messages. */
export function clearPersonal(): void {
  for (const key of IDENTITY_KEYS) browserStorage.remove(key);
  for (const key of tabStorage.keys())
    if (key.startsWith(DRAFT_PREFIX) || key.startsWith(SENT_PREFIX)) tabStorage.remove(key);
}

/** Chat id of the draft in a chat that is being created. */
export const NEW_CHAT = 'new';

/** Drafts: the typed but unsent text of each chat, kept until the tab closes. */
export const drafts = {
  get: (chatId: string): string => tabStorage.get(DRAFT_PREFIX + chatId) ?? '',
  set(chatId: string, text: string): void {
    if (text === '') tabStorage.remove(DRAFT_PREFIX + chatId);
    else tabStorage.set(DRAFT_PREFIX + chatId, text);
  },
  /** Gives the created chat the draft that was typed while it was being created. */
  moveToCreated(chatId: string): void {
    drafts.set(chatId, drafts.get(NEW_CHAT));
    drafts.set(NEW_CHAT, '');
  },
};
