/**
 * One of the browser's two storages. A value that the browser refuses to store stays in memory until the page closes or
 * reloads.
 */
interface StorageArea {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
  clear(): void;
  /** True when the browser allows reading this storage. Otherwise all values are lost at the next reload. */
  isKept(): boolean;
}

function createArea(name: 'localStorage' | 'sessionStorage'): StorageArea {
  const memory = new Map<string, string>();
  /** Browsers that deny a storage throw on access. */
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
    keys: () => [...new Set([...memory.keys(), ...attempt((storage) => Object.keys(storage), [])])],
    clear() {
      memory.clear();
      attempt((storage) => storage.clear(), undefined);
    },
    isKept: () => attempt((storage) => storage.getItem('') !== undefined, false),
  };
}

export const browserStorage = createArea('localStorage');
export const tabStorage = createArea('sessionStorage');
