import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from '@aws-sdk/client-cognito-identity';
import * as idp from '@aws-sdk/client-cognito-identity-provider';
import { JwtVerifier } from 'aws-jwt-verify';
import { afterEach, describe, expect, it } from 'vitest';
import { createFaults } from '../faults/faults.ts';
import { type Listener, listenPlain } from '../gateway/gateway-exports.ts';
import type { State } from './cognito-core-and-state.ts';
import {
  CLIENT,
  claimsOf,
  type GivenCognito,
  givenCognito,
  IDENTITY_POOL,
  identityPool,
  PASSWORD,
  POOL,
} from './cognito-for-tests.ts';

const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});

const email = 'Ann@example.com';
const pool = { UserPoolId: POOL, Username: email };
const client = { ClientId: CLIENT, Username: email };

async function givenApi(given: GivenCognito = {}) {
  const emulator = givenCognito(given);
  const listener = await listenPlain({ port: 0, handle: emulator.cognito.handle });
  listeners.push(listener);
  const endpoint = `http://127.0.0.1:${listener.port}`;
  const config = (accessKeyId: string) => ({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 's' },
    maxAttempts: 1,
  });
  const api = new idp.CognitoIdentityProviderClient(config('AKMAY'));
  const login = (PASSWORD: string, USERNAME = email) =>
    api.send(
      new idp.InitiateAuthCommand({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: CLIENT,
        AuthParameters: { USERNAME, PASSWORD },
      }),
    );
  return { ...emulator, api, login, config, endpoint };
}

const refusal = (name: string, message?: string) =>
  expect.objectContaining({ name, ...(message && { message }) });

describe('a call that fails', () => {
  const fail = { code: 'InternalErrorException', status: 500 };

  it('after its effect leaves the effect in place', async () => {
    const faults = createFaults();
    const { api } = await givenApi({ more: { faults } });
    const signUp = () => api.send(new idp.SignUpCommand({ ...client, Password: PASSWORD }));
    faults.at({ service: 'cognito', action: 'SignUp', phase: 'after', effect: { fail } });
    await expect(signUp()).rejects.toEqual(refusal('InternalErrorException'));
    await expect(signUp()).rejects.toEqual(refusal('UsernameExistsException'));
  });

  it('may be the request for the signing keys, which works again afterwards', async () => {
    const faults = createFaults();
    const { endpoint } = await givenApi({ more: { faults } });
    const keys = () => fetch(`${endpoint}/${POOL}/.well-known/jwks.json`);
    faults.at({ service: 'cognito', action: 'jwks.json', effect: { fail } });
    expect((await keys()).status).toBe(500);
    expect((await keys()).status).toBe(200);
  });
});

it('a body that is no JSON is refused', async () => {
  const { endpoint } = await givenApi();
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' },
    body: '{"AuthFlow":',
  });
  expect([response.status, await response.json()]).toMatchObject([400, { __type: 'SerializationException' }]);
});

describe('the name of a member that every object has', () => {
  it.each(['AWSCognitoIdentityService', 'AWSCognitoIdentityProviderService', 'Unknown'])(
    'is no call of %s',
    async (service) => {
      const { endpoint } = await givenApi();
      const headers = { 'x-amz-target': `${service}.constructor` };
      const response = await fetch(endpoint, { method: 'POST', headers, body: '{}' });
      const { __type } = (await response.json()) as { readonly __type?: string };
      expect([response.status, __type]).toEqual([400, 'UnknownOperationException']);
    },
  );

  it('is no pool', async () => {
    const { api, config } = await givenApi();
    const missing = refusal('ResourceNotFoundException');
    const describePool = new idp.DescribeUserPoolCommand({ UserPoolId: 'constructor' });
    await expect(api.send(describePool)).rejects.toEqual(missing);
    const identity = new CognitoIdentityClient(config('none'));
    await expect(identity.send(new GetIdCommand({ IdentityPoolId: 'constructor' }))).rejects.toEqual(missing);
  });
});

