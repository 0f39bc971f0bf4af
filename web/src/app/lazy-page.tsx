import { type ComponentType, use } from 'react';
import { createStore, type ReadStore } from '../lib/store.ts';

/** A page whose script is asked for when the page is first shown, or before that with `preload`. */
export type LazyPage<P> = ComponentType<P> & { preload(): void };

const arrivals = createStore(0);
/** Counts the scripts that have come. A render at each keeps React from holding a fallback on screen for 300 ms. */
export const pageArrivals: ReadStore<number> = arrivals;

/**
 * Suspends only while the script is on its way: React's `lazy` commits its fallback even when the script is there.
 * A script that cannot be loaded breaks the page (error-boundary.tsx) until the next load of the site.
 */
export function lazyPage<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyPage<P> {
  let Loaded: ComponentType<P> | undefined;
  let asked: Promise<ComponentType<P>> | undefined;
  const ask = () => {
    asked ??= load().then((script) => {
      Loaded = script.default;
      arrivals.set(arrivals.get() + 1);
      return Loaded;
    });
    return asked;
  };
  function Page(props: P) {
    const Shown = Loaded ?? use(ask());
    return <Shown {...props} />;
  }
  return Object.assign(Page, { preload: () => void ask().catch(() => undefined) });
}
