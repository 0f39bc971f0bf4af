/** Two-step sign-in: switching it on and off, and what administrators may do without it (decision 0091). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HostedBrowser } from '../support/hosted-ui-client.ts';
import { callAs, askAs as plainAskAs } from '../support/operators.ts';
import { deleteMark } from '../support/revocation.ts';
import { codeOf, cognito } from '../support/sign-up.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

const STEP_MS = 30_000;
let stack: TestStack;
let user: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());
beforeEach(async () => {
  user = await stack.givenUser();
});

type Call = Parameters<typeof plainAskAs>[2];
const askAs = (as: TestUser, call: Call, body?: object) => plainAskAs(stack, as, call, { body });
const codeFor = ({ email }: TestUser): string => stack.inner.codeFor(email) ?? 'no code is left';
const setUp = (as = user) => askAs(as, 'setUpSecondFactor', { password: as.password });
const switchOn = (as: TestUser, code: string) =>
  askAs(as, 'switchOnSecondFactor', { password: as.password, code });
const switchOff = (as: TestUser, code: string) =>
  askAs(as, 'switchOffSecondFactor', { password: as.password, code });
const isOn = async (as: TestUser) => (await callAs(stack, as, 'getSecondFactor')).isOn;

/** The same user after another sign-in, a second later than everything before. */
async function signedInAgain(as: TestUser): Promise<TestUser> {
  stack.moveClock(1_000);
  const { idToken: token, accessToken } = await stack.inner.tokensFor(as.email);
  return { ...as, token, accessToken };
}

/** Moves the clock until the authenticator app shows a new code. A used code is refused. */
const waitForNextCode = () => stack.moveClock(STEP_MS);

async function givenFactor(as: TestUser): Promise<TestUser> {
  expect((await setUp(as)).status).toBe(200);
  expect((await switchOn(as, codeFor(as))).status).toBe(200);
  waitForNextCode();
  return signedInAgain(as);
}

describe('switching two-step sign-in on', () => {
  it('needs the password and the app’s first code, and ends all sign-ins', async () => {
    const { refreshToken } = await stack.inner.tokensFor(user.email);
    const client = await stack.connect(user);
    expect(await isOn(user)).toBe(false);
    expect(codeOf(await askAs(user, 'setUpSecondFactor', { password: 'wrong' }))).toBe('password_wrong');
    const answer = await setUp();
    expect(JSON.parse(answer.text)).toEqual({ secret: expect.stringMatching(/^[A-Z2-7]{52}$/) });
    expect(codeOf(await switchOn(user, '000000'))).toBe('second_factor_code_wrong');
    const wrong = await askAs(user, 'switchOnSecondFactor', { password: 'wrong', code: codeFor(user) });
    expect(codeOf(wrong)).toBe('password_wrong');
    expect(await isOn(user)).toBe(false);
    stack.moveClock(1_000);
    expect((await switchOn(user, codeFor(user))).status).toBe(200);
    expect(codeOf(await askAs(user, 'getSecondFactor'))).toBe('signed_out');
    await stack.eventually(() => expect(client.closedWith).toBeDefined());
    await expect(stack.refresh(refreshToken)).rejects.toThrow();
    expect(await isOn(await signedInAgain(user))).toBe(true);
  });

  it('ends a sign-in with the password alone, although the hosted page’s cookie renews it', async () => {
    const browser = new HostedBrowser(stack);
    await browser.signIn(user);
    stack.moveClock(1_000);
    await givenFactor(user);
    const revived = await browser.signInByCookie(user);
    if (revived === undefined) throw new Error('The cookie does not sign in, so this test shows nothing');
    expect(codeOf(await askAs(revived, 'getSecondFactor'))).toBe('signed_out');
  });

  it('makes Cognito ask for a code at the next sign-in', async () => {
    await givenFactor(user);
    const { body } = await cognito(stack, 'AdminGetUser', ({ userPoolId }) => ({
      UserPoolId: userPoolId,
      Username: user.email,
    }));
    expect(body).toMatchObject({ UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] });
  });

  it('is complete after a call that switched it on and got no further', async () => {
    const fail = { code: 'InternalServerError', message: 'Something is wrong.' };
    await setUp();
    stack.inner.faults.at({
      service: 'cognito',
      action: 'AdminUserGlobalSignOut',
      times: 10,
      effect: { fail },
    });
    expect((await switchOn(user, codeFor(user)).finally(stack.clearFaults)).status).toBe(500);
    expect(await isOn(user)).toBe(true);
    expect(codeOf(await switchOn(user, '000000'))).toBe('second_factor_code_wrong');
    expect(codeOf(await setUp())).toBe('second_factor_on');
    waitForNextCode();
    expect((await switchOn(user, codeFor(user))).status).toBe(200);
    expect(codeOf(await askAs(user, 'getSecondFactor'))).toBe('signed_out');
  });

  it('refuses administrators who signed in before, also after a call that died right after the switch', async () => {
    const admin = await stack.givenUser({ groups: ['admins'], hasSecondFactor: false });
    await setUp(admin);
    stack.inner.faults.at({
      ...{ service: 'cognito', action: 'AdminSetUserMFAPreference', caller: 'SecondFactor', phase: 'after' },
      effect: { kill: true },
    });
    await switchOn(admin, codeFor(admin)).finally(stack.clearFaults);
    expect(await isOn(admin)).toBe(true);
    expect(codeOf(await askAs(admin, 'listAudit'))).toBe('second_factor_required');
  });

  it('is refused when the user never asked for the secret', async () => {
    expect(codeOf(await switchOn(user, '123456'))).toBe('second_factor_setup_over');
  });

  it('refuses a code that is not six digits before Cognito is asked', async () => {
    const answer = await switchOn(user, '12345');
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'invalid_request', field: 'code' });
  });
});

