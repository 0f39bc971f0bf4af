/**
 * Emulates CloudFront's cache of error responses. CloudFront caches errors even under the policy CachingDisabled. A
 * lifetime in an error's Cache-Control header is not emulated.
 * Sources: the pages "Control how long CloudFront caches errors" and "How CloudFront processes HTTP 4xx and 5xx status
 * codes from your origin".
 */
import type { Clock } from '../emulator-types.ts';
import type { DistributionConfig, Headers } from './cloudfront-types.ts';

/** Statuses that CloudFront caches even if the response has no Cache-Control header. */
const KEPT_BY_DEFAULT = new Set([404, 410, 414, 500, 501, 502, 503, 504]);
/**
 * Statuses that CloudFront does not cache if Cache-Control has `no-store`, `no-cache` or `private`. For other statuses
 * CloudFront ignores these directives.
 */
const ORIGIN_MAY_FORBID = new Set([404, 410, 414, 501]);
const DEFAULT_SECONDS = 10;

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface ErrorCache {
  /** Returns the cached error, whichever viewer's request caused it. */
  find(method: string, uri: string): ErrorAnswer | undefined;
  keeps(method: string, status: number, headers: Headers): boolean;
  keep(method: string, uri: string, answer: ErrorAnswer): void;
}

/**
 * Creates the cache of one distribution. Its key is the method and the path, because the policy CachingDisabled puts
 * neither the query nor a header into the key.
 */
export function createErrorCache(
  { CustomErrorResponses = [] }: DistributionConfig,
  clock: Clock,
): ErrorCache {
  const seconds = new Map<number, number>();
  for (const { ErrorCode, ErrorCachingMinTTL, ResponseCode, ResponsePagePath } of CustomErrorResponses) {
    if (ResponseCode !== undefined || ResponsePagePath !== undefined)
      throw new Error('not emulated: custom error pages');
    seconds.set(ErrorCode, ErrorCachingMinTTL ?? DEFAULT_SECONDS);
  }
  const kept = new Map<string, { readonly answer: ErrorAnswer; readonly until: number }>();
  const secondsOf = (status: number) => seconds.get(status) ?? DEFAULT_SECONDS;
  const isRead = (method: string) => method === 'GET' || method === 'HEAD';

  return {
    find(method, uri) {
      const key = `${method} ${uri}`;
      const entry = kept.get(key);
      if (entry && entry.until > clock.now()) return entry.answer;
      kept.delete(key);
      return undefined;
    },
    keeps(method, status, headers) {
      if (!isRead(method) || !KEPT_BY_DEFAULT.has(status) || secondsOf(status) === 0) return false;
      const forbids = /\b(?:no-store|no-cache|private)\b/i.test(String(headers['cache-control'] ?? ''));
      return !(forbids && ORIGIN_MAY_FORBID.has(status));
    },
    keep(method, uri, answer) {
      kept.set(`${method} ${uri}`, { answer, until: clock.now() + secondsOf(answer.status) * 1_000 });
    },
  };
}
