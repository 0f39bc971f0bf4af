/** The return from the hosted UI: the address carries a code or an error, together with a state (docs/spec.md 2.1). */
export function isCallback(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}
