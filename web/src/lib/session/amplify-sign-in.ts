/** Leaving for the hosted UI and coming back from it. Loaded when somebody does. */
import { signInWithRedirect } from 'aws-amplify/auth';
import 'aws-amplify/auth/enable-oauth-listener';
import { Hub } from '@aws-amplify/core';
import type { SiteConfig } from '#contract/config';
import { start } from './amplify.ts';

/** Leaves for the hosted sign-in page. */
export const leaveToSignIn = (): Promise<void> => signInWithRedirect();

/** Completes the return from the hosted UI. Resolves with Amplify's error message, or undefined on success. */
export function finishSignIn(config: SiteConfig): Promise<string | undefined> {
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
