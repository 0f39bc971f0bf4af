import type { ReactNode } from 'react';
import { matchPath, type Params } from 'react-router';

/** Pattern of addresses, such as `/chat/:chatId?`, and the page that they show. */
export interface Route {
  readonly path: string;
  readonly page: (params: Params) => ReactNode;
}

/**
 * Returns the page of the first route that matches a pathname; undefined if no route matches. react-router's own
 * `useRoutes` can also nest routes and catch errors in loading a route's data. That code would add 3 KB to the landing
 * page (decision 0053).
 */
export function matchRoute(routes: readonly Route[], pathname: string): ReactNode {
  for (const { path, page } of routes) {
    const match = matchPath(path, decoded(pathname));
    if (match) return page(match.params);
  }
  return undefined;
}

/** Decodes a pathname. Returns the pathname unchanged if its percent-encoding is malformed. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
