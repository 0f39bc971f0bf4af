import type { IncomingMessage } from 'node:http';

/**
 * Returns a URL with the path and the query of a request. Its host is a placeholder. A path may begin with two slashes:
 * `new URL(path, base)` would take what follows for a host, and throw for `//`.
 */
export function requestUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): URL {
  const host = 'http://localhost';
  return url.startsWith('/') ? new URL(`${host}${url}`) : new URL(url, host);
}
