import { Amplify, Hub } from '@aws-amplify/core';
import { signInWithRedirect, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { sessionStorage } from 'aws-amplify/utils';
import { logOut } from '#contract/account';
import { AFTER_LOGOUT } from '#contract/logout-return-query';
import type { SiteConfig } from '#contract/site-config';
import { commonCopy } from '../common-and-sign-in-copy.ts';
import { configureAmplify } from './amplify-configuration-and-tokens.ts';
import { keepOAuthState, restoreOAuthState } from './oauth-state-storage.ts';
import 'aws-amplify/auth/enable-oauth-listener';

/** Longest exchange of the code for tokens. Amplify itself sets no limit. */
const EXCHANGE_TIMEOUT_MS = 30_000;
/** Longest revocation of tokens. Amplify sets no limit, and leaves for the hosted UI only after the revocation. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

/**
 * Leaves for the hosted sign-in page, which replaces this page in the browser's history. Otherwise Back would lead to
 * this page, which would leave again at once.
 */
export const leaveToSignIn = ({ userPoolClientId }: SiteConfig): Promise<void> =>
  signInWithRedirect({
    options: {
      authSessionOpener: async (url) => {
        // One microtask after Amplify calls this function, Amplify writes its mark `inflightOAuth`. `keepOAuthState`
        // removes the mark, so it must run after the write. If the mark stayed, other tabs would wait for their tokens.
        await undefined;
        keepOAuthState(userPoolClientId);
        window.location.replace(url);
      },
    },
  });

/** Completes a sign-in. Resolves with undefined on success, else with a message for `explainSignInFailure`. */
export async function finishSignIn(config: SiteConfig, state: string | null): Promise<string | undefined> {
  if (!restoreOAuthState(config.userPoolClientId, state)) return 'unexpected state';
  const finished = new Promise<string | undefined>((resolve) => {
    const end = (failure?: string) => {
      stop();
      clearTimeout(timer);
      resolve(failure);
    };
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event === 'signInWithRedirect') end();
      else if (payload.event === 'signInWithRedirect_failure')
        end(String(payload.data?.error?.message ?? ''));
    });
    const timer = setTimeout(end, EXCHANGE_TIMEOUT_MS, 'No answer from the network');
  });
  configureAmplify(config);
  shareTokens();
  return finished;
}

/**
 * Ends this session: the product refuses its ID token from now on, Cognito revokes its other tokens, and the hosted
 * UI's logout invalidates the hosted page's cookie.
 * @throws Error when the browser is offline, or Cognito does not answer: the hosted page's cookie is then still valid
 */
export async function leaveToSignOut(idToken: string | undefined): Promise<void> {
  if (!navigator.onLine) throw new Error('The browser is offline');
  if (idToken !== undefined) void refuseFromNowOn(idToken);
  shareTokens();
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(timer.reject, SIGN_OUT_TIMEOUT_MS, new Error('No answer from Cognito'));
  await Promise.race([signOut(), timer.promise]).finally(() => clearTimeout(timeout));
}

/** Leaves for the hosted UI's logout again, because the browser did not return from there after an earlier logout. */
export function leaveToHostedLogout({ hostedUiDomain, userPoolClientId }: SiteConfig): void {
  const query = new URLSearchParams({
    client_id: userPoolClientId,
    logout_uri: `${window.location.origin}/${AFTER_LOGOUT}`,
  });
  window.location.replace(`https://${hostedUiDomain}/logout?${query}`);
}

/** Gives this tab's storage of tokens to Amplify's own provider of tokens, which sign-in and sign-out use. */
function shareTokens(): void {
  const { Auth } = Amplify.getConfig();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(sessionStorage);
  if (Auth) cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
}

/** If the request is lost, the ID token stays valid until it expires. `keepalive` lets the request outlive the page. */
const refuseFromNowOn = (idToken: string): Promise<unknown> =>
  fetch(logOut.path, {
    method: logOut.method,
    keepalive: true,
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined);

export function explainSignInFailure(message: string): string {
  if (/cancel|access_denied/i.test(message)) return commonCopy.signIn.cancelled;
  if (/state|in.?flight|invalid_grant/i.test(message)) return commonCopy.signIn.stale;
  if (/fetch|network|load failed/i.test(message)) return commonCopy.signIn.unreachable;
  return commonCopy.signIn.failed;
}
