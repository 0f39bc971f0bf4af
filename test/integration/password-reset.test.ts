/** Password reset: checks the new password as at sign-up, and ends all earlier sign-ins (decision 0082). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HostedBrowser } from '../support/hosted-ui-client.ts';
import { codeOf, cognito, postFrom } from '../support/sign-up.ts';
import { codeOf as ackCodeOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

const GOOD = 'violet harbour 7 lanterns';
const MINUTE_MS = 60_000;
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
    [`${GOOD} `, 'password_spaces'],
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

describe('a new password ends every earlier sign-in', () => {
  const usage = async ({ email, token }: TestUser): Promise<number> =>
    (await stack.http('GET', `/api/usage?userEmail=${email}`, { token })).status;
  /** The same user, signed in on another device. */
  async function elsewhere(user: TestUser): Promise<TestUser & { readonly refreshToken: string }> {
    const { idToken: token, accessToken, refreshToken } = await stack.inner.tokensFor(user.email);
    return { ...user, token, accessToken, refreshToken };
  }
  async function expectSignedOut(user: TestUser, refreshToken: string): Promise<void> {
    expect(await usage(user)).toBe(401);
    await expect(stack.connect(user)).rejects.toThrow('refused: 401');
    await expect(stack.refresh(refreshToken)).rejects.toThrow();
  }
  /** Signs in a second later, since tokens of the same second are refused. */
  async function expectSignsIn(user: TestUser): Promise<void> {
    stack.moveClock(1_000);
    try {
      expect(await usage(await elsewhere(user))).toBe(200);
    } finally {
      stack.moveClock(-1_000);
    }
  }

  it('on every device, and closes their connections', async () => {
    const here = await stack.givenUser();
    const there = await elsewhere(here);
    const clients = [await stack.connect(here), await stack.connect(there)];
    const code = await forget(here.email);
    expect((await reset({ email: here.email, code, password: GOOD })).status).toBe(200);
    await stack.eventually(() => {
      for (const { closedWith } of clients) expect(closedWith).toBeDefined();
    });
    expect(await usage(here)).toBe(401);
    await expectSignedOut(there, there.refreshToken);
    await expectSignsIn(here);
  });

  it('although the hosted page’s cookie signs a browser in again', async () => {
    const user = await stack.givenUser();
    const browser = new HostedBrowser(stack);
    await browser.signIn(user);
    stack.moveClock(MINUTE_MS);
    const code = await forget(user.email);
    expect((await reset({ email: user.email, code, password: GOOD })).status).toBe(200);
    stack.moveClock(MINUTE_MS);
    try {
      const revived = await browser.signInByCookie(user);
      if (revived === undefined) throw new Error('The cookie does not sign in, so this test shows nothing');
      const answer = await stack.http('GET', `/api/usage?userEmail=${user.email}`, revived);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'signed_out']);
      await expect(stack.connect(revived)).rejects.toThrow('refused: 401');
      const here = await browser.signIn({ ...user, password: GOOD });
      expect(await usage(here)).toBe(200);
      const tab = await browser.signInByCookie(user);
      expect(tab && (await usage(tab))).toBe(200);
    } finally {
      stack.moveClock(-2 * MINUTE_MS);
    }
  });

  it('and admits the sign-in that Cognito’s own page makes with it, in the same second', async () => {
    const user = await stack.givenUser();
    const code = await forget(user.email);
    expect((await reset({ email: user.email, code, password: GOOD })).status).toBe(200);
    const here = await elsewhere(user);
    stack.moveClock(1_000);
    try {
      const { idToken: token } = await stack.refresh(here.refreshToken);
      expect(await usage({ ...user, token })).toBe(200);
    } finally {
      stack.moveClock(-1_000);
    }
  });

  it('although it was set by a direct call to Cognito, and earlier connections get no more frames', async () => {
    const user = await elsewhere(await stack.givenUser());
    const client = await stack.connect(user);
    const code = await forget(user.email);
    // Sign-in times are whole seconds, so a sign-in of the same second would count as one with the new password.
    stack.moveClock(1_000);
    const set = await cognito(stack, 'ConfirmForgotPassword', ({ userPoolClientId }) => ({
      ...{ ClientId: userPoolClientId, Username: user.email, ConfirmationCode: code, Password: GOOD },
    }));
    expect(set.status).toBe(200);
    await expectSignedOut(user, user.refreshToken);
    expect(ackCodeOf(await client.call('initChat', { userEmail: user.email }))).toBe('signed_out');
    stack.moveClock(1_000);
    try {
      const again = await elsewhere(user);
      const own = await stack.connect(again);
      const { chatId } = await stack.openChat(own, again);
      const body = { newName: 'Private' };
      expect(
        (await stack.http('PUT', `/api/chats/${chatId}/name`, { token: again.token, body })).status,
      ).toBe(200);
      await stack.eventually(() => expect(JSON.stringify(own.frames)).toContain('Private'));
      expect(JSON.stringify(client.frames)).not.toContain('Private');
    } finally {
      stack.moveClock(-2_000);
    }
  });

  it.each([1, 3])('although Cognito’s answer to the reset was lost %i times', async (times) => {
    const user = await elsewhere(await stack.givenUser());
    const client = await stack.connect(user);
    const code = await forget(user.email);
    stack.inner.faults.at({
      ...{ service: 'cognito', action: 'ConfirmForgotPassword', phase: 'after', times },
      effect: { fail: { code: 'InternalErrorException', status: 500 } },
    });
    const answer = await reset({ email: user.email, code, password: GOOD }).finally(stack.clearFaults);
    expect(answer.status).toBe(200);
    await stack.eventually(() => expect(client.closedWith).toBeDefined());
    await expectSignedOut(user, user.refreshToken);
    await expectSignsIn(user);
  });

  it('although the PostConfirmation trigger failed', async () => {
    const user = await elsewhere(await stack.givenUser());
    const code = await forget(user.email);
    stack.inner.faults.at({
      ...{ service: 'cognito', action: 'AdminUserGlobalSignOut', caller: 'PostConfirmation', times: 3 },
      effect: { fail: { code: 'InternalErrorException', status: 500 } },
    });
    const answer = await reset({ email: user.email, code, password: GOOD }).finally(stack.clearFaults);
    expect(answer.status).toBe(200);
    await expectSignedOut(user, user.refreshToken);
  });

  it('unless Cognito failed, which is not taken for a wrong code', async () => {
    const { email } = await stack.givenUser();
    const code = await forget(email);
    stack.inner.faults.at({
      ...{ service: 'cognito', action: 'ConfirmForgotPassword', times: 3 },
      effect: { fail: { code: 'InternalErrorException', status: 500 } },
    });
    const answer = await reset({ email, code, password: GOOD }).finally(stack.clearFaults);
    expect([answer.status, codeOf(answer)]).toEqual([500, 'internal']);
    expect((await reset({ email, code, password: GOOD })).status).toBe(200);
  });

  it('and a wrong code ends none, also when its answer was lost', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    await forget(user.email);
    stack.inner.faults.at({
      ...{ service: 'cognito', action: 'ConfirmForgotPassword', phase: 'after' },
      effect: { fail: { code: 'InternalErrorException', status: 500 } },
    });
    const answer = await reset({ email: user.email, code: 'wrong', password: GOOD });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'reset_code_invalid']);
    expect(await usage(user)).toBe(200);
    expect(await stack.openChat(client, user)).toMatchObject({ name: 'Chat 1' });
  });
});
