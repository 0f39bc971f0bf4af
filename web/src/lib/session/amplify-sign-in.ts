/** Leaving for the hosted UI and coming back from it. Loaded when a user does. */
import { signInWithRedirect } from 'aws-amplify/auth';
import 'aws-amplify/auth/enable-oauth-listener';
import { Hub } from '@aws-amplify/core';
import type { SiteConfig } from '#contract/config';
import { start } from './amplify.ts';
import { keepPending, restorePending } from './pending-sign-in.ts';

/** Leaves for the hosted sign-in page, which takes this page's place: Back does not come here to leave again. */
export const leaveToSignIn = ({ userPoolClientId }: SiteConfig): Promise<void> =>
  signInWithRedirect({
    options: {
      authSessionOpener: async (url) => {
        keepPending(userPoolClientId);
        window.location.replace(url);
      },
    },
  });

/**
 * Completes the return from the hosted UI, which carries `state`. Resolves with Amplify's error message, or
 * undefined on success.
 */
export async function finishSignIn(config: SiteConfig, state: string | null): Promise<string | undefined> {
  if (!restorePending(config.userPoolClientId, state)) return 'unexpected state';
  const finished = new Promise<string | undefined>((resolve) => {
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event !== 'signInWithRedirect' && payload.event !== 'signInWithRedirect_failure') return;
      stop();
      resolve(
        payload.event === 'signInWithRedirect' ? undefined : String(payload.data?.error?.message ?? ''),
      );
    });
  });
  start(config);
  return finished;
}
