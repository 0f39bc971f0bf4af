/** Runs Amplify's own code, whose order of writes and handling of errors the client depends on. */
import { expect, it, vi } from 'vitest';
import type { SiteConfig } from '#contract/site-config';
import { browserStorage } from '../browser-storage.ts';
import { configureAmplify } from './amplify.ts';
import { leaveToSignIn } from './hosted-ui.ts';

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
  const globals = { ...storages, document: events };
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