describe('signing up', () => {
  const signUp = (more: Partial<idp.SignUpCommandInput> = {}) =>
    new idp.SignUpCommand({ ...client, Password: PASSWORD, ...more });

  it('mails a code that confirms the user; then the password signs in with the e-mail in any case', async () => {
    const { api, outbox, login } = await givenApi();
    const signedUp = await api.send(signUp());
    expect(signedUp).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: 'A***@e***', AttributeName: 'email' },
    });
    await expect(login(PASSWORD)).rejects.toEqual(refusal('UserNotConfirmedException'));
    const ConfirmationCode = outbox.latestTo(email)?.code ?? '';
    const wrong = ConfirmationCode === '000000' ? '000001' : '000000';
    const confirm = (code: string) => new idp.ConfirmSignUpCommand({ ...client, ConfirmationCode: code });
    await expect(api.send(confirm(wrong))).rejects.toEqual(refusal('CodeMismatchException'));
    await api.send(confirm(ConfirmationCode));
    expect((await login(PASSWORD, 'ann@EXAMPLE.com')).AuthenticationResult?.TokenType).toBe('Bearer');
    await expect(login('wrong')).rejects.toEqual(
      refusal('NotAuthorizedException', 'Incorrect username or password.'),
    );
  });

  it.each([
    ['CaseSensitive true', { CaseSensitive: true }],
    ['no UsernameConfiguration', undefined],
    ['an empty UsernameConfiguration', {}],
  ])('in a pool with %s, addresses that differ in case are different users', async (_, configuration) => {
    const { api, login, cognito } = await givenApi({ pool: { UsernameConfiguration: configuration } });
    await cognito.createUser('ann@example.com', PASSWORD);
    await expect(login(PASSWORD, 'ann@EXAMPLE.com')).rejects.toEqual(refusal('NotAuthorizedException'));
    expect(await api.send(signUp({ Username: 'ann@EXAMPLE.com' }))).toMatchObject({ UserConfirmed: false });
  });

  it('is refused with the text of PreSignUp, the same for a known and a new address', async () => {
    const refuse = () => {
      throw new Error('No invitation');
    };
    const { api, cognito, functions } = await givenApi({ triggers: { PreSignUp: refuse } });
    await cognito.createUser(email, PASSWORD);
    const answers = [signUp(), signUp({ Username: 'new@example.com' })].map((command) =>
      api.send(command).catch((error: Error) => `${error.name}: ${error.message}`),
    );
    const text = 'UserLambdaValidationException: PreSignUp failed with error No invitation.';
    expect(await Promise.all(answers)).toEqual([text, text]);
    expect(functions.eventsOf('PreSignUp')[0]).toMatchObject({
      version: '1',
      triggerSource: 'PreSignUp_SignUp',
      userPoolId: POOL,
      userName: expect.stringMatching(/^[0-9a-f-]{36}$/),
      callerContext: { clientId: CLIENT },
      request: { userAttributes: { email } },
      response: { autoConfirmUser: false },
    });
    await expect(
      api.send(new idp.AdminGetUserCommand({ UserPoolId: POOL, Username: 'new@example.com' })),
    ).rejects.toEqual(refusal('UserNotFoundException'));
  });

  it("honours the client's WriteAttributes, and never lets a user verify an address", async () => {
    const { api } = await givenApi({ client: { WriteAttributes: ['email', 'name'] } });
    for (const Name of ['nickname', 'custom:tier', 'email_verified'])
      await expect(api.send(signUp({ UserAttributes: [{ Name, Value: 'true' }] }))).rejects.toEqual(
        refusal('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
      );
    await api.send(signUp({ UserAttributes: [{ Name: 'name', Value: 'Ann' }] }));
  });

  it('needs a good password, an e-mail, and self sign-up switched on', async () => {
    const policy = { Policies: { PasswordPolicy: { MinimumLength: 12, RequireNumbers: true } } };
    const { api } = await givenApi({ pool: policy });
    await expect(api.send(signUp({ Password: 'short' }))).rejects.toEqual(
      refusal('InvalidPasswordException'),
    );
    await expect(api.send(signUp({ Password: 'without any digit' }))).rejects.toEqual(
      refusal('InvalidPasswordException'),
    );
    await expect(api.send(signUp({ Username: 'ann', Password: PASSWORD + 1 }))).rejects.toEqual(
      refusal('InvalidParameterException'),
    );
    const closed = await givenApi({ pool: { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } } });
    await expect(closed.api.send(signUp())).rejects.toEqual(refusal('NotAuthorizedException'));
  });
});

it('a CustomMessage trigger writes the mail, which must hold the code', async () => {
  const event: { emailMessage: string } = { emailMessage: 'Open https://app.example/#{####}' };
  const { api, cognito, outbox } = await givenApi({
    triggers: { CustomMessage: () => ({ response: { ...event, emailSubject: 'Reset' } }) },
  });
  await cognito.createUser(email, PASSWORD);
  const forget = () => api.send(new idp.ForgotPasswordCommand({ ClientId: CLIENT, Username: email }));
  await forget();
  const mail = outbox.latestTo(email);
  expect([mail?.subject, mail?.text]).toEqual(['Reset', `Open https://app.example/#${mail?.code}`]);
  event.emailMessage = 'No code.';
  await expect(forget()).rejects.toEqual(
    refusal('InvalidLambdaResponseException', 'The message lacks the code parameter'),
  );
});

