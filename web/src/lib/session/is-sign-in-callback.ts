/**
 * True for the query string with which Cognito's hosted UI sends the browser back after a sign-in or a failed attempt
 * (docs/spec.md 2.1). It has `state`, and `code` or `error`.
 */
export function isSignInCallback(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}
