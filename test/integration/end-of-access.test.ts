/** Access ends with the sign-in, not with the token: logout, disabling, deletion, demotion (decision 0080). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAs, givenAdmin } from '../support/operators.ts';
import { runOps } from '../support/run-ops.ts';
import { codeOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  admin = await givenAdmin(stack);
});
afterAll(() => stack.close());

const usage = async ({ email, token }: TestUser): Promise<number> =>
  (await stack.http('GET', `/api/usage?userEmail=${email}`, { token })).status;
const logOut = ({ token }: TestUser) => stack.http('POST', '/api/account/logout', { token, body: {} });
const isRefused = (user: TestUser): Promise<string> =>
  stack.connect(user).then(
    () => 'opened',
    (error: Error) => error.message,
  );
const expectClosed = (client: SocketClient) =>
  stack.eventually(() => expect(client.closedWith).toBeDefined());
/** The same user, signed in on another device. */
async function elsewhere(user: TestUser): Promise<TestUser> {
  const { idToken: token, accessToken } = await stack.inner.tokensFor(user.email);
  return { ...user, token, accessToken };
}

/** The client is told before its connection is closed: it then erases what it keeps, and says what happened. */
async function expectTold(client: SocketClient): Promise<void> {
  await expectClosed(client);
  expect(client.frames).toContainEqual({ type: 'signedOut' });
}

async function expectNoAccess(user: TestUser, client: SocketClient): Promise<void> {
  await expectClosed(client);
  expect(await usage(user)).toBe(401);
  expect(await isRefused(user)).toBe('refused: 401');
}

describe('a logout', () => {
  it('ends this sign-in on every route and connection, and no other', async () => {
    const here = await stack.givenUser();
    const there = await elsewhere(here);
    const [client, other] = [await stack.connect(here), await stack.connect(there)];
    expect((await logOut(here)).status).toBe(200);
    await expectNoAccess(here, client);
    expect(await usage(there)).toBe(200);
    expect(await stack.openChat(other, there)).toMatchObject({ name: 'Chat 1' });
    expect((await logOut(here)).status).toBe(401);
  });

  it('is complete although API Gateway cannot close the connection', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const fail = { code: 'InternalServerErrorException', message: 'Something is wrong.' };
    stack.inner.faults.at({
      service: 'connections',
      action: 'DeleteConnection',
      times: 10,
      effect: { fail },
    });
    expect((await logOut(user).finally(stack.clearFaults)).status).toBe(200);
    const data = { userEmail: user.email };
    expect(codeOf(await client.call('initChat', data))).toBe('signed_out');
    expect(await usage(user)).toBe(401);
  });
});

it('a disabled user has no access, also from a second device, until enabled and signed in again', async () => {
  const user = await stack.givenUser();
  const [client, other] = [await stack.connect(user), await stack.connect(await elsewhere(user))];
  const set = (enabled: boolean) =>
    askAs(stack, admin, 'setUserEnabled', { params: { owner: user.owner }, body: { enabled } });
  expect((await set(false)).status).toBe(200);
  await expectNoAccess(user, client);
  for (const told of [client, other]) await expectTold(told);
  expect((await set(true)).status).toBe(200);
  expect(await usage(user)).toBe(401);
  stack.moveClock(1_000);
  try {
    expect(await usage(await elsewhere(user))).toBe(200);
  } finally {
    stack.moveClock(-1_000);
  }
});

it('a disabled user has no access also if the frame `signedOut` cannot be sent', async () => {
  const user = await stack.givenUser();
  const client = await stack.connect(user);
  const fail = { code: 'InternalServerErrorException', message: 'Something is wrong.' };
  const lost = stack.inner.faults.at({
    service: 'connections',
    action: 'PostToConnection',
    times: 10,
    effect: { fail },
  });
  const disabled = await askAs(stack, admin, 'setUserEnabled', {
    params: { owner: user.owner },
    body: { enabled: false },
  }).finally(stack.clearFaults);
  expect([disabled.status, lost.struck]).toEqual([200, 1]);
  await expectNoAccess(user, client);
  expect(client.frames).not.toContainEqual({ type: 'signedOut' });
});

it('a user whose account is being deleted has no access', async () => {
  const user = await stack.givenUser();
  const client = await stack.connect(user);
  const asked = await stack.http('POST', '/api/account/delete', {
    token: user.token,
    body: { confirmEmail: user.email },
  });
  expect(asked.status).toBe(200);
  await expectNoAccess(user, client);
  await expectTold(client);
  await stack.idle();
  expect(await usage(user)).toBe(401);
});

it('a demoted administrator loses the console at once, and keeps the chats', async () => {
  const former = await givenAdmin(stack);
  const audit = () => askAs(stack, former, 'listAudit');
  expect((await audit()).status).toBe(200);
  expect((await runOps(stack, ['users', 'remove-admin', former.owner])).code).toBe(0);
  const { status, text } = await audit();
  // The client renews its token after this code, and the new one has no group.
  expect([status, JSON.parse(text).code]).toEqual([401, 'session_expired']);
  expect((await askAs(stack, await elsewhere(former), 'listAudit')).status).toBe(403);
});

it('an operator’s command disables a user with the same effect as the console', async () => {
  const user = await stack.givenUser();
  const client = await stack.connect(user);
  expect((await runOps(stack, ['users', 'disable', user.owner])).code).toBe(0);
  await expectNoAccess(user, client);
  await expectTold(client);
});
