import { type ComponentType, use } from 'react';
import { createStore, type ReadStore } from '../lib/observable-store.ts';

export type LazyPage<P> = ComponentType<P> & { preload(): void };

const loadedCount = createStore(0);
/**
 * Number of loaded page scripts. AppRoutes subscribes to it, so that a page is shown as soon as its script is loaded.
 * Without an update of AppRoutes, React would delay the change from the fallback to the page by up to 300 ms.
 */
export const loadedPageCount: ReadStore<number> = loadedCount;

/**
 * Makes a page that suspends only while its script is loading. A component of React's `lazy` suspends at its first
 * render even if the script is loaded.
 */
export function lazyPage<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyPage<P> {
  let asked: Promise<ComponentType<P>> | undefined;
  const ask = () => {
    asked ??= load().then((script) => {
      // With these two fields in the promise, `use` returns the value at once and does not suspend.
      Object.assign(asked ?? {}, { status: 'fulfilled', value: script.default });
      loadedCount.set(loadedCount.get() + 1);
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