describe('switching two-step sign-in off', () => {
  it('needs the password and a code that was not used, and leaves sign-ins alone', async () => {
    const used = await givenFactor(user).then((again) => ({ again, code: codeFor(user) }));
    const { again } = used;
    expect(codeOf(await switchOff({ ...again, password: 'wrong' }, used.code))).toBe('password_wrong');
    expect(codeOf(await switchOff(again, '000000'))).toBe('second_factor_code_wrong');
    expect(await isOn(again)).toBe(true);
    expect((await switchOff(again, used.code)).status).toBe(200);
    expect(await isOn(again)).toBe(false);
    expect((await switchOff(again, used.code)).status).toBe(200);
  });

  it('refuses a code that was used at a sign-in', async () => {
    const again = await givenFactor(user);
    const code = codeFor(user);
    expect((await switchOn(again, code)).status).toBe(200);
    const third = await signedInAgain(again);
    expect(codeOf(await switchOff(third, code))).toBe('second_factor_code_wrong');
  });
});

it('refuses the 21st attempt of a user on a day, before the password is checked', async () => {
  for (let i = 0; i < 20; i++) expect((await setUp()).status).toBe(200);
  const answer = await setUp();
  expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many_requests']);
  expect((await setUp(await stack.givenUser())).status).toBe(200);
});

it('says to wait when Cognito refuses all passwords of the user', async () => {
  const codes: unknown[] = [];
  for (let i = 0; i < 6; i++)
    codes.push(codeOf(await askAs(user, 'setUpSecondFactor', { password: 'wrong' })));
  expect(codes).toEqual([...Array(5).fill('password_wrong'), 'too_many_requests']);
});

describe('an administrator', () => {
  const others = async (as: TestUser, about: TestUser) => [
    codeOf(await askAs(as, 'listAudit')),
    codeOf(await plainAskAs(stack, as, 'resumeSubscription', { body: { userId: about.email } })),
  ];

  it('without a second factor may do nothing for others, and as much for themselves as any user', async () => {
    const admin = await stack.givenUser({ groups: ['admins'], hasSecondFactor: false });
    expect(await callAs(stack, admin, 'getSecondFactor')).toEqual({ isOn: false, isRequired: true });
    expect(await others(admin, user)).toEqual(['second_factor_required', 'second_factor_required']);
    expect((await stack.http('GET', `/api/usage?userEmail=${admin.email}`, admin)).status).toBe(200);
    const again = await givenFactor(admin);
    expect((await askAs(again, 'listAudit')).status).toBe(200);
    expect((await others(again, user))[1]).not.toBe('second_factor_required');
  });

  it('who signed in before the second factor was on is refused, although the hosted page renews that sign-in', async () => {
    const admin = await stack.givenUser({ groups: ['admins'], hasSecondFactor: false });
    const { auth_time, ...claims } = claimsOf(admin.token);
    stack.moveClock(1_000);
    await givenFactor(admin);
    const now = Math.floor(stack.inner.clock.now() / 1000);
    const renewed = { ...claims, auth_time, iat: now, exp: now + 1_800, origin_jti: 'by the cookie' };
    const token = stack.inner.signToken(String(claims.iss).split('/').at(-1) ?? '', renewed);
    expect(codeOf(await askAs({ ...admin, token }, 'listAudit'))).toBe('signed_out');
    await deleteMark(stack, admin);
    const answer = await askAs({ ...admin, token }, 'listAudit');
    expect(codeOf(answer)).toBe('second_factor_required');
    expect(answer.text).toContain('sign in again with a code');
  });
});

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
