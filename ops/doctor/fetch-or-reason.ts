const LIMIT_MS = 15_000;

/** Returns the response, or the reason why there is none. Follows no redirect. */
export async function fetchOrReason(url: string, init: RequestInit = {}): Promise<Response | string> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return cause instanceof Error ? cause.message || cause.name : String(cause);
  }
}
