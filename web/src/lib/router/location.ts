/** The page's address: the site has nine paths and no nesting, so this is all the routing it needs. */
import { createStore, useStore } from '../store.ts';

const read = (): string => globalThis.location?.pathname ?? '/';
const current = createStore(read());
globalThis.addEventListener?.('popstate', () => current.set(read()));

export interface NavigateOptions {
  /** Takes the place of the present address in the browser's history. */
  readonly replace?: boolean;
}

/** Goes to another path of the site without loading the page anew. */
export function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  if (replace) window.history.replaceState(null, '', to);
  else window.history.pushState(null, '', to);
  current.set(read());
}

/** The path that is open, and a render whenever it changes. */
export const usePathname = (): string => useStore(current);
