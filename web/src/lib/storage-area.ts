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
/** Of this tab alone; it outlives reloads and visits to other sites. */
export const tabStorage = createArea('sessionStorage');