it.each([
  ['a space before it', ` ${PASSWORD}`],
  ['a space after it', `${PASSWORD} `],
  ['a line break in it', PASSWORD.replace(' ', '\n')],
])(
  'a password with %s is refused with InvalidParameterException by each call that sets one',
  async (_, Password) => {
    const { api, cognito, login } = await givenApi();
    await cognito.createUser(email, PASSWORD);
    const { AccessToken } = (await login(PASSWORD)).AuthenticationResult ?? {};
    const change = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: Password };
    const calls = [
      api.send(new idp.SignUpCommand({ ...client, Username: 'new@example.com', Password })),
      api.send(new idp.ConfirmForgotPasswordCommand({ ...client, ConfirmationCode: '1', Password })),
      api.send(new idp.AdminSetUserPasswordCommand({ ...pool, Password, Permanent: true })),
      api.send(
        new idp.AdminCreateUserCommand({ ...pool, Username: 'b@example.com', TemporaryPassword: Password }),
      ),
      api.send(new idp.ChangePasswordCommand(change)),
    ];
    const refused = { status: 'rejected', reason: refusal('InvalidParameterException') };
    expect(await Promise.allSettled(calls)).toEqual(calls.map(() => refused));
  },
);

it('a Username of more than 128 characters is refused with InvalidParameterException by each call that has one', async () => {
  const { api } = await givenApi();
  const nameOf = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
  await api.send(new idp.SignUpCommand({ ...client, Username: nameOf(128), Password: PASSWORD }));
  const Username = nameOf(129);
  const inClient = { ClientId: CLIENT, Username };
  const calls = [
    api.send(new idp.SignUpCommand({ ...inClient, Password: PASSWORD })),
    api.send(new idp.ConfirmSignUpCommand({ ...inClient, ConfirmationCode: '1' })),
    api.send(new idp.ResendConfirmationCodeCommand(inClient)),
    api.send(new idp.ForgotPasswordCommand(inClient)),
    api.send(
      new idp.ConfirmForgotPasswordCommand({ ...inClient, ConfirmationCode: '1', Password: PASSWORD }),
    ),
    api.send(new idp.AdminCreateUserCommand({ UserPoolId: POOL, Username })),
    api.send(new idp.AdminGetUserCommand({ UserPoolId: POOL, Username })),
  ];
  const refused = { status: 'rejected', reason: refusal('InvalidParameterException') };
  expect(await Promise.allSettled(calls)).toEqual(calls.map(() => refused));
});

describe('a user who changes the address', () => {
  const change = (AccessToken: string | undefined, Value: string) =>
    new idp.UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'email', Value }] });

  it('is refused another user’s address, and may change the case of their own', async () => {
    const { api, cognito, login } = await givenApi();
    await cognito.createUser(email, PASSWORD);
    await cognito.createUser('bob@example.com', PASSWORD);
    const token = (await login(PASSWORD)).AuthenticationResult?.AccessToken;
    await expect(api.send(change(token, 'BOB@example.com'))).rejects.toEqual(refusal('AliasExistsException'));
    const { UserAttributes } = await api.send(new idp.GetUserCommand({ AccessToken: token }));
    expect(UserAttributes).toContainEqual({ Name: 'email', Value: email });
    await api.send(change(token, email.toLowerCase()));
  });

  it('gets a mail by the CustomMessage trigger, whose code verifies the address', async () => {
    const { api, cognito, functions, outbox, login } = await givenApi({
      triggers: {
        CustomMessage: () => ({ response: { emailMessage: 'Type {####}.', emailSubject: 'Hello' } }),
      },
    });
    await cognito.createUser(email, PASSWORD);
    const AccessToken = (await login(PASSWORD)).AuthenticationResult?.AccessToken;
    await api.send(change(AccessToken, 'new@example.com'));
    const mail = outbox.latestTo('new@example.com');
    expect([mail?.subject, mail?.text]).toEqual(['Hello', `Type ${mail?.code}.`]);
    expect(functions.eventsOf('CustomMessage')).toMatchObject([
      {
        triggerSource: 'CustomMessage_UpdateUserAttribute',
        request: { userAttributes: { email: 'new@example.com', email_verified: 'false' } },
      },
    ]);
    await api.send(
      new idp.VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code: mail?.code }),
    );
    const { UserAttributes } = await api.send(new idp.GetUserCommand({ AccessToken }));
    expect(UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
  });
});

describe('an unknown user', () => {
  it('gets the answers of a known one at sign-in, forgotten password and codes', async () => {
    const { api, cognito, login } = await givenApi();
    await cognito.createUser(email, PASSWORD);
    const outcome = (sent: Promise<object>) =>
      sent.then(
        ({ $metadata: _, ...body }: { $metadata?: unknown }) => JSON.stringify(body),
        (error: Error) => `${error.name}: ${error.message}`,
      );
    const calls = (Username: string) => [
      login('wrong', Username),
      api.send(new idp.ForgotPasswordCommand({ ClientId: CLIENT, Username })),
      api.send(
        new idp.ConfirmForgotPasswordCommand({
          ClientId: CLIENT,
          Username,
          ConfirmationCode: '1',
          Password: PASSWORD,
        }),
      ),
    ];
    const of = (name: string) => Promise.all(calls(name).map(outcome));
    const [loginKnown, forgotKnown] = await of(email);
    const [loginNobody, forgotNobody, confirmNobody] = await of('Any@example.com');
    expect([loginNobody, forgotNobody]).toEqual([loginKnown, forgotKnown]);
    expect(confirmNobody).toContain('ExpiredCodeException');
  });
});

