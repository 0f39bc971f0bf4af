/** Concurrent sign-ups, guessed codes, and sign-ups by direct calls to Cognito (docs/safety.md 10 to 13). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptsWith, LIMITS } from '../../lambdas/domain/quota/rate-limiter.ts';
import { mintCode } from '../../lambdas/domain/signup/invite-code.ts';
import { ask } from '../support/https-request.ts';
import {
  type Answer,
  accountOf,
  codeOf,
  cognito,
  freshAddress,
  freshEmail,
  givenInvite,
  givenReservation,
  STRONG,
  signUp,
  usesOf,
} from '../support/sign-up.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
const RACERS = 50;

beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const count = <T>(values: readonly T[]) =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [String(value), values.filter((v) => v === value).length]),
  );

/** Signs up all racers at once. Returns the answers, the addresses with an account, and those with a success. */
async function race(inviteCode: string) {
  const emails = Array.from({ length: RACERS }, freshEmail);
  const answers = await Promise.all(emails.map((email) => signUp(stack, { email, inviteCode })));
  const accounts = await Promise.all(emails.map((email) => accountOf(stack, email)));
  return {
    answers: count(answers.map((answer) => (answer.status === 200 ? 'in' : String(codeOf(answer))))),
    accounts: emails.filter((_, i) => accounts[i] !== undefined),
    winners: emails.filter((_, i) => answers[i]?.status === 200),
  };
}

describe(`${RACERS} people who want the same code at once (docs/safety.md 11)`, () => {
  // Each state of the invite has a condition of its own for the first who holds it.
  it.each([
    ['that is not held yet', {}],
    ['that was held and given back', { holds: {} }],
  ])('a code for one %s: exactly one gets in', async (_, invite) => {
    const inviteCode = await givenInvite(stack, invite);
    const { answers, accounts, winners } = await race(inviteCode);
    expect(answers).toEqual({ in: 1, invite_invalid: RACERS - 1 });
    expect(accounts).toEqual(winners);
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: winners });
  });

  it('a code for ten: exactly ten get in', async () => {
    const inviteCode = await givenInvite(stack, { maxUses: 10 });
    const { answers, accounts, winners } = await race(inviteCode);
    expect(answers).toEqual({ in: 10, invite_invalid: RACERS - 10 });
    expect(accounts).toEqual(winners);
    const { redeemedBy, ...uses } = await usesOf(stack, inviteCode);
    expect(uses).toEqual({ uses: 10, holds: [] });
    expect(redeemedBy.toSorted()).toEqual(winners.toSorted());
  });
});

describe('one person many times at once', () => {
  it.each([1, 10])('the same address and a code for %i: one account, one use', async (maxUses) => {
    const inviteCode = await givenInvite(stack, { maxUses });
    const email = freshEmail();
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(stack, { email, inviteCode })));
    // A call that others overtook again and again may be told to wait; none is told that the code is wrong.
    for (const { status } of answers) expect([200, 429]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await signUp(stack, { email, inviteCode })).toMatchObject({ status: 200 });
    expect(await accountOf(stack, email)).toBe('UNCONFIRMED');
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: [email] });
  });

  it('the same address and two codes: one account, one use of one of them', async () => {
    const codes = [await givenInvite(stack), await givenInvite(stack)];
    const email = freshEmail();
    await Promise.all(codes.map((inviteCode) => signUp(stack, { email, inviteCode })));
    const uses = await Promise.all(codes.map((code) => usesOf(stack, code)));
    expect(uses.flatMap(({ redeemedBy }) => redeemedBy)).toEqual([email]);
    expect(uses.map(({ uses: n }) => n).toSorted()).toEqual([0, 1]);
    expect(await accountOf(stack, email)).toBe('UNCONFIRMED');
  });
});

