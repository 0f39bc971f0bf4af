import { useEffect, useState } from 'react';

/** Script that begins to load before the page shows the part that needs the script. */
export interface Preload<T> {
  /** If loading has failed, the next call tries again. */
  load(): Promise<T>;
  readonly loaded: T | undefined;
}

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

/** @throws during rendering, to the error boundary, if the script cannot be loaded */
export function useLoaded<T>(script: Preload<T>): T | undefined {
  const [outcome, setOutcome] = useState<{ value?: T; error?: unknown }>({});
  const value = script.loaded ?? outcome.value;
  const isShown = value !== undefined;
  // If the script has loaded between the render and this effect, `load` resolves at once.
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
