import { type ReactNode, useEffect, useState } from 'react';

interface OnDemandProps<T> {
  /** Imports the code; the same function at every render. */
  readonly load: () => Promise<T>;
  readonly children: (loaded: T) => ReactNode;
  /** The code did not come (no connection, most likely): put away what was to be shown. */
  readonly onFailure?: () => void;
}

/**
 * A part of the page whose code is loaded when it is first shown. Unlike with React's `lazy`, a failure takes
 * nothing else down, and the next time it is asked for again.
 */
export function OnDemand<T>({ load, children, onFailure }: OnDemandProps<T>) {
  const [loaded, setLoaded] = useState<T>();
  useEffect(() => {
    let isShown = true;
    load().then(
      (value) => isShown && setLoaded(() => value),
      (error: unknown) => {
        console.warn('A part of the page could not be loaded', error);
        if (isShown) onFailure?.();
      },
    );
    return () => {
      isShown = false;
    };
  }, [load, onFailure]);
  return loaded !== undefined && children(loaded);
}

/** Fetches such code ahead, once the browser has nothing better to do: then it is there when it is asked for. */
export function loadWhenIdle(...loads: readonly (() => Promise<unknown>)[]): void {
  const begin = () => {
    for (const load of loads) void load().catch(() => undefined);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(begin);
  else setTimeout(begin, IDLE_DELAY_MS);
}

/** Where the browser has no idle callback. */
const IDLE_DELAY_MS = 3_000;
