/** Remembers in the tab's storage the page that the user asked for before the sign-in at the hosted UI. */
import { tabStorage } from '../browser-storage.ts';
import { isSignInCallback } from './is-sign-in-callback.ts';

const KEY = 'wantedPage';
/** Page to open after a sign-in when no page was asked for (docs/spec.md 2.1). */
const START = '/chat';

export const pageAfterSignIn = {
  keep: (
    { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = window.location,
  ): void => tabStorage.set(KEY, pathname + search + hash),
  /** Returns the path to open, and keeps it. */
  peek: (): string => safePath(tabStorage.get(KEY), window.location.origin),
  /** Returns the path to open, and removes it. */
  take(): string {
    const path = pageAfterSignIn.peek();
    tabStorage.remove(KEY);
    return path;
  },
};

/**
 * Returns the path if a sign-in may lead to it. Otherwise returns `/chat`:
 * - for a missing or invalid path,
 * - for a path to another origin, to prevent an open redirect,
 * - for `/`, `/login` and the address to which the hosted UI returns. A signed-in user needs none of them.
 */
export function safePath(path: string | null, origin: string): string {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return START;
  const url = new URL(path, origin);
  // `/.//evil.example` has this origin, but its pathname `//evil.example` would lead the browser to another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return START;
  if (url.pathname === '/' || url.pathname === '/login' || isSignInCallback(url.search)) return START;
  return url.pathname + url.search + url.hash;
}
