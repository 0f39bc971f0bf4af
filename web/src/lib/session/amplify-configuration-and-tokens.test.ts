/** Runs Amplify's own code, whose order of writes and handling of errors the client depends on. */
import { cognitoCredentialsProvider } from 'aws-amplify/auth/cognito';
import { expect, it, vi } from 'vitest';
import type { SiteConfig } from '#contract/site-config';
import { browserStorage, tabStorage } from '../browser-storage.ts';
import { configureAmplify, readIdToken } from './amplify-configuration-and-tokens.ts';
import { leaveToSignIn } from './sign-in-and-sign-out.ts';

/** Amplify takes the storages of `window` when it is imported. */
const { replace } = vi.hoisted(() => {
  const storage = () => {
    const values = new Map<string, string>();
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    };
  };
  const storages = { localStorage: storage(), sessionStorage: storage() };
  const replace = vi.fn();
  const origin = 'https://example.com';
  const location = { origin, href: `${origin}/`, hostname: 'example.com', pathname: '/', replace };
  const events = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const globals = {
    ...storages,
    document: { ...events, querySelector: () => null, querySelectorAll: () => [] },
  };
  const window = { ...globals, ...events, location, crypto, btoa };
  for (const [name, value] of Object.entries({ ...globals, window })) vi.stubGlobal(name, value);
  return { replace };
});

const config: SiteConfig = {
  productName: 'Parley',
  region: 'us-east-1',
  userPoolId: 'us-east-1_pool',
  userPoolClientId: 'client',
  identityPoolId: 'us-east-1:pool',
  hostedUiDomain: 'auth.example.com',
  userPoolEndpoint: 'https://cognito-idp.us-east-1.amazonaws.com/',
  identityPoolEndpoint: 'https://cognito-identity.us-east-1.amazonaws.com/',
  payments: 'off',
  hasSupport: false,
};
const ofClient = (name: string) => `CognitoIdentityServiceProvider.client.${name}`;

it('a tab that leaves to sign in does not hold back the tokens of other tabs', async () => {
  configureAmplify(config);
  await leaveToSignIn(config);
  expect(replace.mock.calls).toEqual([
    [expect.stringContaining('https://auth.example.com/oauth2/authorize?')],
  ]);
  await new Promise((resolve) => setTimeout(resolve));
  const names = ['inflightOAuth', 'inflightOAuthDeadline', 'oauthState', 'oauthPKCE'];
  expect(names.map((name) => browserStorage.get(ofClient(name)))).toEqual([null, null, null, null]);
});

const iss = `${config.userPoolEndpoint}${config.userPoolId}`;
const tokenUntil = (exp: number) =>
  `e30.${btoa(JSON.stringify({ iss, sub: 'ada', email: 'ada@example.com', iat: 1, exp }))}.s`;

function givenTokens(token: string): void {
  tabStorage.set(ofClient('LastAuthUser'), 'ada');
  for (const name of ['accessToken', 'idToken', 'refreshToken'])
    tabStorage.set(ofClient(`ada.${name}`), token);
}

it('tokens are renewed while the identity pool fails', async () => {
  givenTokens(tokenUntil(0));
  const renewed = tokenUntil(Date.now() / 1_000 + 3_600);
  const AuthenticationResult = { AccessToken: renewed, IdToken: renewed, RefreshToken: 'next' };
  vi.stubGlobal('fetch', async (url: URL) =>
    url.href.startsWith(config.userPoolEndpoint)
      ? Response.json({ AuthenticationResult })
      : Response.json({ __type: 'InternalErrorException' }, { status: 500 }),
  );
  configureAmplify(config, cognitoCredentialsProvider);
  expect(await readIdToken(true)).toMatchObject({ jwt: renewed });
});

it.each(['NotAuthorizedException', 'RefreshTokenReuseException'])(
  'a renewal that Cognito refuses with %s leaves no session',
  async (refusal) => {
    givenTokens(tokenUntil(0));
    const headers = { 'x-amzn-errortype': `${refusal}:` };
    vi.stubGlobal('fetch', async () => Response.json({ __type: refusal }, { status: 400, headers }));
    configureAmplify(config);
    expect(await readIdToken()).toBeUndefined();
    expect(tabStorage.get(ofClient('ada.refreshToken'))).toBeNull();
  },
);
