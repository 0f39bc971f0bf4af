/** Tells whether a page is opened by a return from the hosted UI: its query has a state together with a code or an error (docs/spec.md 2.1). */
export function isSignInCallback(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}
