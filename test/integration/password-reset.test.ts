/** A forgotten password is replaced behind the same check as at sign-up (decision 0082). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, cognito, postFrom } from '../support/sign-up.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const GOOD = 'violet harbour 7 lanterns';
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const reset = (body: { email: string; code: string; password: string }, address?: string) =>
  postFrom(stack, '/api/password/reset', body, address);

/** Asks Cognito for a code, as its hosted page does. Returns the code of the mailed link. */
async function forget(email: string): Promise<string> {
  await cognito(stack, 'ForgotPassword', ({ userPoolClientId }) => ({
    ClientId: userPoolClientId,
    Username: email,
  }));
  const link = /href="([^"]+)"/.exec(stack.inner.mails.latestTo(email)?.text ?? '')?.[1] ?? '';
  return new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? '';
}

it('refuses what a sign-up refuses, leaves the code valid, then sets the password and ends sessions', async () => {
  const { email } = await stack.givenUser();
  const { refreshToken } = await stack.inner.tokensFor(email);
  const code = await forget(email);
  for (const [password, expected] of [
    ['password', 'password_breached'],
    ['Parley2026!', 'password_guessable'],
    [email, 'password_guessable'],
  ] as const) {
    const answer = await reset({ email, code, password });
    expect([password, answer.status, codeOf(answer)]).toEqual([password, 400, expected]);
  }
  expect(await reset({ email, code, password: GOOD })).toMatchObject({ status: 200 });
  await expect(stack.refresh(refreshToken)).rejects.toThrow();
  expect(codeOf(await reset({ email, code, password: GOOD }))).toBe('reset_code_invalid');
});

it('answers the same for a wrong code and for an address without an account', async () => {
  const { email } = await stack.givenUser();
  await forget(email);
  const known = await reset({ email, code: 'wrong', password: GOOD });
  const unknown = await reset({ email: 'no.account@example.com', code: 'wrong', password: GOOD });
  expect([known.status, codeOf(known)]).toEqual([400, 'reset_code_invalid']);
  expect(unknown).toEqual(known);
});

it('refuses the 21st attempt of a network within an hour', async () => {
  const address = '127.9.0.1';
  const attempt = () => reset({ email: 'no.account@example.com', code: '000000', password: GOOD }, address);
  for (let i = 0; i < 20; i++) expect((await attempt()).status).toBe(400);
  expect(codeOf(await attempt())).toBe('too_many_requests');
});