describe('tokens', () => {
  it("verify with aws-jwt-verify and have Cognito's claims", async () => {
    const { cognito } = await givenApi();
    const sub = await cognito.createUser(email, PASSWORD, { name: 'Ann', groups: ['testers', 'admins'] });
    const { idToken, accessToken, expiresIn } = await cognito.tokensFor(email);
    const claims = claimsOf(idToken);
    expect(claims).toEqual({
      sub,
      'cognito:groups': ['admins', 'testers'],
      email_verified: true,
      iss: `https://localhost:1/${POOL}`,
      'cognito:username': sub,
      origin_jti: expect.any(String),
      aud: CLIENT,
      event_id: expect.any(String),
      token_use: 'id',
      auth_time: expect.any(Number),
      exp: Number(claims.iat) + 3600,
      iat: expect.any(Number),
      jti: expect.any(String),
      email,
    });
    expect(claimsOf(accessToken)).toMatchObject({
      client_id: CLIENT,
      token_use: 'access',
      scope: 'email openid phone',
      username: sub,
      origin_jti: claims.origin_jti,
    });
    expect(expiresIn).toBe(3600);
    const issuer = `https://localhost:1/${POOL}`;
    const verifier = JwtVerifier.create({
      issuer,
      audience: CLIENT,
      jwksUri: `${issuer}/.well-known/jwks.json`,
    });
    const keys = await cognito.keysOf(`https://localhost:1/${POOL}`);
    verifier.cacheJwks({ keys: keys.map((key) => ({ ...key, kty: 'RSA', kid: key.kid ?? '' })) });
    await expect(verifier.verify(idToken)).resolves.toMatchObject({ sub });
  });

  it('have the name only with the scope profile, or with openid alone', async () => {
    for (const [scopes, name] of [
      [['openid'], 'Ann'],
      [['openid', 'profile'], 'Ann'],
      [['openid', 'email'], undefined],
    ] as const) {
      const { cognito } = await givenApi({ client: { AllowedOAuthScopes: scopes } });
      await cognito.createUser(email, PASSWORD, { name: 'Ann' });
      expect(claimsOf((await cognito.tokensFor(email)).idToken).name).toBe(name);
    }
  });

  it('refresh until they are revoked, expired or the user is disabled', async () => {
    const { api, cognito, clock } = await givenApi({
      client: {
        RefreshTokenValidity: 10,
        TokenValidityUnits: { RefreshToken: 'days', IdToken: 'minutes' },
        IdTokenValidity: 5,
      },
    });
    await cognito.createUser(email, PASSWORD);
    const { refreshToken, idToken } = await cognito.tokensFor(email);
    const refresh = (RefreshToken: string) =>
      api.send(new idp.GetTokensFromRefreshTokenCommand({ ClientId: CLIENT, RefreshToken }));
    const fresh = claimsOf((await refresh(refreshToken)).AuthenticationResult?.IdToken);
    expect(fresh.origin_jti).toBe(claimsOf(idToken).origin_jti);
    expect(fresh.exp).toBe(Number(fresh.iat) + 300);
    await api.send(new idp.RevokeTokenCommand({ ClientId: CLIENT, Token: refreshToken }));
    await expect(refresh(refreshToken)).rejects.toEqual(
      refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
    );
    const second = await cognito.tokensFor(email);
    cognito.disableUser(email);
    await expect(refresh(second.refreshToken)).rejects.toEqual(
      refusal('NotAuthorizedException', 'User is disabled.'),
    );
    await expect(cognito.tokensFor(email)).rejects.toThrow('User is disabled.');
    await api.send(new idp.AdminEnableUserCommand(pool));
    clock.advance(10 * 86_400_000);
    await expect(refresh(second.refreshToken)).rejects.toEqual(
      refusal('NotAuthorizedException', 'Refresh Token has expired'),
    );
  });

  it('rotate: a token that replaced a revoked one is revoked with it', async () => {
    const { api, cognito } = await givenApi({
      client: {
        ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'],
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
      },
    });
    await cognito.createUser(email, PASSWORD);
    const { refreshToken } = await cognito.tokensFor(email);
    const other = await cognito.tokensFor(email);
    const refresh = async (RefreshToken = '') =>
      (await api.send(new idp.GetTokensFromRefreshTokenCommand({ ClientId: CLIENT, RefreshToken })))
        .AuthenticationResult?.RefreshToken;
    const second = await refresh(refreshToken);
    await api.send(new idp.RevokeTokenCommand({ ClientId: CLIENT, Token: refreshToken }));
    await expect(refresh(second)).rejects.toEqual(
      refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
    );
    await expect(refresh(other.refreshToken)).resolves.toEqual(expect.any(String));
  });

  it('that were revoked are forgotten a day after their expiry, when no access token is left', async () => {
    let saved: State = { users: {}, grants: {}, revoked: {}, keys: {} };
    const save = (state: unknown) => {
      saved = state as State;
    };
    const { api, cognito, clock } = await givenApi({ more: { save }, client: { RefreshTokenValidity: 10 } });
    await cognito.createUser(email, PASSWORD);
    const { refreshToken } = await cognito.tokensFor(email);
    await api.send(new idp.RevokeTokenCommand({ ClientId: CLIENT, Token: refreshToken }));
    clock.advance(11 * 86_400_000 - 60_000);
    await cognito.tokensFor(email);
    expect([Object.keys(saved.revoked).length, Object.keys(saved.grants).length]).toEqual([1, 2]);
    clock.advance(60_000);
    await cognito.tokensFor(email);
    expect([Object.keys(saved.revoked).length, Object.keys(saved.grants).length]).toEqual([0, 2]);
  });

  it('rotate: a refresh token is replaced, and refused when the grace period for retries is over', async () => {
    const { api, cognito, clock } = await givenApi({
      client: {
        ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'],
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        RefreshTokenValidity: 10,
      },
    });
    await cognito.createUser(email, PASSWORD);
    const { refreshToken: first, idToken } = await cognito.tokensFor(email);
    const refresh = async (RefreshToken = '') =>
      (await api.send(new idp.GetTokensFromRefreshTokenCommand({ ClientId: CLIENT, RefreshToken })))
        .AuthenticationResult;
    const second = await refresh(first);
    expect(second?.RefreshToken).not.toBe(first);
    expect(claimsOf(second?.IdToken).origin_jti).toBe(claimsOf(idToken).origin_jti);
    clock.advance(59_000);
    expect((await refresh(first))?.RefreshToken).toEqual(expect.any(String));
    clock.advance(1_000);
    const refused = refusal('RefreshTokenReuseException');
    await expect(refresh(first)).rejects.toEqual(refused);
    const third = await refresh(second?.RefreshToken);
    clock.advance(10 * 86_400_000 - 60_000);
    await expect(refresh(third?.RefreshToken)).rejects.toEqual(
      refusal('NotAuthorizedException', 'Refresh Token has expired'),
    );
    await expect(
      api.send(
        new idp.InitiateAuthCommand({
          ...{ ClientId: CLIENT, AuthFlow: 'REFRESH_TOKEN_AUTH' },
          AuthParameters: { REFRESH_TOKEN: third?.RefreshToken ?? '' },
        }),
      ),
    ).rejects.toEqual(refusal('InvalidParameterException', 'Auth flow not enabled for this client'));
  });

  it.each([
    ['with the flow that rotation excludes', ['ALLOW_REFRESH_TOKEN_AUTH'], 60],
    ['without a flow, which means the default ones', undefined, 60],
    ['with a grace period of more than a minute', ['ALLOW_CUSTOM_AUTH'], 61],
  ])('do not rotate for a client %s: it cannot be created', (_, flows, grace) => {
    const RefreshTokenRotation = { Feature: 'ENABLED', RetryGracePeriodSeconds: grace };
    const client = { RefreshTokenRotation, ExplicitAuthFlows: flows ?? [] };
    expect(() => givenCognito({ client })).toThrow(/otation|RetryGracePeriodSeconds/);
  });

  it('are changed by PreTokenGeneration, version 2', async () => {
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:generate';
    const generate = () => ({
      response: {
        claimsAndScopeOverrideDetails: {
          idTokenGeneration: {
            claimsToAddOrOverride: { tier: 'paid', sub: 'forged' },
            claimsToSuppress: ['email'],
          },
          accessTokenGeneration: { scopesToAdd: ['extra'] },
        },
      },
    });
    const { cognito, functions } = await givenApi({
      triggers: { generate },
      pool: { LambdaConfig: { PreTokenGenerationConfig: { LambdaArn: arn, LambdaVersion: 'V2_0' } } },
    });
    const sub = await cognito.createUser(email, PASSWORD);
    const { idToken, accessToken } = await cognito.tokensFor(email);
    expect(claimsOf(idToken)).toMatchObject({ tier: 'paid', sub });
    expect(claimsOf(idToken)).not.toHaveProperty('email');
    expect(claimsOf(accessToken).scope).toBe('email openid phone extra');
    expect(functions.eventsOf('generate')[0]).toMatchObject({
      version: '2',
      triggerSource: 'TokenGeneration_HostedAuth',
    });
  });

  it("of the hosted UI without the API's scope, of another kind, or another pool, are refused by GetUser", async () => {
    const { api, cognito, login } = await givenApi();
    await cognito.createUser(email, PASSWORD);
    const other = givenCognito({ origin: 'https://localhost:2' }).cognito;
    await other.createUser(email, PASSWORD);
    const hosted = await cognito.tokensFor(email);
    const foreign = await other.tokensFor(email);
    for (const AccessToken of [hosted.accessToken, hosted.idToken, foreign.accessToken, 'nonsense'])
      await expect(api.send(new idp.GetUserCommand({ AccessToken }))).rejects.toEqual(
        refusal('NotAuthorizedException'),
      );
    const AccessToken = (await login(PASSWORD)).AuthenticationResult?.AccessToken;
    expect((await api.send(new idp.GetUserCommand({ AccessToken }))).UserAttributes).toContainEqual({
      Name: 'email',
      Value: email,
    });
    await api.send(new idp.GlobalSignOutCommand({ AccessToken }));
    await expect(api.send(new idp.GetUserCommand({ AccessToken }))).rejects.toEqual(
      refusal('NotAuthorizedException', 'Access Token has been revoked'),
    );
  });
});

