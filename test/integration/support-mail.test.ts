/** Priority support (docs/spec.md 2.11): what users write is mailed to the operator, with their plan. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SUPPORT } from '#contract/limits';
import { givenPlan } from '../support/given-plan.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

/** Neither `support` nor `replyTo` is configured, so support messages go to the product's sender address. */
const OPERATOR = 'hello@example.com';
const WORDS = { subject: 'A question', message: 'How do I export a chat?\nThank you.' };

const write = async ({ token }: TestUser, body: object = WORDS) => {
  const { status, text } = await stack.http('POST', '/api/support', { token, body });
  return { status, ...(JSON.parse(text) as { code?: string; message?: string; field?: string }) };
};
const mails = () => stack.inner.mails.messages().filter(({ to }) => to === OPERATOR);

it('a support message is mailed to the operator with the sender’s plan and id, and a reply goes to the sender', async () => {
  const user = await stack.givenUser();
  expect(await write(user)).toEqual({
    status: 200,
    message: `Thank you. We have your message and answer to ${user.email}.`,
  });
  const mail = mails().at(-1);
  expect(mail).toMatchObject({ subject: '[Free] A question', replyTo: user.email });
  expect(mail?.headers).toBeUndefined();
  for (const said of [user.owner, 'Plan: Free', WORDS.message]) expect(mail?.text).toContain(said);
});

it.each([
  ['monthly', '[Premium] A question'],
  ['yearly', '[Premium yearly] A question'],
] as const)('a message with a %s plan is mailed as urgent (priority support)', async (planType, subject) => {
  const user = await stack.givenUser();
  await givenPlan(stack, user, { planType });
  expect((await write(user)).message).toContain('Premium members are answered first.');
  const headers = { 'X-Priority': '1 (Highest)', Importance: 'high' };
  expect(mails().at(-1)).toMatchObject({ subject, replyTo: user.email, headers });
});

it('a support message is one mail to one address, whatever is written', async () => {
  const user = await stack.givenUser();
  const before = stack.inner.mails.messages().length;
  const subject = 'Hi\r\nBcc: all@example.com\r\n\r\n[Premium yearly]';
  expect((await write(user, { subject, message: '<img src=x onerror=alert(1)>' })).status).toBe(200);
  expect(stack.inner.mails.messages()).toHaveLength(before + 1);
  const mail = mails().at(-1);
  expect(mail?.subject).toBe('[Free] Hi Bcc: all@example.com [Premium yearly]');
  expect(mail?.html).not.toContain('<img');
});

it(`support messages are taken ${SUPPORT.perDay} times a day from each user, also at once, and again the next day`, async () => {
  const [user, other] = [await stack.givenUser(), await stack.givenUser()];
  const before = mails().length;
  const answers = await Promise.all(Array.from({ length: SUPPORT.perDay + 2 }, () => write(user)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(SUPPORT.perDay);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, code }) => [status, code])).toEqual(
    Array.from({ length: 2 }, () => [429, 'too_many_requests']),
  );
  expect(refused[0]?.message).toContain('tomorrow');
  expect(mails()).toHaveLength(before + SUPPORT.perDay);
  expect((await write(other)).status).toBe(200);
  stack.moveClock(24 * 60 * 60_000);
  const { idToken: token } = await stack.inner.tokensFor(user.email);
  expect((await write({ ...user, token })).status).toBe(200);
});

it('a support message that cannot be mailed is an error, and does not count', async () => {
  const user = await stack.givenUser();
  const { idToken: token } = await stack.inner.tokensFor(user.email);
  const again = { ...user, token };
  const outage = stack.inner.faults.at({
    ...{ service: 'ses', action: 'SendEmail', times: 1_000 },
    effect: { fail: { code: 'AccountSuspendedException' } },
  });
  for (let i = 0; i < SUPPORT.perDay + 1; i++)
    expect(await write(again)).toMatchObject({ status: 503, code: 'support_unavailable' });
  outage.remove();
  expect((await write(again)).status).toBe(200);
  const logs = stack.functionLogs().join('\n');
  for (const private_ of [user.email, WORDS.message.split('\n')[0] ?? ''])
    expect(logs).not.toContain(private_);
});

it.each([
  [{ ...WORDS, subject: ' ' }, 'subject'],
  [{ ...WORDS, subject: '\u0000\u0007\u200b \u2028' }, 'subject'],
  [{ ...WORDS, message: '\u0000\n\u202e' }, 'message'],
  [{ ...WORDS, subject: 'x'.repeat(SUPPORT.subjectMaxLength + 1) }, 'subject'],
  [{ ...WORDS, message: '' }, 'message'],
  [{ ...WORDS, message: 'x'.repeat(SUPPORT.messageMaxLength + 1) }, 'message'],
])('a support message with an empty or too long field is refused: %#', async (body, field) => {
  const user = await stack.givenUser();
  const { idToken: token } = await stack.inner.tokensFor(user.email);
  const before = mails().length;
  expect(await write({ ...user, token }, body)).toMatchObject({ status: 400, field });
  expect(mails()).toHaveLength(before);
});
