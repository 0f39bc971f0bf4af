/** Many at once, and those who guess or come by another door (safety rows 10 to 13). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
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
} from '../support/getting-in.ts';
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

/** Everyone at once; what they were answered, and who has an account now. */
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

describe(`${RACERS} people who want the same code at once (safety row 11)`, () => {
  // Each state of the invite has a condition of its own for the first who holds it.
  it.each([
    ['that nobody has held yet', {}],
    ['that was held and given back', { holds: {} }],
  ])('for one, of a code %s: exactly one gets in', async (_, invite) => {
    const inviteCode = await givenInvite(stack, invite);
    const { answers, accounts, winners } = await race(inviteCode);
    expect(answers).toEqual({ in: 1, invite_invalid: RACERS - 1 });
    expect(accounts).toEqual(winners);
    expect(await usesOf(stack, inviteCode)).toEqual({ uses: 1, holds: [], redeemedBy: winners });
  });

  it('for ten: exactly ten get in', async () => {
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
    // One that others overtook again and again may be told to wait; nobody is told that the code is wrong.
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
    expect(uses.map(({ uses: n, holds }) => n + holds.length).toSorted()).toEqual([0, 1]);
    expect(await accountOf(stack, email)).toBe('UNCONFIRMED');
  });
});

describe('guessing codes (safety row 10)', () => {
  it('1,000 tries from one address are cut off; then even the right code is not looked at', async () => {
    const address = freshAddress();
    const inviteCode = await givenInvite(stack);
    const guess = () => signUp(stack, { inviteCode: 'AAAA-AAAA-AAAA' }, address);
    const answers: unknown[] = [];
    for (let i = 0; i < 40; i++)
      answers.push(...(await Promise.all(Array.from({ length: 25 }, guess))).map(codeOf));
    expect(count(answers)).toEqual({ invite_invalid: 10, too_many_requests: 990 });
    expect(codeOf(await signUp(stack, { inviteCode }, address))).toBe('too_many_requests');
    expect((await signUp(stack, { inviteCode })).status).toBe(200);
  });

  it('right codes do not count', async () => {
    const address = freshAddress();
    for (let i = 0; i < 12; i++) {
      const inviteCode = await givenInvite(stack);
      expect((await signUp(stack, { inviteCode }, address)).status).toBe(200);
    }
  });
});

describe("Cognito's own doors (safety row 12)", () => {
  const direct = (email: string, more: object = {}) =>
    cognito(stack, 'SignUp', ({ userPoolClientId }) => ({
      ClientId: userPoolClientId,
      Username: email,
      Password: STRONG,
      ...more,
    }));

  it('are shut to whoever has no reservation', async () => {
    const email = freshEmail();
    expect(await direct(email)).toMatchObject({
      status: 400,
      body: { __type: 'UserLambdaValidationException' },
    });
    expect(await accountOf(stack, email)).toBeUndefined();
  });

  it('are shut while a reservation is open: for its own address, and for another with its ticket', async () => {
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

  it('are shut with a reservation that is over', async () => {
    const email = freshEmail();
    const { ticket } = await givenReservation(stack, email, -1);
    expect((await direct(email, { ClientMetadata: { ticket } })).status).toBe(400);
  });

  it('write nothing but the name (safety row 13)', async () => {
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
});