describe('admin calls', () => {
  it('need a role that allows them', async () => {
    const { config } = await givenApi();
    const other = new idp.CognitoIdentityProviderClient(config('AKNOT'));
    await expect(other.send(new idp.AdminGetUserCommand(pool))).rejects.toEqual(
      refusal(
        'AccessDeniedException',
        `AKNOT is not authorized to perform: cognito-idp:AdminGetUser on resource: arn:aws:cognito-idp:us-east-1:000000000000:userpool/${POOL}`,
      ),
    );
  });

  it('create users with a temporary password, which must be changed', async () => {
    const { api, login, outbox } = await givenApi();
    await api.send(new idp.AdminCreateUserCommand({ ...pool, TemporaryPassword: 'temporary 1' }));
    expect(outbox.latestTo(email)?.text).toContain('temporary 1');
    const { ChallengeName, Session } = await login('temporary 1');
    expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    const answer = { ClientId: CLIENT, ChallengeName: 'NEW_PASSWORD_REQUIRED', Session } as const;
    const ChallengeResponses = { USERNAME: email, NEW_PASSWORD: PASSWORD };
    await api.send(new idp.RespondToAuthChallengeCommand({ ...answer, ChallengeResponses }));
    await expect(login(PASSWORD)).resolves.toMatchObject({ AuthenticationResult: {} });
  });

  it('take one new password in place of a temporary one, whatever challenges are open', async () => {
    const { api, login } = await givenApi();
    await api.send(new idp.AdminCreateUserCommand({ ...pool, TemporaryPassword: 'temporary 1' }));
    const sessions = [await login('temporary 1'), await login('temporary 1')].map(({ Session }) => Session);
    const passwords = [PASSWORD, 'another good password'];
    const answer = (NEW_PASSWORD: string, index: number) =>
      api.send(
        new idp.RespondToAuthChallengeCommand({
          ...{ ClientId: CLIENT, ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: sessions[index] },
          ChallengeResponses: { USERNAME: email, NEW_PASSWORD },
        }),
      );
    const outcomes = await Promise.allSettled(passwords.map(answer));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: refusal('NotAuthorizedException') },
    ]);
    const taken = passwords[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    expect((await login(taken)).AuthenticationResult).toBeDefined();
  });

  it.each([
    ['a week, without a setting', undefined, 7],
    ['the days that the pool sets', 2, 2],
  ])('create temporary passwords, which are valid for %s', async (_, set, days) => {
    const pools = set ? { Policies: { PasswordPolicy: { TemporaryPasswordValidityDays: set } } } : {};
    const { api, clock, login } = await givenApi({ pool: pools });
    const TemporaryPassword = 'temporary password';
    await api.send(new idp.AdminCreateUserCommand({ ...pool, TemporaryPassword }));
    clock.advance(days * 86_400_000 - 60_000);
    expect((await login(TemporaryPassword)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    clock.advance(60_000);
    await expect(login(TemporaryPassword)).rejects.toEqual(
      refusal(
        'NotAuthorizedException',
        'Temporary password has expired and must be reset by an administrator.',
      ),
    );
    await api.send(new idp.AdminSetUserPasswordCommand({ ...pool, Password: PASSWORD, Permanent: false }));
    expect((await login(PASSWORD)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  it('keep groups, list and filter users', async () => {
    const { api, cognito } = await givenApi();
    await cognito.createUser(email, PASSWORD);
    await cognito.createUser('bob@example.com', PASSWORD);
    await api.send(new idp.AdminAddUserToGroupCommand({ ...pool, GroupName: 'admins' }));
    await expect(
      api.send(new idp.AdminAddUserToGroupCommand({ ...pool, GroupName: 'nope' })),
    ).rejects.toEqual(refusal('ResourceNotFoundException'));
    const { Groups } = await api.send(new idp.AdminListGroupsForUserCommand(pool));
    expect(Groups?.map((group) => group.GroupName)).toEqual(['admins']);
    const first = await api.send(new idp.ListUsersCommand({ UserPoolId: POOL, Limit: 1 }));
    expect(first.PaginationToken).toBeDefined();
    const bobs = await api.send(new idp.ListUsersCommand({ UserPoolId: POOL, Filter: 'email ^= "bob"' }));
    expect(bobs.Users?.map((user) => user.UserStatus)).toEqual(['CONFIRMED']);
  });

  it.each(['cognito:user_status = "CONFIRMED"', 'status = "Enabled"', 'custom:plan = "x"'])(
    'refuse the filter %s by name, because it is not emulated',
    async (Filter) => {
      const { api } = await givenApi();
      await expect(api.send(new idp.ListUsersCommand({ UserPoolId: POOL, Filter }))).rejects.toEqual(
        refusal('InvalidParameterException', `not emulated: filter by ${Filter.split(' ')[0]}`),
      );
    },
  );

  it('list the users of a group in pages, with the same names as the list of all users', async () => {
    const { api, cognito } = await givenApi();
    for (const Username of [email, 'bob@example.com', 'eve@example.com']) {
      await cognito.createUser(Username, PASSWORD);
      const member = { UserPoolId: POOL, Username, GroupName: 'admins' };
      await api.send(new idp.AdminAddUserToGroupCommand(member));
    }
    const group = { UserPoolId: POOL, GroupName: 'admins', Limit: 2 };
    const first = await api.send(new idp.ListUsersInGroupCommand(group));
    const { NextToken } = first;
    const last = await api.send(new idp.ListUsersInGroupCommand({ ...group, NextToken }));
    expect([first.Users?.length, last.Users?.length, last.NextToken]).toEqual([2, 1, undefined]);
    const all = await api.send(new idp.ListUsersCommand({ UserPoolId: POOL }));
    const names = [...(first.Users ?? []), ...(last.Users ?? [])].map(({ Username }) => Username);
    expect(names).toEqual(all.Users?.map(({ Username }) => Username));
  });

  it.each([
    ['more than 60 at a time', { Limit: 61 }],
    ['a page by a token that Cognito has not given', { NextToken: 'x', PaginationToken: 'x' }],
  ])('list no users when asked for %s', async (_, asked) => {
    const { api } = await givenApi();
    const refused = refusal('InvalidParameterException');
    await expect(api.send(new idp.ListUsersCommand({ UserPoolId: POOL, ...asked }))).rejects.toEqual(refused);
    const group = { UserPoolId: POOL, GroupName: 'admins', ...asked };
    await expect(api.send(new idp.ListUsersInGroupCommand(group))).rejects.toEqual(refused);
  });

  it('change an address to one that no other user has', async () => {
    const { api, cognito } = await givenApi();
    await cognito.createUser(email, PASSWORD);
    await cognito.createUser('bob@example.com', PASSWORD);
    const changeTo = (Value: string) => {
      const UserAttributes = [
        { Name: 'email', Value },
        { Name: 'email_verified', Value: 'true' },
      ];
      return api.send(new idp.AdminUpdateUserAttributesCommand({ ...pool, UserAttributes }));
    };
    await expect(changeTo('BOB@example.com')).rejects.toEqual(refusal('AliasExistsException'));
    await changeTo('new@example.com');
    const renamed = new idp.AdminGetUserCommand({ UserPoolId: POOL, Username: 'new@example.com' });
    expect((await api.send(renamed)).UserStatus).toBe('CONFIRMED');
  });

  it('fail by name when they are not emulated', async () => {
    const { api } = await givenApi();
    await expect(
      api.send(new idp.ListResourceServersCommand({ UserPoolId: POOL, MaxResults: 1 })),
    ).rejects.toEqual(
      refusal(
        'UnknownOperationException',
        'not emulated: AWSCognitoIdentityProviderService.ListResourceServers',
      ),
    );
  });

  it('describe the pool with the sender of its mails', async () => {
    const { api } = await givenApi();
    const { UserPool } = await api.send(new idp.DescribeUserPoolCommand({ UserPoolId: POOL }));
    expect(UserPool).toMatchObject({
      Id: POOL,
      EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' },
    });
  });
});

type Tokens = idp.AuthenticationResultType;

describe('the identity pool', () => {
  const loginsWith = (token: string) => ({ [`cognito-idp.us-east-1.amazonaws.com/${POOL}`]: token });

  const signOuts: readonly [
    string,
    (api: idp.CognitoIdentityProviderClient, tokens: Tokens) => Promise<unknown>,
  ][] = [
    [
      'the sign-in is revoked',
      (api, { RefreshToken }) =>
        api.send(new idp.RevokeTokenCommand({ ClientId: CLIENT, Token: RefreshToken })),
    ],
    [
      'the user signs out everywhere',
      (api, { AccessToken }) => api.send(new idp.GlobalSignOutCommand({ AccessToken })),
    ],
    ['the user is deleted', (api, { AccessToken }) => api.send(new idp.DeleteUserCommand({ AccessToken }))],
  ];

  it.each(signOuts)(
    'with ServerSideTokenCheck refuses an ID token after %s, without it does not',
    async (_, signOut) => {
      for (const isChecked of [true, false]) {
        const { api, cognito, config, login } = await givenApi({
          more: { identityPools: { [IDENTITY_POOL]: identityPool({ ServerSideTokenCheck: isChecked }) } },
        });
        await cognito.createUser(email, PASSWORD);
        const { AuthenticationResult: tokens = {} } = await login(PASSWORD);
        const identity = new CognitoIdentityClient(config('none'));
        const Logins = loginsWith(tokens.IdToken ?? '');
        const getId = () => identity.send(new GetIdCommand({ IdentityPoolId: IDENTITY_POOL, Logins }));
        const { IdentityId } = await getId();
        const getCredentials = () =>
          identity.send(new GetCredentialsForIdentityCommand({ IdentityId, Logins }));
        await getCredentials();
        await signOut(api, tokens);
        const outcomes = (await Promise.allSettled([getId(), getCredentials()])).map((one) =>
          one.status === 'fulfilled' ? 'given' : one.reason.name,
        );
        expect(outcomes).toEqual(Array(2).fill(isChecked ? 'NotAuthorizedException' : 'given'));
      }
    },
  );

  it("gives the authenticated role's credentials for an ID token, and nothing without", async () => {
    const { cognito, config } = await givenApi();
    await cognito.createUser(email, PASSWORD);
    await cognito.createUser('bob@example.com', PASSWORD);
    const { idToken, accessToken } = await cognito.tokensFor(email);
    const identity = new CognitoIdentityClient(config('none'));
    const getId = (token: string) =>
      identity.send(new GetIdCommand({ IdentityPoolId: IDENTITY_POOL, Logins: loginsWith(token) }));
    const { IdentityId } = await getId(idToken);
    const getCredentials = (token: string) =>
      identity.send(new GetCredentialsForIdentityCommand({ IdentityId, Logins: loginsWith(token) }));
    expect((await getCredentials(idToken)).Credentials).toMatchObject({ AccessKeyId: 'ASIAUSER' });
    await expect(getId(accessToken)).rejects.toEqual(refusal('NotAuthorizedException'));
    await expect(getCredentials((await cognito.tokensFor('bob@example.com')).idToken)).rejects.toEqual(
      refusal('NotAuthorizedException'),
    );
    await expect(identity.send(new GetIdCommand({ IdentityPoolId: IDENTITY_POOL }))).rejects.toEqual(
      refusal('NotAuthorizedException', 'Unauthenticated access is not supported for this identity pool.'),
    );
  });
});

it('keeps users over a restart, and no password in the saved state', async () => {
  let saved = '';
  const more = {
    save: (state: unknown) => {
      saved = JSON.stringify(state);
    },
    load: () => (saved ? JSON.parse(saved) : undefined),
  };
  const before = givenCognito({ more });
  await before.cognito.createUser(email, PASSWORD);
  const { refreshToken } = await before.cognito.tokensFor(email);
  expect(saved).not.toContain(PASSWORD);
  const { api, login } = await givenApi({ more });
  await login(PASSWORD);
  await api.send(new idp.GetTokensFromRefreshTokenCommand({ ClientId: CLIENT, RefreshToken: refreshToken }));
});

it.each(['', 'email,phone_number'])("a pool that verifies '%s' is refused at its start", (names) => {
  const AutoVerifiedAttributes = names.split(',').filter(Boolean);
  expect(() => givenCognito({ pool: { AutoVerifiedAttributes } })).toThrow(
    `not emulated: AutoVerifiedAttributes '${names}'`,
  );
});

describe('a pool that mails its codes through SES', () => {
  const given = (SourceArn: string | undefined, From: string) => () =>
    givenCognito({
      pool: {
        EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', From, ...(SourceArn && { SourceArn }) },
      },
      more: { isVerified: (identity) => identity === 'example.com' },
    });
  const arn = (identity: string) => `arn:aws:ses:us-east-1:000000000000:identity/${identity}`;

  it('is created when the identity is verified and the sender belongs to it', () => {
    expect(given(arn('example.com'), 'Chat <hello@example.com>')).not.toThrow();
  });

  it.each([
    ['an identity that is not verified', arn('hello@example.com'), 'Chat <hello@example.com>'],
    ['a sender of another domain', arn('example.com'), 'hello@mail.example.com'],
    ['no identity', undefined, 'hello@example.com'],
  ])('is refused with %s', (_, source, from) => {
    expect(given(source, from)).toThrow('Email address is not verified');
  });
});

it.each([
  [['name'], false],
  [['name', 'email'], true],
])(
  'sign-up by address needs a client that may write `email`, which the address fills: %j',
  async (WriteAttributes, may) => {
    const { api } = await givenApi({ pool: { UsernameAttributes: ['email'] }, client: { WriteAttributes } });
    const call = api.send(
      new idp.SignUpCommand({
        ...{ ...client, Password: PASSWORD },
        UserAttributes: [{ Name: 'name', Value: 'Ann' }],
      }),
    );
    if (may) await expect(call).resolves.toMatchObject({ UserConfirmed: false });
    else await expect(call).rejects.toEqual(refusal('NotAuthorizedException'));
  },
);
