import { afterEach, expect, it, vi } from 'vitest';
import { browserStorage, tabStorage } from './browser-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  browserStorage.clear();
  tabStorage.clear();
});

/** Denies localStorage as Chromium and Firefox do when cookies and site data are blocked. */
function givenDeniedStorage(): void {
  vi.stubGlobal('localStorage', undefined);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
}

it('keeps values for the page where the browser denies the storage', () => {
  givenDeniedStorage();
  expect(browserStorage.isKept()).toBe(false);
  expect(browserStorage.get('name')).toBeNull();
  browserStorage.set('name', 'Ada');
  expect(browserStorage.get('name')).toBe('Ada');
  expect(browserStorage.keys()).toEqual(['name']);
  browserStorage.remove('name');
  expect(browserStorage.get('name')).toBeNull();
});

it('reads back a value that a full storage did not take, not the one before', () => {
  const values = new Map([['name', 'Ada']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: (key: string) => values.delete(key),
    clear: () => values.clear(),
  });
  browserStorage.set('name', 'Bob');
  expect(browserStorage.get('name')).toBe('Bob');
  expect(browserStorage.isKept()).toBe(true);
  browserStorage.remove('name');
  expect(browserStorage.get('name')).toBeNull();
});

it('lists a key once whose new value a full storage did not take', () => {
  const values = { name: 'Ada' };
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  Object.defineProperty(values, 'setItem', { value: setItem });
  vi.stubGlobal('sessionStorage', values);
  tabStorage.set('name', 'Bob');
  expect(tabStorage.keys()).toEqual(['name']);
});

it('keeps the storage of the tab apart from that of the browser', () => {
  browserStorage.set('name', 'Ada');
  expect(tabStorage.get('name')).toBeNull();
});
