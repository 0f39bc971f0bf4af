/** The second factor by an authenticator app: its codes, the API's calls, and the page of the hosted UI. */
import * as idp from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, describe, expect, it } from 'vitest';
import type { MovableClock } from '../../fakes-for-emulator-tests.ts';
import { type Listener, listenPlain } from '../../gateway/gateway-exports.ts';
import { CLIENT, type GivenCognito, givenCognito, PASSWORD, POOL } from '../cognito-for-tests.ts';
import { newTotpSecret, stepAt, stepOf, totpCode } from './totp.ts';

const email = 'ann@example.com';
const user = { UserPoolId: POOL, Username: email };
const STEP_MS = 30_000;

const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});

async function givenMfa({ pool, client, ...given }: GivenCognito = {}) {
  const emulator = givenCognito({
    pool: { MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'], ...pool },
    client: { ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'], ...client },
    ...given,
  });
  const listener = await listenPlain({ port: 0, handle: emulator.cognito.handle });
  listeners.push(listener);
  const origin = `http://127.0.0.1:${listener.port}`;
  const clientAs = (accessKeyId: string) =>
    new idp.CognitoIdentityProviderClient({
      ...{ endpoint: origin, region: 'us-east-1', maxAttempts: 1 },
      credentials: { accessKeyId, secretAccessKey: 's' },
    });
  const api = clientAs('AKMAY');
  await emulator.cognito.createUser(email, PASSWORD);
  const login = (password = PASSWORD, from = api) =>
    from.send(
      new idp.AdminInitiateAuthCommand({
        ...{ UserPoolId: POOL, ClientId: CLIENT, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' },
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    );
  const answer = (Session: string | undefined, code: string, more: Record<string, string> = {}) =>
    api.send(
      new idp.AdminRespondToAuthChallengeCommand({
        ...{ UserPoolId: POOL, ClientId: CLIENT, ChallengeName: 'SOFTWARE_TOKEN_MFA', Session },
        ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code, ...more },
      }),
    );
  const codeAt = (secret: string | undefined, steps = 0) =>
    totpCode(secret ?? '', stepAt(emulator.clock.now()) + steps);
  const set = (Enabled: boolean, PreferredMfa = Enabled) =>
    api.send(
      new idp.AdminSetUserMFAPreferenceCommand({
        ...user,
        SoftwareTokenMfaSettings: { Enabled, PreferredMfa },
      }),
    );
  async function setUp() {
    const AccessToken = (await login()).AuthenticationResult?.AccessToken;
    const { SecretCode: secret } = await api.send(new idp.AssociateSoftwareTokenCommand({ AccessToken }));
    const verify = (UserCode: string) =>
      api.send(new idp.VerifySoftwareTokenCommand({ AccessToken, UserCode }));
    return { AccessToken, secret, verify };
  }
  /** Gives the user a second factor, which sign-ins then ask for. The code of the current time step is used up. */
  async function givenFactor() {
    const { secret, verify, AccessToken } = await setUp();
    await verify(codeAt(secret));
    await set(true);
    return { secret, AccessToken };
  }
  const settings = async () =>
    (await api.send(new idp.AdminGetUserCommand(user))).UserMFASettingList ?? 'none';
  return { ...emulator, api, clientAs, login, answer, codeAt, set, setUp, givenFactor, settings, origin };
}

/** Fails a number of times. Lets the wait after each failure pass, except the last. */
async function failTimes(times: number, clock: MovableClock, fail: () => Promise<unknown>): Promise<void> {
  for (let failed = 1; failed <= times; failed += 1) {
    await fail();
    if (failed < times) clock.advance(1_000 * 2 ** (failed - 5));
  }
}

const refusal = (name: string, message?: string) =>
  expect.objectContaining({ name, ...(message && { message }) });

describe('a code', () => {
  it('is the one of RFC 6238, appendix B', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'; // '12345678901234567890' in base32
    expect(totpCode(secret, stepAt(59_000))).toBe('287082');
    expect(totpCode(secret, stepAt(1_111_111_109_000))).toBe('081804');
    expect(totpCode(secret, stepAt(20_000_000_000_000))).toBe('353130');
  });

  it('is accepted one step early and one step late', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{52}$/);
    const at = 1_700_000_000_000;
    const accepted = [-2, -1, 0, 1, 2].filter(
      (steps) => stepOf(secret, totpCode(secret, stepAt(at) + steps), at) !== undefined,
    );
    expect(accepted).toEqual([-1, 0, 1]);
  });
});

describe('setting up', () => {
  it('verifies the secret by its first code; sign-in asks for codes once a preference is set', async () => {
    const { api, login, codeAt, set, setUp, settings } = await givenMfa();
    const { secret, verify, AccessToken } = await setUp();
    await expect(set(true)).rejects.toEqual(
      refusal('InvalidParameterException', 'User has not verified software token mfa'),
    );
    await expect(verify(codeAt(secret, 5))).rejects.toEqual(refusal('EnableSoftwareTokenMFAException'));
    expect((await verify(codeAt(secret))).Status).toBe('SUCCESS');
    await expect(verify(codeAt(secret, 1))).rejects.toEqual(refusal('SoftwareTokenMFANotFoundException'));
    expect((await login()).AuthenticationResult).toBeDefined();
    expect(await settings()).toBe('none');
    await api.send(
      new idp.SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      }),
    );
    expect(await settings()).toEqual(['SOFTWARE_TOKEN_MFA']);
    expect((await login()).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });

  it('of another app leaves the first in use until a code verifies the new one', async () => {
    const { api, answer, codeAt, givenFactor, login, clock } = await givenMfa();
    const first = await givenFactor();
    const again = await api.send(new idp.AssociateSoftwareTokenCommand({ AccessToken: first.AccessToken }));
    clock.advance(STEP_MS);
    await answer((await login()).Session, codeAt(first.secret));
    const verify = { AccessToken: first.AccessToken, UserCode: codeAt(again.SecretCode) };
    await api.send(new idp.VerifySoftwareTokenCommand(verify));
    clock.advance(STEP_MS);
    const { Session } = await login();
    await expect(answer(Session, codeAt(first.secret))).rejects.toEqual(refusal('CodeMismatchException'));
    await answer(Session, codeAt(again.SecretCode));
  });

  it('is refused by a pool without MFA, and by a token without the scope of the API', async () => {
    const { setUp } = await givenMfa({ pool: { MfaConfiguration: 'OFF', EnabledMfas: [] } });
    await expect(setUp()).rejects.toEqual(
      refusal(
        'SoftwareTokenMFANotFoundException',
        'Software Token MFA has not been enabled by the userPool.',
      ),
    );
    const { api, cognito } = await givenMfa();
    const AccessToken = (await cognito.tokensFor(email)).accessToken;
    await expect(api.send(new idp.AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toEqual(
      refusal('NotAuthorizedException', 'Access Token does not have required scopes'),
    );
  });

  it('needs a pool that names a kind of second factor', () => {
    const pool = { MfaConfiguration: 'OPTIONAL', EnabledMfas: [] } as const;
    expect(() => givenCognito({ pool })).toThrow(/needs a kind/);
  });
});

describe('signing in with a code', () => {
  it('takes each code once and no older one, and keeps the session after a wrong one', async () => {
    const { answer, codeAt, givenFactor, login, clock } = await givenMfa();
    const { secret } = await givenFactor();
    const used = codeAt(secret);
    const before = codeAt(secret, -1);
    const { Session, AuthenticationResult } = await login();
    expect(AuthenticationResult).toBeUndefined();
    for (const code of [used, before])
      await expect(answer(Session, code)).rejects.toEqual(
        refusal('ExpiredCodeException', 'Your software token has already been used once.'),
      );
    await expect(answer(Session, codeAt(secret, 7))).rejects.toEqual(
      refusal('CodeMismatchException', 'Invalid code received for user'),
    );
    clock.advance(STEP_MS);
    expect((await answer(Session, codeAt(secret))).AuthenticationResult?.AccessToken).toBeDefined();
    await expect(answer(Session, codeAt(secret, 1))).rejects.toEqual(refusal('NotAuthorizedException'));
  });

  it('ends with its session after three minutes, and belongs to one user', async () => {
    const { answer, cognito, codeAt, givenFactor, login, clock } = await givenMfa();
    const { secret } = await givenFactor();
    await cognito.createUser('eve@example.com', PASSWORD);
    const { Session } = await login();
    clock.advance(STEP_MS);
    await expect(answer(Session, codeAt(secret), { USERNAME: 'eve@example.com' })).rejects.toEqual(
      refusal('NotAuthorizedException'),
    );
    clock.advance(3 * 60_000);
    await expect(answer(Session, codeAt(secret))).rejects.toEqual(refusal('NotAuthorizedException'));
  });

  it('comes after the password, needs the right to sign users in, and a client with that flow', async () => {
    const { givenFactor, login, clientAs } = await givenMfa();
    await givenFactor();
    await expect(login('not the password')).rejects.toEqual(refusal('NotAuthorizedException'));
    await expect(login(PASSWORD, clientAs('AKNOT'))).rejects.toEqual(refusal('AccessDeniedException'));
    const other = await givenMfa({ client: { ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'] } });
    await expect(other.login()).rejects.toEqual(refusal('InvalidParameterException'));
  });

  it('makes a user wait after five wrong codes, twice as long after each further one', async () => {
    const { answer, codeAt, givenFactor, login, clock } = await givenMfa();
    const { secret } = await givenFactor();
    const wrong = refusal('CodeMismatchException');
    const { Session } = await login();
    await failTimes(10, clock, () => expect(answer(Session, codeAt(secret, 7))).rejects.toEqual(wrong));
    // Neither an attempt during the wait nor another session changes the wait.
    for (const session of [Session, (await login()).Session])
      await expect(answer(session, codeAt(secret))).rejects.toEqual(
        refusal('NotAuthorizedException', 'Password attempts exceeded'),
      );
    clock.advance(32_000);
    expect((await answer(Session, codeAt(secret))).AuthenticationResult).toBeDefined();
    clock.advance(STEP_MS);
    const next = await login();
    await expect(answer(next.Session, codeAt(secret, 7))).rejects.toEqual(wrong);
    expect((await answer(next.Session, codeAt(secret))).AuthenticationResult).toBeDefined();
  });

  it('does not count an answer that is not in the form of a code', async () => {
    const { answer, codeAt, givenFactor, login, clock } = await givenMfa();
    const { secret } = await givenFactor();
    const { Session } = await login();
    for (let i = 0; i < 12; i += 1)
      await expect(answer(Session, 'abc')).rejects.toEqual(refusal('InvalidParameterException'));
    clock.advance(STEP_MS);
    expect((await answer(Session, codeAt(secret))).AuthenticationResult).toBeDefined();
  });

  it('is not needed while an operator has switched the verified second factor off', async () => {
    const { givenFactor, login, set, settings } = await givenMfa();
    await givenFactor();
    await expect(set(false, true)).rejects.toEqual(refusal('InvalidParameterException'));
    await set(false);
    expect(await settings()).toBe('none');
    expect((await login()).AuthenticationResult).toBeDefined();
    await set(true);
    expect((await login()).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });
});

describe('the hosted UI', () => {
  const query = new URLSearchParams({
    ...{ client_id: CLIENT, redirect_uri: 'https://app.example/', response_type: 'code', scope: 'openid' },
  });

  async function givenBrowser() {
    const given = await givenMfa();
    await given.cognito.createUser(email, PASSWORD, { hasSecondFactor: true });
    const page = await fetch(`${given.origin}/login?${query}`);
    const cookie = (page.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const submit = async (path: string, form: Record<string, string>) => {
      const response = await fetch(`${given.origin}${path}?${query}`, {
        ...{ method: 'POST', redirect: 'manual', headers: { cookie } },
        body: new URLSearchParams({ _csrf: cookie.split('=')[1] ?? '', ...form }),
      });
      const body = await response.text();
      const ticket = /name="ticket" value="([^"]*)"/.exec(body)?.[1] ?? '';
      return { body, ticket, location: response.headers.get('location') };
    };
    const enterPassword = () => submit('/login', { username: email, password: PASSWORD });
    const enterCode = (ticket: string, code: string) => submit('/mfa', { ticket, code });
    const code = () => given.cognito.codeFor(email) ?? 'no code is left';
    return { ...given, enterPassword, enterCode, code };
  }

  it('asks for the code after the password, again after a wrong one, and refuses one that was used', async () => {
    const { code, enterCode, enterPassword, clock } = await givenBrowser();
    const { body, ticket, location } = await enterPassword();
    expect(location).toBeNull();
    expect(body).toContain('authenticator app');
    const wrong = await enterCode(ticket, '000000');
    expect(wrong.body).toContain('Invalid code received for user');
    const right = code();
    expect((await enterCode(wrong.ticket, right)).location).toMatch(/^https:\/\/app\.example\/\?code=/);
    const again = await enterCode((await enterPassword()).ticket, right);
    expect(again.body).toContain('already been used');
    clock.advance(STEP_MS);
    expect((await enterCode(again.ticket, code())).location).toMatch(/\?code=/);
  });

  it('refuses codes for a while after five wrong ones', async () => {
    const { code, enterCode, enterPassword, clock } = await givenBrowser();
    let { ticket } = await enterPassword();
    await failTimes(10, clock, async () => {
      ({ ticket } = await enterCode(ticket, '000000'));
    });
    const locked = await enterCode(ticket, code());
    expect(locked.body).toContain('Password attempts exceeded');
    clock.advance(32_000);
    expect((await enterCode(locked.ticket, code())).location).toMatch(/\?code=/);
  });

  it('refuses a code without a password, and one that comes after three minutes', async () => {
    const { code, enterCode, enterPassword, clock } = await givenBrowser();
    expect((await enterCode('', code())).body).toContain('Invalid session');
    const { ticket } = await enterPassword();
    clock.advance(3 * 60_000);
    expect((await enterCode(ticket, code())).body).toContain('session is expired');
  });

  it('asks for the code after a forgotten password was replaced, too', async () => {
    const { enterPassword, outbox, origin } = await givenBrowser();
    await enterPassword();
    const page = await fetch(`${origin}/forgotPassword?${query}`);
    const cookie = (page.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const post = async (path: string, form: Record<string, string>) =>
      (
        await fetch(`${origin}${path}?${query}`, {
          ...{ method: 'POST', redirect: 'manual', headers: { cookie } },
          body: new URLSearchParams({ _csrf: cookie.split('=')[1] ?? '', ...form }),
        })
      ).text();
    const asked = await post('/forgotPassword', { username: email });
    const ticket = /name="ticket" value="([^"]*)"/.exec(asked)?.[1] ?? '';
    const code = outbox.latestTo(email)?.code ?? '';
    const done = await post('/confirmForgotPassword', { ticket, code, password: 'another good password' });
    expect(done).toContain('authenticator app');
  });
});
