/** The page that the user asked for before the sign-in, kept in the tab while the browser is elsewhere. */
import { tabStorage } from '../storage.ts';
import { isCallback } from './start.ts';

const KEY = 'wantedPage';
/** Where a sign-in leads that was begun at no page in particular (docs/spec.md 2.1). */
const START = '/chat';

export const pageAfterSignIn = {
  keep: (
    { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = window.location,
  ): void => tabStorage.set(KEY, pathname + search + hash),
  /** The path to open, which stays kept. */
  peek: (): string => ownPath(tabStorage.get(KEY), window.location.origin),
  /** The path to open, once. */
  take(): string {
    const path = pageAfterSignIn.peek();
    tabStorage.remove(KEY);
    return path;
  },
};

/** A path of this origin that shows something to a signed-in user; `/chat` in place of anything else. */
export function ownPath(path: string | null, origin: string): string {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return START;
  const url = new URL(path, origin);
  // A path that begins with two slashes would name another host where it is used next.
  if (url.origin !== origin || url.pathname.startsWith('//')) return START;
  if (url.pathname === '/' || url.pathname === '/login' || isCallback(url.search)) return START;
  return url.pathname + url.search + url.hash;
}
