import { useEffect, useState } from 'react';

/** A script that is asked for before the part of the page that needs it is shown. */
export interface Preload<T> {
  /** Asks for it now; after a failure, once more. */
  load(): Promise<T>;
  /** Exports of the script, once it is there. */
  readonly loaded: T | undefined;
}

/** `load` imports the script. It is asked for at once. */
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

/** Reads the script's exports, as soon as it is there. Where it does not come, the page says that it is broken. */
export function useLoaded<T>(script: Preload<T>): T | undefined {
  const [outcome, setOutcome] = useState<{ value?: T; error?: unknown }>({});
  const value = script.loaded ?? outcome.value;
  const isShown = value !== undefined;
  // Asks what this render saw: the script may come between the render and the effect.
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
