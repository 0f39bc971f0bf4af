import { useEffect, useState } from 'react';

/** Script that begins to load before the page shows the part that needs the script. */
export interface Preload<T> {
  /** Resolves with the script's exports. If loading has failed, the next call tries again. */
  load(): Promise<T>;
  /** Exports of the script; undefined until it is loaded. */
  readonly loaded: T | undefined;
}

/** Starts to load a script at once. `load` imports it. */
export function preload<T>(load: () => Promise<T>): Preload<T> {
  let loaded: T | undefined;
  let asked: Promise<T> | undefined;
  const ask = () => {
    asked ??= load().then(
      (value) => {
        loaded = value;
        return value;
      },
      (error: unknown) => {
        asked = undefined;
        throw error;
      },
    );
    return asked;
  };
  ask().catch(() => undefined);
  return {
    load: ask,
    get loaded() {
      return loaded;
    },
  };
}

/**
 * Returns the script's exports; undefined until it is loaded.
 * @throws during rendering, to the error boundary, if the script cannot be loaded
 */
export function useLoaded<T>(script: Preload<T>): T | undefined {
  const [outcome, setOutcome] = useState<{ value?: T; error?: unknown }>({});
  const value = script.loaded ?? outcome.value;
  const isShown = value !== undefined;
  // The script may have loaded between the render and this effect. `load` then resolves at once, which renders again.
  useEffect(() => {
    if (!isShown)
      script.load().then(
        (loaded) => setOutcome({ value: loaded }),
        (error: unknown) => setOutcome({ error }),
      );
  }, [script, isShown]);
  if (outcome.error !== undefined) throw outcome.error;
  return value;
}
