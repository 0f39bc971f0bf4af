/** As much of a browser as the client's sources name; what of it is used here is in browser.ts. */

interface StorageChange {
  readonly key: string | null;
  readonly newValue: string | null;
}

declare const window: {
  readonly location: URL & { assign(url: string): void; replace(url: string): void; reload(): void };
  readonly history: { replaceState(data: unknown, unused: string, url: string): void };
  readonly sessionStorage: Storage;
  readonly localStorage: Storage;
  requestIdleCallback?(work: () => void): number;
  addEventListener(type: 'storage', listen: (change: StorageChange) => void): void;
  addEventListener(type: string, listen: () => void): void;
};
declare function requestAnimationFrame(notify: () => void): number;
declare function requestIdleCallback(work: () => void): number;
declare function addEventListener(type: string, listen: () => void): void;
declare function removeEventListener(type: string, listen: () => void): void;

interface Navigator {
  readonly onLine: boolean;
}
