/**
 * Every page of a signed-in user loads this file, so it has no code for sign-in, sign-out, renewal or AWS credentials.
 * `Amplify` is imported from `@aws-amplify/core`, because `aws-amplify` would add the identity pool's client and cookie
 * storage to the bundle.
 */
import { Amplify, type CredentialsAndIdentityIdProvider, type JWT } from '@aws-amplify/core';
import { DefaultTokenStore, TokenOrchestrator } from 'aws-amplify/auth/cognito';
import { sessionStorage } from 'aws-amplify/utils';
import { ADMINS } from '#contract/admin-group';
import { AFTER_LOGOUT } from '#contract/logout-return-query';
import type { SiteConfig } from '#contract/site-config';

export interface IdToken {
  readonly jwt: string;
  readonly owner: string;
  readonly email: string;
  readonly name: string | undefined;
  readonly isAdmin: boolean;
  /**
   * Time of expiry, in milliseconds since the epoch. It is corrected by the error of the device's clock, so that it can
   * be compared with `Date.now()`.
   */
  readonly expiresAt: number;
}

/** Leaves out the setting for AWS's own endpoint, because Amplify would log a warning. */
const unlessDefault = (key: string, service: string, endpoint: string, region: string) =>
  endpoint === `https://${service}.${region}.amazonaws.com/` ? {} : { [key]: endpoint };

/**
 * Tokens of this tab. This file creates a provider of tokens, because Amplify's own provider would add the renewal's
 * code to this script. Sign-in and sign-out use Amplify's provider with the same storage (sign-in-and-sign-out.ts).
 */
const store = new DefaultTokenStore();
store.setKeyValueStorage(sessionStorage);
const tokenProvider = new TokenOrchestrator();
tokenProvider.setAuthTokenStore(store);

/**
 * Sends each replaced refresh token, with its successor, to other tabs. A duplicated tab has a copy of the old token,
 * and Cognito refuses a refresh token a minute after it was replaced.
 */
const rotations = new BroadcastChannel('rotations');
rotations.onmessage = ({ data: [from, to] }: MessageEvent<[string, string]>) => {
  const adopt = async () => {
    const tokens = await store.loadTokens();
    if (tokens?.refreshToken === from) await store.storeTokens({ ...tokens, refreshToken: to });
  };
  adopt().catch(() => undefined);
};

/**
 * Amplify's default refresher makes its callers share a request that is still running. When a request has timed out,
 * renewal-timeout-and-retry.ts retries. The default refresher would make the retry wait for the old request.
 */
tokenProvider.setTokenRefresher(async (options) => {
  const { renewTokens } = await import('./amplify-renewal.ts');
  const renewed = await renewTokens(options);
  rotations.postMessage([options.tokens.refreshToken, renewed.refreshToken]);
  return renewed;
});

export const clearTokens = (): Promise<void> => store.clearTokens();

const SCOPES = ['email', 'openid', 'phone'];

/** Configures Amplify. Without `credentialsProvider`, Amplify requests no AWS credentials. */
export function configureAmplify(
  config: SiteConfig,
  credentialsProvider?: CredentialsAndIdentityIdProvider,
): void {
  const Auth = {
    Cognito: credentialsProvider ? { ...userPool(config), ...identityPool(config) } : userPool(config),
  };
  store.setAuthConfig(Auth);
  tokenProvider.setAuthConfig(Auth);
  Amplify.configure(
    { Auth },
    { Auth: { tokenProvider, ...(credentialsProvider && { credentialsProvider }) } },
  );
}

function userPool(config: SiteConfig) {
  const root = `${window.location.origin}/`;
  return {
    userPoolId: config.userPoolId,
    userPoolClientId: config.userPoolClientId,
    ...unlessDefault('userPoolEndpoint', 'cognito-idp', config.userPoolEndpoint, config.region),
    loginWith: {
      oauth: {
        domain: config.hostedUiDomain,
        scopes: SCOPES,
        redirectSignIn: [root],
        redirectSignOut: [root + AFTER_LOGOUT],
        responseType: 'code' as const,
      },
    },
  };
}

const identityPool = (config: SiteConfig) => ({
  identityPoolId: config.identityPoolId,
  allowGuestAccess: false,
  ...unlessDefault('identityPoolEndpoint', 'cognito-identity', config.identityPoolEndpoint, config.region),
});

/**
 * Returns the ID token, renewed if needed. Undefined when no user is signed in, or the session has ended. Does not use
 * `fetchAuthSession`, which would also request AWS credentials and would fail whenever the identity pool fails.
 * @throws Amplify's error when the user pool cannot be reached
 */
export async function readIdToken(forceRefresh = false): Promise<IdToken | undefined> {
  const tokens = await Amplify.Auth.getTokens({ forceRefresh });
  return tokens?.idToken && toIdToken(tokens.idToken);
}

/** Returns this tab's stored ID token, which may have expired. */
export async function readStoredIdToken(): Promise<IdToken | undefined> {
  const stored = await store.loadTokens();
  return stored?.idToken && toIdToken(stored.idToken);
}

async function toIdToken(idToken: JWT): Promise<IdToken | undefined> {
  const { sub: owner, email, name, exp = 0, 'cognito:groups': groups } = idToken.payload;
  if (typeof email !== 'string' || owner === undefined) return undefined;
  const stored = await store.loadTokens();
  return {
    jwt: idToken.toString(),
    owner,
    email,
    name: typeof name === 'string' ? name : undefined,
    isAdmin: Array.isArray(groups) && groups.includes(ADMINS),
    expiresAt: exp * 1_000 - (stored?.clockDrift ?? 0),
  };
}
