/** One of the browser's two storages. Where the user denies it, values are kept until the page closes. */
export interface StorageArea {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
  clear(): void;
  /** Says whether values outlive the page. */
  isKept(): boolean;
}

function createArea(name: 'localStorage' | 'sessionStorage'): StorageArea {
  const memory = new Map<string, string>();
  /** Runs `use`; a browser that denies the storage throws already when it is named. */
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

/** Shared by all tabs, and kept when the browser closes. */
export const browserStorage = createArea('localStorage');
/** Belongs to this tab alone; it outlives reloads and visits to other sites. */
export const tabStorage = createArea('sessionStorage');

/** Keys of what the product keeps in the browser (docs/spec.md 3.2), by the names the specification gives. */
const IDENTITY_KEYS = ['userEmail', 'userName', 'selectedChatId'] as const;
const DRAFT_PREFIX = 'draft:';
/** Key prefix of sent-messages.ts, which the landing page does not load. */
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
