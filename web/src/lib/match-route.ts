import type { ReactNode } from 'react';
import { matchPath, type Params } from 'react-router';

export interface Route {
  readonly path: string;
  readonly page: (params: Params) => ReactNode;
}

/**
 * Returns the page of the first route that matches a pathname. react-router's own `useRoutes` would add 3 KB to the
 * landing page (decision 0053).
 */
export function matchRoute(routes: readonly Route[], pathname: string): ReactNode {
  for (const { path, page } of routes) {
    const match = matchPath(path, decoded(pathname));
    if (match) return page(match.params);
  }
  return undefined;
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
