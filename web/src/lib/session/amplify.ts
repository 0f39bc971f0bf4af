/**
 * The only module that knows Amplify. Loaded when somebody signs in, comes back from the hosted UI or has
 * tokens: never for a visitor's first page.
 */
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signInWithRedirect, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import 'aws-amplify/auth/enable-oauth-listener';
import { Hub, sessionStorage } from 'aws-amplify/utils';
import type { SiteConfig } from '#contract/config';

export interface IdToken {
  readonly jwt: string;
  readonly email: string;
  readonly name: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** AWS's own address is Amplify's default; named all the same, it would be warned about at each start. */
const unlessDefault = (key: string, service: string, endpoint: string, region: string) =>
  endpoint === `https://${service}.${region}.amazonaws.com/` ? {} : { [key]: endpoint };

const SCOPES = ['email', 'openid', 'phone'];

/** `configure` puts Amplify's storage back to its default, so the tab's storage is set right after it. */
function configure(config: SiteConfig, withIdentityPool: boolean): void {
  const root = `${window.location.origin}/`;
  const userPool = {
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
  const identityPool = {
    identityPoolId: config.identityPoolId,
    allowGuestAccess: false,
    ...unlessDefault('identityPoolEndpoint', 'cognito-identity', config.identityPoolEndpoint, config.region),
  };
  Amplify.configure({ Auth: { Cognito: withIdentityPool ? { ...userPool, ...identityPool } : userPool } });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(sessionStorage);
}

/** Tokens only: without an identity pool in its configuration Amplify asks for no AWS credentials. */
export const start = (config: SiteConfig): void => configure(config, false);

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

/** The ID token, renewed where needed; undefined when nobody is signed in or the session is over. */
export async function readIdToken(forceRefresh = false): Promise<IdToken | undefined> {
  const { tokens } = await fetchAuthSession({ forceRefresh });
  const idToken = tokens?.idToken;
  if (!idToken) return undefined;
  const { email, name, exp = 0 } = idToken.payload;
  if (typeof email !== 'string') return undefined;
  return {
    jwt: idToken.toString(),
    email,
    name: typeof name === 'string' ? name : undefined,
    expiresAt: exp * 1_000,
  };
}

/** Leaves for the hosted sign-in page. */
export const leaveToSignIn = (): Promise<void> => signInWithRedirect();

/** Revokes this session's tokens and leaves for the hosted UI's logout, which returns to the root. */
export const leaveSignedOut = (): Promise<void> => signOut();

/** Obtains the identity pool's credentials (design 7). Called when the browser is idle, off every path. */
export async function obtainCredentials(config: SiteConfig): Promise<void> {
  configure(config, true);
  await fetchAuthSession();
}
