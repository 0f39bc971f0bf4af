import { type ReactNode, useEffect, useState } from 'react';

interface OnDemandProps<T> {
  /** Imports the code. Pass the same function at every render: a new function would be called again. */
  readonly load: () => Promise<T>;
  readonly children: (loaded: T) => ReactNode;
  /** Shown until the code is loaded. @default nothing */
  readonly fallback?: ReactNode;
  /**
   * Called when the code could not be loaded. After the call, the window gets `PART_MISSING`, unless `isQuiet` is set.
   * Without `onFailure`, the failure is only logged. Pass the same function at every render: a new function would make
   * the component call `load` again.
   */
  readonly onFailure?: () => void;
  /** True to send no `PART_MISSING`: the page works without the part, or `onFailure` tells the user. @default false */
  readonly isQuiet?: boolean;
}

/** Event of the window when a part with `onFailure` could not be loaded, so that the page can tell the user. */
export const PART_MISSING = 'partmissing';

/**
 * Shows a part of the page whose code is loaded on first use. Unlike with React's `lazy`, a failure does not break the
 * page around it.
 */
export function OnDemand<T>({ load, children, fallback, onFailure, isQuiet }: OnDemandProps<T>) {
  const [loaded, setLoaded] = useState<T>();
  useEffect(() => {
    let isShown = true;
    load().then(
      (value) => isShown && setLoaded(() => value),
      (error: unknown) => {
        console.warn('A part of the page could not be loaded', error);
        if (!isShown || !onFailure) return;
        onFailure();
        if (!isQuiet) dispatchEvent(new Event(PART_MISSING));
      },
    );
    return () => {
      isShown = false;
    };
  }, [load, onFailure, isQuiet]);
  return loaded === undefined ? fallback : children(loaded);
}

/** Loads code or data once the browser is idle. Ignores failures. */
export function loadWhenIdle(...loads: readonly (() => Promise<unknown>)[]): void {
  const begin = () => {
    for (const load of loads) void load().catch(() => undefined);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(begin);
  else setTimeout(begin, IDLE_DELAY_MS);
}

/** For a browser without `requestIdleCallback`. */
const IDLE_DELAY_MS = 3_000;
