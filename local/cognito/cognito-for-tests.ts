/** A Cognito with one pool, one public client and one identity pool, for tests. */

import {
  arnOf,
  type FakeFunction,
  fakeFunctions,
  keptLog,
  movableClock,
} from '../fakes-for-emulator-tests.ts';
import { createOutbox } from '../outbox/outbox.ts';
import {
  type CognitoOptions,
  createCognito,
  type UserPoolClientProperties,
  type UserPoolProperties,
} from './cognito.ts';

export const POOL = 'us-east-1_Local0001';
export const CLIENT = 'client1';
export const IDENTITY_POOL = 'us-east-1:11111111-2222-3333-4444-555555555555';
export const PASSWORD = 'correct horse battery';

export interface GivenCognito {
  readonly triggers?: Readonly<Record<string, FakeFunction>>;
  readonly pool?: UserPoolProperties;
  readonly client?: Partial<UserPoolClientProperties>;
  readonly origin?: string;
  readonly redirect?: string;
  readonly more?: Partial<CognitoOptions>;
}

export function givenCognito({ triggers = {}, pool, client, origin, redirect, more }: GivenCognito = {}) {
  const functions = fakeFunctions(triggers);
  const clock = movableClock();
  const outbox = createOutbox({ clock });
  const { log, lines } = keptLog();
  const callback = redirect ?? 'https://app.example/';
  const cognito = createCognito({
    pools: {
      [POOL]: {
        UsernameConfiguration: { CaseSensitive: false },
        AutoVerifiedAttributes: ['email'],
        LambdaConfig: Object.fromEntries(Object.keys(triggers).map((name) => [name, arnOf(name)])),
        ...pool,
      },
    },
    clients: {
      [CLIENT]: {
        UserPoolId: POOL,
        CallbackURLs: [callback],
        LogoutURLs: [callback],
        AllowedOAuthFlows: ['code'],
        AllowedOAuthScopes: ['email', 'openid', 'phone'],
        ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        PreventUserExistenceErrors: 'ENABLED',
        ...client,
      },
    },
    groups: [
      { GroupName: 'testers', UserPoolId: POOL, Precedence: 2 },
      { GroupName: 'admins', UserPoolId: POOL, Precedence: 1 },
    ],
    domains: [{ UserPoolId: POOL, Domain: 'parley-local' }],
    identityPools: {
      [IDENTITY_POOL]: identityPool(),
    },
    issuer: (poolId) => `${origin ?? 'https://localhost:1'}/${poolId}`,
    productName: 'Test House',
    invoke: functions.invoke,
    authorize: (key, action, resource) => {
      if (key !== 'AKMAY')
        throw new Error(`${key} is not authorized to perform: ${action} on resource: ${resource}`);
    },
    deliver: (mail) => outbox.deliver(mail),
    roleCredentials: ({ kind }) =>
      kind === 'authenticated'
        ? { accessKeyId: 'ASIAUSER', secretAccessKey: 'secret', sessionToken: 'session' }
        : undefined,
    clock,
    log,
    ...more,
  });
  return { cognito, functions, clock, outbox, lines };
}

export const identityPool = (provider: { readonly ServerSideTokenCheck?: boolean } = {}) => ({
  AllowUnauthenticatedIdentities: false,
  CognitoIdentityProviders: [
    { ClientId: CLIENT, ProviderName: `cognito-idp.us-east-1.amazonaws.com/${POOL}`, ...provider },
  ],
});

/** Returns the claims of a token without a check of its signature. */
export function claimsOf(token: string | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8'));
}
