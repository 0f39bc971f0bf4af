/**
 * Amplify as the signed-in product needs it at every start: its configuration and the tokens. Signing in,
 * signing out and AWS credentials are in modules of their own, which are loaded when somebody does that.
 *
 * `Amplify` is the core's: the one of `aws-amplify` brings along the identity pool's client and cookie storage,
 * whether or not they are used.
 */
import { Amplify, type CredentialsAndIdentityIdProvider, fetchAuthSession } from '@aws-amplify/core';
import { cognitoUserPoolsTokenProvider, refreshAuthTokensWithoutDedupe } from 'aws-amplify/auth/cognito';
import { sessionStorage } from 'aws-amplify/utils';
import type { SiteConfig } from '#contract/config';

export interface IdToken {
  readonly jwt: string;
  readonly email: string;
  readonly name: string | undefined;
  readonly isAdmin: boolean;
  /** Milliseconds since the epoch, by the device's clock, however wrong it is. */
  readonly expiresAt: number;
}

/** AWS's own address is Amplify's default; named all the same, it would be warned about at each start. */
const unlessDefault = (key: string, service: string, endpoint: string, region: string) =>
  endpoint === `https://${service}.${region}.amazonaws.com/` ? {} : { [key]: endpoint };

/** The group of the operators (lib/constructs/user-directory.ts). */
const ADMINS = 'admins';
const SCOPES = ['email', 'openid', 'phone'];

/**
 * Configures Amplify. Without a provider of credentials the identity pool is left out, and loading the tokens
 * asks for no AWS credentials.
 */
export function start(config: SiteConfig, credentialsProvider?: CredentialsAndIdentityIdProvider): void {
  const Auth = {
    Cognito: credentialsProvider ? { ...userPool(config), ...identityPool(config) } : userPool(config),
  };
  cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  cognitoUserPoolsTokenProvider.setKeyValueStorage(sessionStorage);
  // Amplify's default waits for a request that hangs, for ever; token-renewal.ts makes one at a time, and gives up.
  cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokenRefresher(refreshAuthTokensWithoutDedupe);
  const providers = {
    tokenProvider: cognitoUserPoolsTokenProvider,
    ...(credentialsProvider && { credentialsProvider }),
  };
  Amplify.configure({ Auth }, { Auth: providers });
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
        redirectSignOut: [root],
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

/** The ID token, renewed where needed; undefined when no user is signed in or the session is over. */
export async function readIdToken(forceRefresh = false): Promise<IdToken | undefined> {
  const { tokens } = await fetchAuthSession({ forceRefresh });
  const idToken = tokens?.idToken;
  if (!idToken) return undefined;
  const { email, name, exp = 0, 'cognito:groups': groups } = idToken.payload;
  if (typeof email !== 'string') return undefined;
  const stored = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens();
  return {
    jwt: idToken.toString(),
    email,
    name: typeof name === 'string' ? name : undefined,
    isAdmin: Array.isArray(groups) && groups.includes(ADMINS),
    expiresAt: exp * 1_000 - (stored?.clockDrift ?? 0),
  };
}
