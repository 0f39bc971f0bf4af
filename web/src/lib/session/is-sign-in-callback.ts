/** True for the query with which Cognito's hosted UI returns, also after a failed sign-in (docs/spec.md 2.1). */
export function isSignInCallback(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}
