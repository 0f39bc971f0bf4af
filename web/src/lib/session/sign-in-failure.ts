import { commonCopy } from '../copy.ts';

/** Amplify's or the provider's words for a failed sign-in, as words for people. */
export function explainSignInFailure(message: string): string {
  if (/cancel|access_denied/i.test(message)) return commonCopy.signIn.cancelled;
  if (/state|in.?flight|invalid_grant/i.test(message)) return commonCopy.signIn.stale;
  if (/fetch|network/i.test(message)) return commonCopy.signIn.unreachable;
  return commonCopy.signIn.failed;
}
