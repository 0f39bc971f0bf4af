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
  let asked: Promise<ComponentType<P>> | undefined;
  const ask = () => {
    asked ??= load().then((script) => {
      // `use` reads a promise that is marked like this at once, as it marks those that it has waited for.
      Object.assign(asked ?? {}, { status: 'fulfilled', value: script.default });
      arrivals.set(arrivals.get() + 1);
      return script.default;
    });
    return asked;
  };
  function Page(props: P) {
    const Loaded = use(ask());
    return <Loaded {...props} />;
  }
  return Object.assign(Page, { preload: () => void ask().catch(() => undefined) });
}
