import type { IncomingMessage } from 'node:http';

/**
 * Returns a URL with a placeholder host and the path and query of a request.
 * For a path such as `//a/b`, `new URL(path, base)` would take `a` for the host.
 */
export function requestUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): URL {
  const host = 'http://localhost';
  return url.startsWith('/') ? new URL(`${host}${url}`) : new URL(url, host);
}
