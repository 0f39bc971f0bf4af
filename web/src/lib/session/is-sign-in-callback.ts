/**
 * Returns true for the query of a return from the hosted UI (docs/spec.md 2.1). Such a query has `state`, and `code` or
 * `error`.
 */
export function isSignInCallback(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}
