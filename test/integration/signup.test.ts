/** Signing up with an invitation code (docs/spec.md 4.11 and 5; docs/safety.md 10, 12, 13 and 14). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountOf,
  codeOf,
  codeOpenedBy,
  cognito,
  confirm,
  freshEmail,
  freshEmailOf,
  givenInvite,
  STRONG,
  signUp,
  usesOf,
} from '../support/sign-up.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const SUCCESS = { status: 200, text: JSON.stringify({ message: 'Signup successful!' }) };

describe('an invitation', () => {
  it('opens an account, which its mailed code confirms: Signup successful!', async () => {
    const inviteCode = await givenInvite(stack);
    const email = freshEmail();
    expect(await signUp(stack, { email, inviteCode })).toEqual(SUCCESS);
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: [email] });
    expect(await codeOpenedBy(stack, email)).toBe(inviteCode);
    expect(await accountOf(stack, email)).toBe('UNCONFIRMED');
    expect(await confirm(stack, email)).toBe(200);
  });

  it('opens an account without a retry: each item is read and written once', async () => {
    const inviteCode = await givenInvite(stack);
    const counted = (rule: { service: 'dynamodb' | 'cognito'; action: string; caller?: string }) =>
      stack.inner.faults.at({ ...rule, times: 100, effect: {} });
    const caller = 'GettingInSignup';
    const calls = {
      GetItem: counted({ service: 'dynamodb', action: 'GetItem', caller }),
      TransactWriteItems: counted({ service: 'dynamodb', action: 'TransactWriteItems', caller }),
      AdminGetUser: counted({ service: 'cognito', action: 'AdminGetUser', caller }),
      // The call SignUp is not signed, so it has no caller.
      SignUp: counted({ service: 'cognito', action: 'SignUp' }),
    };
    expect(await signUp(stack, { inviteCode })).toEqual(SUCCESS);
    stack.clearFaults();
    expect(Object.entries(calls).map(([action, { struck }]) => [action, struck])).toEqual([
      ['GetItem', 3],
      ['TransactWriteItems', 2],
      ['AdminGetUser', 1],
      ['SignUp', 1],
    ]);
  });

  it('is the same however it was typed, as is the address', async () => {
    const inviteCode = await givenInvite(stack);
    const email = freshEmail();
    const typed = {
      email: ` ${email.toUpperCase()}`,
      inviteCode: inviteCode.toLowerCase().replaceAll('-', ' '),
    };
    expect(await signUp(stack, typed)).toEqual(SUCCESS);
    expect(await codeOpenedBy(stack, email)).toBe(inviteCode);
  });

  it('answers the same whatever is wrong with it (docs/safety.md 10)', async () => {
    const past = new Date(stack.inner.clock.now() - 1).toISOString();
    const codes = [
      'AAAA-AAAA-AAAA',
      'no code at all',
      await givenInvite(stack, { uses: 1 }),
      await givenInvite(stack, { expiresAt: past }),
      await givenInvite(stack, { revokedAt: past }),
      await givenInvite(stack, { email: 'someone@example.com' }),
    ];
    const answers = await Promise.all(codes.map((inviteCode) => signUp(stack, { inviteCode })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.map(codeOf)).toEqual(codes.map(() => 'invite_invalid'));
    for (const code of codes.slice(2)) expect((await usesOf(stack, code)).holds).toEqual([]);
  });

  it('that is for one address lets that address in', async () => {
    const email = freshEmail();
    const inviteCode = await givenInvite(stack, { email });
    expect(await signUp(stack, { email, inviteCode })).toEqual(SUCCESS);
  });
});

describe('the form', () => {
  it.each([
    ['name', { name: 'R2 D2' }],
    ['name', { name: '<b>Ann</b>' }],
    ['name', { name: '   ' }],
    ['email', { email: 'no address' }],
    ['email', { email: 'a@b.example\r\nBcc: c@d.example' }],
    ['email', { email: freshEmailOf(129) }],
    ['email', { email: `${'a'.repeat(110)}@münchen.example` }],
    ['password', { password: 'short' }],
  ])('refuses a bad %s, naming it: %j (docs/spec.md 5)', async (field, wrong) => {
    const inviteCode = await givenInvite(stack);
    const { status, text } = await signUp(stack, { inviteCode, ...wrong });
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'invalid_request', field }]);
    expect(await usesOf(stack, inviteCode)).toMatchObject({ uses: 0, holds: [] });
  });

  it.each(['Anaïs Nin', 'Ólafur Örn', 'नरेन्द्र', '李小龍', 'محمد علي'])('takes the name %s', async (name) => {
    expect(await signUp(stack, { name, inviteCode: await givenInvite(stack) })).toEqual(SUCCESS);
  });

  it('refuses a password known from a breach, and the code stays good', async () => {
    const inviteCode = await givenInvite(stack);
    const answer = await signUp(stack, { inviteCode, password: 'ILoveYou' });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'password_breached']);
    expect(await signUp(stack, { inviteCode })).toEqual(SUCCESS);
  });
});

it.each([
  ['the own address', 'someone.new@example.com'],
  ['the product’s name and a year', 'Parley2026!'],
])('refuses %s as a password, and the code stays good', async (_, password) => {
  const inviteCode = await givenInvite(stack);
  const answer = await signUp(stack, { email: 'someone.new@example.com', inviteCode, password });
  expect([answer.status, codeOf(answer)]).toEqual([400, 'password_guessable']);
  expect(await usesOf(stack, inviteCode)).toMatchObject({ uses: 0, holds: [] });
});

describe('an address that is known', () => {
  it.each([
    ['a confirmed account', async () => (await stack.givenUser()).email],
    ['an unconfirmed account of another code', givenUnconfirmed],
    ['no account', async () => freshEmail()],
  ])('%s: the answers are as for a new address, then and later (docs/safety.md 14)', async (_, given) => {
    const [email, inviteCode] = [await given(), await givenInvite(stack, { maxUses: 2 })];
    const statusesOf = async (...emails: readonly string[]) => {
      const statuses: number[] = [];
      for (const tried of emails) statuses.push((await signUp(stack, { email: tried, inviteCode })).status);
      return statuses;
    };
    const other = freshEmail();
    expect(await statusesOf(email, other, freshEmail(), email, other)).toEqual([200, 200, 400, 200, 200]);
    stack.moveClock(2 * 24 * HOUR_MS);
    const later = await statusesOf(freshEmail()).finally(() => stack.moveClock(-2 * 24 * HOUR_MS));
    expect(later).toEqual([400]);
  });

  it('confirmed: its use of the code is taken in one write, and opens nothing', async () => {
    const { email } = await stack.givenUser();
    const inviteCode = await givenInvite(stack);
    const counted = (service: 'dynamodb' | 'cognito', action: string) =>
      stack.inner.faults.at({ service, action, caller: 'GettingInSignup', times: 100, effect: {} });
    const calls = [
      counted('dynamodb', 'GetItem'),
      counted('dynamodb', 'TransactWriteItems'),
      counted('cognito', 'AdminGetUser'),
    ];
    const signUps = stack.inner.faults.at({ service: 'cognito', action: 'SignUp', times: 100, effect: {} });
    expect(await signUp(stack, { email, inviteCode })).toEqual(SUCCESS);
    stack.clearFaults();
    expect([...calls, signUps].map(({ struck }) => struck)).toEqual([3, 1, 1, 0]);
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 0, holds: [email], redeemedBy: [] });
    expect(await codeOpenedBy(stack, email)).toBeUndefined();
  });

  it('confirmed: its owner is mailed where to sign in, once a day, and the caller learns nothing', async () => {
    const { email } = await stack.givenUser();
    const inviteCode = await givenInvite(stack);
    for (let i = 0; i < 3; i++) expect(await signUp(stack, { email, inviteCode })).toEqual(SUCCESS);
    const [mail, ...more] = mailsOf(email);
    expect([mail?.subject, more]).toEqual([expect.stringMatching(/^You already have an account at /), []]);
    expect(mail?.text).toContain(`${stack.urls.site}/login`);
    stack.moveClock(24 * HOUR_MS);
    expect(await signUp(stack, { email, inviteCode: await givenInvite(stack) })).toEqual(SUCCESS);
    stack.moveClock(-24 * HOUR_MS);
    expect(mailsOf(email)).toHaveLength(2);
  });

  it('confirmed: the answer is the same where the mail fails; a wrong code sends no mail', async () => {
    const { email } = await stack.givenUser();
    expect(await signUp(stack, { email, inviteCode: 'AAAA-AAAA-AAAA' })).toMatchObject({ status: 400 });
    const fail = { code: 'MessageRejected', message: 'Email address is not verified.' };
    stack.inner.faults.at({ service: 'ses', nth: 1, times: 10, effect: { fail } });
    const answer = await signUp(stack, { email, inviteCode: await givenInvite(stack) }).finally(
      stack.clearFaults,
    );
    expect(answer).toEqual(SUCCESS);
    expect(mailsOf(email)).toEqual([]);
  });

  it('unconfirmed: neither the first nor a second sign-up mails that the address has an account', async () => {
    const [email, inviteCode] = [freshEmail(), await givenInvite(stack)];
    await signUp(stack, { email, inviteCode });
    await signUp(stack, { email, inviteCode });
    expect(mailsOf(email).filter(({ subject }) => subject.includes('already'))).toEqual([]);
  });

  it('unconfirmed, the same code for one: the first password stays, for as long as its mailed code lives', async () => {
    const inviteCode = await givenInvite(stack);
    const email = freshEmail();
    await signUp(stack, { email, inviteCode });
    const before = await createdAt(email);
    expect(await signUp(stack, { email, inviteCode, password: `${STRONG} again` })).toEqual(SUCCESS);
    expect(await createdAt(email)).toBe(before);
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: [email] });
    expect(mailsTo(email)).toBe(2);
    stack.moveClock(25 * HOUR_MS);
    const later = await signUp(stack, { email, inviteCode, password: `${STRONG} again` });
    stack.moveClock(-25 * HOUR_MS);
    expect(later).toEqual(SUCCESS);
    expect(await createdAt(email)).not.toBe(before);
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: [email] });
    expect(await confirm(stack, email)).toBe(200);
  });

  it('unconfirmed, the same code for many: the first account stays, its code is mailed again', async () => {
    const inviteCode = await givenInvite(stack, { maxUses: 5 });
    const email = freshEmail();
    await signUp(stack, { email, inviteCode });
    const before = await createdAt(email);
    expect(await signUp(stack, { email, inviteCode, password: `${STRONG} again` })).toEqual(SUCCESS);
    expect(await createdAt(email)).toBe(before);
    expect(await usesOf(stack, inviteCode)).toMatchObject({ uses: 1, holds: [] });
    expect(mailsTo(email)).toBe(2);
  });

  it('unconfirmed, by another code: no one takes it over, until its mailed code is void', async () => {
    const [first, second] = [await givenInvite(stack), await givenInvite(stack)];
    const email = freshEmail();
    await signUp(stack, { email, inviteCode: first });
    const before = await createdAt(email);
    expect(await signUp(stack, { email, inviteCode: second })).toEqual(SUCCESS);
    expect(await createdAt(email)).toBe(before);
    expect(await usesOf(stack, second)).toMatchObject({ uses: 0, holds: [email] });
    expect(await codeOpenedBy(stack, email)).toBe(first);
    stack.moveClock(25 * HOUR_MS);
    expect(await signUp(stack, { email, inviteCode: second })).toEqual(SUCCESS);
    stack.moveClock(-25 * HOUR_MS);
    expect(await createdAt(email)).not.toBe(before);
    expect(await usesOf(stack, second)).toMatchObject({ uses: 1, holds: [] });
  });
});

/** Address with a sign-up under way. */
async function givenUnconfirmed(): Promise<string> {
  const email = freshEmail();
  await signUp(stack, { email, inviteCode: await givenInvite(stack) });
  return email;
}

const mailsOf = (email: string) => stack.inner.mails.messages().filter(({ to }) => to === email);
const mailsTo = (email: string) => mailsOf(email).length;
async function createdAt(email: string): Promise<unknown> {
  const { body } = await cognito(stack, 'AdminGetUser', ({ userPoolId }) => ({
    UserPoolId: userPoolId,
    Username: email,
  }));
  return `${body.Username} ${body.UserCreateDate}`;
}
