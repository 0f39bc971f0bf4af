/** A sign-up that breaks off at each of its calls: the code is neither lost nor used twice (docs/safety.md). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountOf, codeOf, confirm, freshEmail, givenInvite, signUp, usesOf } from '../support/sign-up.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
/** Longer than a hold and the time until another sign-up may check what the hold led to. */
const HOLD_OVER_MS = 17 * 60_000;
/** Longer than an unconfirmed account counts as a running sign-up. */
const ABANDONED_MS = 25 * 60 * 60_000;

beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

type Service = 'dynamodb' | 'cognito';
const ACTIONS = [
  'GetItem',
  'UpdateItem',
  'TransactWriteItems',
  'AdminGetUser',
  'SignUp',
  'AdminDeleteUser',
] as const;
type Action = (typeof ACTIONS)[number];
const serviceOf = (action: Action): Service => (/^(?:Admin|Sign)/.test(action) ? 'cognito' : 'dynamodb');

/** Kills the function at its nth call of this kind, before the call has an effect. `times` such calls get no answer. */
function dieAt(action: Action, nth: number, times = 1) {
  return stack.inner.faults.at({
    service: serviceOf(action),
    ...{ action, nth, times },
    effect: { run: () => stack.inner.functions.kill('GettingInSignup'), hang: true },
  });
}

/** Signs up with a code, and lets the time pass in which the account could be confirmed. */
async function givenAbandonedAccount(inviteCode?: string): Promise<string> {
  const email = freshEmail();
  const first = inviteCode ?? (await givenInvite(stack));
  expect(await signUp(stack, { email, inviteCode: first })).toMatchObject({ status: 200 });
  stack.moveClock(ABANDONED_MS);
  return email;
}

/** Every call of a sign-up, in order. When the function dies at one, only the calls before it have had an effect. */
const STEPS: readonly (readonly [Action, number])[] = [
  ['UpdateItem', 1],
  ['UpdateItem', 2],
  ['UpdateItem', 3],
  ['GetItem', 1],
  ['GetItem', 2],
  ['GetItem', 3],
  ['AdminGetUser', 1],
  ['TransactWriteItems', 1],
  ['SignUp', 1],
  // The reservation, read by PreSignUp.
  ['GetItem', 4],
  ['TransactWriteItems', 2],
];

describe.each([1, 3])('a code for %i, the function dying at', (maxUses) => {
  it.each(STEPS)(
    '%s %i: the same person can sign up with the code once, and other people cannot',
    async (action, nth) => {
      const inviteCode = await givenInvite(stack, { maxUses, uses: maxUses - 1 });
      const email = freshEmail();
      const fault = dieAt(action, nth);
      const broken = await signUp(stack, { email, inviteCode });
      expect([broken.status >= 500, fault.struck]).toEqual([true, 1]);
      stack.clearFaults();
      expect(await signUp(stack, { email, inviteCode })).toMatchObject({ status: 200 });
      expect(await usesOf(stack, inviteCode)).toEqual({ uses: maxUses, holds: [], redeemedBy: [email] });
      expect(await accountOf(stack, email)).toBe('UNCONFIRMED');
      expect(codeOf(await signUp(stack, { inviteCode }))).toBe('invite_invalid');
    },
  );
});

it('a reservation whose read gets no answer twice is read again while Cognito waits', async () => {
  const inviteCode = await givenInvite(stack);
  const email = freshEmail();
  const { faults } = stack.inner;
  const silent = faults.at({
    ...{ service: 'dynamodb', action: 'GetItem', caller: 'UsersPreSignUp', times: 2 },
    effect: { hang: true },
  });
  const asked = faults.at({ service: 'cognito', action: 'SignUp', times: 9, effect: {} });
  expect(await signUp(stack, { email, inviteCode })).toMatchObject({ status: 200 });
  expect([silent.struck, asked.struck]).toEqual([2, 1]);
  expect(await accountOf(stack, email)).toBe('UNCONFIRMED');
});

describe('a sign-up that replaces an abandoned account', () => {
  it.each([
    ['with another code, before the deletion', false, undefined, 'UNCONFIRMED'],
    ['with another code, after the deletion', false, 'after', undefined],
    ['with the code of that account, before the deletion', true, undefined, 'UNCONFIRMED'],
    ['with the code of that account, after the deletion', true, 'after', undefined],
  ] as const)('%s, dies: the same person gets in once, and nobody else', async (_, isSame, phase, left) => {
    const inviteCode = await givenInvite(stack);
    const email = await givenAbandonedAccount(isSame ? inviteCode : undefined);
    const fault = stack.inner.faults.at({
      ...{ service: 'cognito', action: 'AdminDeleteUser', ...(phase && { phase }) },
      effect: { run: () => stack.inner.functions.kill('GettingInSignup'), hang: true },
    });
    const broken = await signUp(stack, { email, inviteCode });
    expect([broken.status >= 500, fault.struck]).toEqual([true, 1]);
    expect(await accountOf(stack, email)).toBe(left);
    stack.clearFaults();
    expect(await signUp(stack, { email, inviteCode })).toMatchObject({ status: 200 });
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: [email] });
    expect(codeOf(await signUp(stack, { inviteCode }))).toBe('invite_invalid');
    expect(await confirm(stack, email)).toBe(200);
    expect(await accountOf(stack, email)).toBe('CONFIRMED');
  });
});

describe('a visitor who never comes back', () => {
  it.each([
    ['SignUp', 1, 1],
    // All attempts of PreSignUp. A later one would let the account be made.
    ['GetItem', 4, 3],
  ] as const)('leaves the code to others once their hold is over (%s %i)', async (action, nth, times) => {
    const inviteCode = await givenInvite(stack);
    const [gone, next] = [freshEmail(), freshEmail()];
    const fault = dieAt(action, nth, times);
    await signUp(stack, { email: gone, inviteCode });
    await stack.eventually(() => expect(fault.struck).toBe(times));
    stack.clearFaults();
    expect(codeOf(await signUp(stack, { inviteCode }))).toBe('invite_invalid');
    stack.moveClock(HOLD_OVER_MS);
    expect(await signUp(stack, { email: next, inviteCode })).toMatchObject({ status: 200 });
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: [next] });
    expect(await accountOf(stack, gone)).toBeUndefined();
  });

  it('keeps the code when their account was made: the hold is theirs, and becomes a use', async () => {
    const inviteCode = await givenInvite(stack);
    const gone = freshEmail();
    dieAt('TransactWriteItems', 2);
    await signUp(stack, { email: gone, inviteCode });
    stack.clearFaults();
    expect(await accountOf(stack, gone)).toBe('UNCONFIRMED');
    stack.moveClock(HOLD_OVER_MS);
    expect(codeOf(await signUp(stack, { inviteCode }))).toBe('invite_invalid');
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: [gone] });
  });
});

describe('a service that fails', () => {
  it.each(ACTIONS)('%s: a plain error, and the next try gets in', async (action) => {
    const inviteCode = await givenInvite(stack);
    const email = action === 'AdminDeleteUser' ? await givenAbandonedAccount() : freshEmail();
    stack.inner.faults.at({
      service: serviceOf(action),
      action,
      times: 20,
      effect: { fail: { code: 'InternalServerError', status: 500, message: 'secret detail' } },
    });
    const broken = await signUp(stack, { email, inviteCode });
    expect([broken.status >= 500, broken.text.includes('secret detail')]).toEqual([true, false]);
    stack.clearFaults();
    expect(await signUp(stack, { email, inviteCode })).toMatchObject({ status: 200 });
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: [email] });
  });
});