describe('many sign-ups from one network', () => {
  const WINDOW_MS = LIMITS.signup.lengthMs;
  /** Moves the clock to the start of a window of the limit, so that none ends during a test. */
  beforeEach(() => stack.moveClock(WINDOW_MS - (stack.inner.clock.now() % WINDOW_MS)));
  const messageOf = ({ text }: Answer): unknown => JSON.parse(text).message;
  const guess = (address: string) => signUp(stack, { inviteCode: mintCode() }, address);
  const inGroups = async (tries: number, attempt: () => Promise<Answer>) => {
    const answers: Answer[] = [];
    while (answers.length < tries)
      answers.push(...(await Promise.all(Array.from({ length: 25 }, () => attempt()))));
    return answers;
  };

  it('1,000 guesses are cut off at a hundred, and the message says when to try again (docs/safety.md 10)', async () => {
    const address = freshAddress();
    const inviteCode = await givenInvite(stack);
    const answers = await inGroups(1_000, () => guess(address));
    expect(count(answers.map(codeOf))).toEqual({ invite_invalid: 100, too_many_requests: 900 });
    const refused = await signUp(stack, { inviteCode }, address);
    const [, minutes] = /^Too many attempts from your network\. Please try again in (\d+) minutes\.$/.exec(
      String(messageOf(refused)),
    ) ?? ['', '0'];
    expect((await signUp(stack, { inviteCode: await givenInvite(stack) })).status).toBe(200);
    stack.moveClock(Number(minutes) * 60_000);
    expect((await signUp(stack, { inviteCode }, address)).status).toBe(200);
  });

  it('wrong codes of one person do not keep others of the network out', async () => {
    const address = freshAddress();
    const answers = await inGroups(50, () => guess(address));
    expect(count(answers.map(codeOf))).toEqual({ invite_invalid: 50 });
    expect((await signUp(stack, { inviteCode: await givenInvite(stack) }, address)).status).toBe(200);
  });

  it('a class of 30 with one code gets in, each after a typing error', async () => {
    const address = freshAddress();
    const inviteCode = await givenInvite(stack, { maxUses: 30 });
    for (let i = 0; i < 30; i += 5)
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          const email = freshEmail();
          expect(codeOf(await signUp(stack, { email, inviteCode, name: 'R2D2' }, address))).toBe(
            'invalid_request',
          );
          expect((await signUp(stack, { email, inviteCode }, address)).status).toBe(200);
        }),
      );
    expect(await usesOf(stack, inviteCode)).toMatchObject({ uses: 30, holds: [] });
  });

  it('attempts with one code are limited over all networks, whether or not the code exists', async () => {
    for (const inviteCode of [await givenInvite(stack), mintCode()]) {
      const { email } = await stack.givenUser();
      const answers = await inGroups(75, () => signUp(stack, { email, inviteCode }));
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(75 - attemptsWith(1));
      const refused = answers.find(({ status }) => status === 429);
      expect(refused && messageOf(refused)).toMatch(
        /^Too many attempts with this invitation code\. Please try again in \d+ minutes\.$/,
      );
    }
  });
});

describe("Cognito's own sign-up calls (docs/safety.md 12)", () => {
  const direct = (email: string, more: object = {}) =>
    cognito(stack, 'SignUp', ({ userPoolClientId }) => ({
      ClientId: userPoolClientId,
      Username: email,
      Password: STRONG,
      ...more,
    }));

  it('are refused without a reservation', async () => {
    const email = freshEmail();
    expect(await direct(email)).toMatchObject({
      status: 400,
      body: {
        __type: 'UserLambdaValidationException',
        message: `PreSignUp failed with error Sign up at ${stack.urls.site}/register with your invitation code.`,
      },
    });
    expect(await accountOf(stack, email)).toBeUndefined();
  });

  it('are refused without the ticket of the reservation, and with it for another address', async () => {
    const [email, other] = [freshEmail(), freshEmail()];
    const { ticket } = await givenReservation(stack, email);
    for (const [address, metadata] of [
      [email, undefined],
      [email, { ticket: randomUUID() }],
      [email, { ticket: '' }],
      [other, { ticket }],
    ] as const) {
      const { status } = await direct(address, { ClientMetadata: metadata });
      expect([address, metadata, status]).toEqual([address, metadata, 400]);
    }
    // Proof that the reservation was open: its ticket alone was missing.
    expect((await direct(email, { ClientMetadata: { ticket } })).status).toBe(200);
  });

  it('are refused with a reservation that has expired', async () => {
    const email = freshEmail();
    const { ticket } = await givenReservation(stack, email, -1);
    expect((await direct(email, { ClientMetadata: { ticket } })).status).toBe(400);
  });

  it('write nothing but the name (docs/safety.md 13)', async () => {
    const email = freshEmail();
    const { ticket } = await givenReservation(stack, email);
    for (const Name of ['email_verified', 'email', 'custom:tier', 'cognito:groups', 'phone_number']) {
      const { status } = await direct(email, {
        ClientMetadata: { ticket },
        UserAttributes: [{ Name, Value: 'true' }],
      });
      expect([Name, status]).toEqual([Name, 400]);
    }
    expect(await accountOf(stack, email)).toBeUndefined();
  });

  it('take no address but the reserved one (docs/safety.md 13)', async () => {
    const [email, victim] = [freshEmail(), freshEmail()];
    const { ticket } = await givenReservation(stack, email);
    const { status } = await direct(email, {
      ClientMetadata: { ticket },
      UserAttributes: [{ Name: 'email', Value: victim }],
    });
    expect(status).toBe(400);
    expect([await accountOf(stack, email), await accountOf(stack, victim)]).toEqual([undefined, undefined]);
  });

  it('change no address with the tokens that the site gets (docs/safety.md 13)', async () => {
    const { accessToken } = await stack.givenUser();
    const { status, text } = await ask(stack.urls.hostedUi, 'POST', {
      body: { AccessToken: accessToken, UserAttributes: [{ Name: 'email', Value: freshEmail() }] },
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.UpdateUserAttributes',
      },
    });
    expect([status, JSON.parse(text)]).toMatchObject([400, { __type: 'NotAuthorizedException' }]);
  });
});
