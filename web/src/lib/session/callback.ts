/** The return from the hosted UI: the address carries a code or an error, together with a state (spec 2). */
import { texts } from '../texts.ts';

export function isCallback(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}

/** Amplify's or the provider's words for a failed sign-in, as words for people. */
export function explainSignInFailure(message: string): string {
  if (/cancel|access_denied/i.test(message)) return texts.signIn.cancelled;
  if (/state|in.?flight|invalid_grant/i.test(message)) return texts.signIn.stale;
  if (/fetch|network/i.test(message)) return texts.signIn.unreachable;
  return texts.signIn.failed;
}
