import type { joinWaitlist as call } from '#contract/waitlist';

/** Outcome of a request to join: `refused` by the server, or `unreachable`. */
export type JoinOutcome = 'joined' | 'refused' | 'unreachable';

/** As in the contract, checked by its type: the landing page does not load the schemas. */
const ROUTE: Pick<typeof call, 'method' | 'path'> = { method: 'POST', path: '/api/waitlist' };
/** No gateway answers later than this. */
const PATIENCE_MS = 30_000;

/** POST /api/waitlist (docs/spec.md 7.1). The answer never tells whether the address was known. */
export async function joinWaitlist(email: string): Promise<JoinOutcome> {
  try {
    const { ok } = await fetch(ROUTE.path, {
      method: ROUTE.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return ok ? 'joined' : 'refused';
  } catch {
    return 'unreachable';
  }
}
