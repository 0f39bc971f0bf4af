import { tabStorage } from '../browser-storage.ts';
import { isSignInCallback } from './is-sign-in-callback.ts';

const KEY = 'wantedPage';
/** Page to open after a sign-in when no page was asked for (docs/spec.md 2.1). */
const START = '/chat';

export const pageAfterSignIn = {
  keep: (
    { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = window.location,
  ): void => tabStorage.set(KEY, pathname + search + hash),
  peek: (): string => safePath(tabStorage.get(KEY), window.location.origin),
  take(): string {
    const path = pageAfterSignIn.peek();
    tabStorage.remove(KEY);
    return path;
  },
};

/**
 * Returns the path, or `/chat` if a sign-in must not lead to the path. Refuses other origins, to prevent an open
 * redirect.
 */
export function safePath(path: string | null, origin: string): string {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return START;
  const url = new URL(path, origin);
  // `/.//evil.example` has this origin, but its pathname `//evil.example` would lead the browser to another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return START;
  if (url.pathname === '/' || url.pathname === '/login' || isSignInCallback(url.search)) return START;
  return url.pathname + url.search + url.hash;
}
