/** Account deletion (docs/safety.md 39): complete wherever it crashes, and limited to the user's own data. */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inviteKey } from '../../lambdas/store/signup/invite-rows-and-reads.ts';
import { keyOfTurn } from '../../lambdas/store/turns/turns.ts';
import {
  everything,
  givenPerson,
  givenProject,
  givenSignUpTraces,
  isTombstone,
  tracesOf,
} from '../support/account-traces.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

/** Time for the sweeps of many deletions on a busy machine. */
const SWEEPS_MS = 60_000;
const HOUR = 60 * 60_000;

const askForDeletion = (user: TestUser, confirmEmail = user.email) =>
  stack.http('POST', '/api/account/delete', { token: user.token, body: { confirmEmail } });

async function deleteAndSettle(user: TestUser): Promise<void> {
  expect((await askForDeletion(user)).status).toBe(200);
  await settled();
}

/** Deletes a chat of the user, and returns its id. */
async function givenDeletedChat(user: TestUser): Promise<string> {
  const { client, chat } = await stack.givenChat(user);
  client.close();
  await stack.http('DELETE', `/api/chats/${chat.chatId}`, { token: user.token });
  return chat.chatId;
}

/** Stores the first part of an imported chat, whose other parts never come, and returns the chat's id. */
async function givenUnfinishedImport({ token }: TestUser): Promise<string> {
  const [chatId, createdAt] = [randomUUID(), '2024-05-06T07:08:09.000Z'];
  const turns = [{ kind: 'welcome', text: 'From elsewhere', replyAt: createdAt }];
  const chats = [{ chatId, name: 'Brought along', createdAt, from: 0, isLast: false, turns }];
  const { status } = await stack.http('POST', '/api/import/chats', { token, body: { chats } });
  expect(status).toBe(200);
  return chatId;
}

/** Asks for a chat, and kills the function before it stores the chat's item. The chat's turns are stored before it. */
async function killedBeforeItem(caller: string, ask: () => unknown): Promise<void> {
  const killed = stack.inner.faults.at({
    ...{ service: 'dynamodb', caller },
    about: (request) => /"Item".*"nextIndex"/.test(request),
    effect: { kill: true, hang: true },
  });
  await ask();
  await stack.eventually(async () => expect(killed.struck).toBe(1));
  stack.clearFaults();
}

async function beginNewChat(user: TestUser): Promise<void> {
  const client = await stack.connect(user);
  const data = { userEmail: user.email, name: 'Test User' };
  await killedBeforeItem('FunctionsInitChat', () => client.send('initChat', data));
  client.close();
}

/** Begins to continue a share twice with the same request. The share is updated in between, which changes the chat's id. */
async function beginContinuedShare(user: TestUser): Promise<void> {
  const author = await stack.givenUser();
  const { client, chat } = await stack.givenChat(author);
  await stack.say(client, author, chat.chatId, 'What is a parley?');
  const { token } = author;
  const path = `/api/shares/${randomUUID().replaceAll('-', '')}`;
  const shared = { chatId: chat.chatId, readers: 'members' };
  expect((await stack.http('PUT', path, { token, body: shared })).status).toBe(200);
  const body = { requestId: randomUUID() };
  const go = () => stack.http('POST', `${path}/continue`, { token: user.token, body });
  await killedBeforeItem('SharingApi', go);
  await stack.say(client, author, chat.chatId, 'And a truce?');
  expect((await stack.http('POST', `${path}/update`, { token, body: {} })).status).toBe(200);
  await killedBeforeItem('SharingApi', go);
  client.close();
}

async function beginClaimedChat({ token }: TestUser): Promise<void> {
  const guest = await stack.connectGuest();
  const { chatId } = dataOf(await guest.call('initChat', { isGuest: true })) as { chatId: string };
  await guest.call('chat', { chatId, message: 'Who am I?', isGuest: true });
  const body = { guestChatId: chatId };
  await killedBeforeItem('FunctionsChats', () =>
    stack.http('POST', '/api/chats/carryGuestChat', { token, body }),
  );
  await guest.close();
}

/** Removes rows as their time to live does: the chat's item, and the row of the request that began the chat. */
async function expireChatsAndRequests(user: TestUser): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const rows = (await tracesOf(stack, user)).map((trace) => trace.split(' '));
  for (const [, pk, sk = ''] of rows.filter(([, , sk = '']) => /^(?:CHAT|INIT)#/.test(sk)))
    await documents.send(new DeleteCommand({ TableName: table('Chats'), Key: { pk, sk } }));
  await stack.inner.functions.streamsSettled();
}

/** Waits until the streams are read and the functions that they start have ended. */
async function settled(): Promise<void> {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  await stack.idle();
}

/** Moves the clock by an hour, at which the scheduled job runs, and waits until `check` passes. */
async function anHourLater(check: () => Promise<void>): Promise<void> {
  stack.moveClock(HOUR + 1_000);
  // The hourly run may finish many deletions, which takes longer than the default wait.
  await stack.eventually(check, SWEEPS_MS);
  await stack.idle(SWEEPS_MS);
}

/** Returns the user with new tokens, since the old ones expire when the clock moves. */
async function signedIn<U extends TestUser>(user: U): Promise<U> {
  const { idToken: token, accessToken } = await stack.inner.tokensFor(user.email);
  return { ...user, token, accessToken };
}

const isInPool = async ({ email }: TestUser): Promise<boolean> =>
  stack.inner.tokensFor(email).then(
    () => true,
    () => false,
  );

async function expectSwept(user: TestUser): Promise<void> {
  const traces = await tracesOf(stack, user);
  expect(traces).toContain(`Chats DELETIONS ${user.owner}`);
  expect(traces.filter((trace) => !isTombstone(user.owner)(trace))).toEqual([]);
  const tombstone = (await everything(stack)).get(`Chats DELETIONS ${user.owner}`);
  expect(tombstone).toContain('"swept"');
  expect(tombstone).not.toContain(user.email);
  expect(await isInPool(user)).toBe(false);
}

const expectNothing = async (user: TestUser): Promise<void> =>
  expect(await tracesOf(stack, user)).toEqual([]);

/** Stores a passage of a document, without the document: what a deletion of the files alone would leave. */
async function givenPassage({ owner }: TestUser): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const Item = { pk: `1#OWNER#${owner}#TEXT`, sk: `${randomUUID()}#00`, data: new Uint8Array([1]) };
  await documents.send(new PutCommand({ TableName: table('Search'), Item }));
}

async function inviteOf(code: string): Promise<Record<string, unknown> | undefined> {
  const { documents, table } = stack.inner.dynamodb;
  const { Item } = await documents.send(
    new GetCommand({ TableName: table('Invites'), Key: inviteKey(code) }),
  );
  return Item;
}

describe('an account that is closed', () => {
  it('is deleted in every table and in the pool, and an hour later nothing names it (docs/safety.md 39)', async () => {
    const [ada, bob] = [await givenPerson(stack), await givenPerson(stack)];
    for (const person of [ada, bob]) await givenProject(stack, person);
    const isOf = (user: TestUser) => (entry: [string, string]) => entry.join(' ').includes(user.owner);
    const tables = new Set((await tracesOf(stack, ada)).map((trace) => trace.split(' ')[0]));
    expect([...tables].toSorted()).toEqual(
      ['Chats', 'Connections', 'Invites', 'Search', 'Subscriptions', 'Usage', 'Waitlist'].toSorted(),
    );
    const bobs = [...(await everything(stack))].filter(isOf(bob));
    const { refreshToken } = await stack.inner.tokensFor(ada.email);
    await givenPassage(ada);

    await deleteAndSettle(ada);
    await expectSwept(ada);
    await expect(stack.refresh(refreshToken)).rejects.toThrow();
    expect([...(await everything(stack))].filter(isOf(bob))).toEqual(bobs);

    await anHourLater(() => expectNothing(ada));
    // Connections are closed before an idle hour is over.
    const lasting = (rows: typeof bobs) => rows.filter(([key]) => !key.startsWith('Connections'));
    expect(lasting([...(await everything(stack))].filter(isOf(bob)))).toEqual(lasting(bobs));
    expect(await isInPool(bob)).toBe(true);
    expect(await stack.history(await signedIn(bob), bob.chatId)).toHaveLength(4);
    const logs = stack.functionLogs().join('\n');
    for (const name of [ada.owner, ada.email]) expect(logs).not.toContain(name);
  });

  it('keeps the uses of the invite that it used, and revokes an unused one for its address', async () => {
    const ada = await givenPerson(stack);
    await deleteAndSettle(ada);
    const used = await inviteOf(ada.code);
    expect(used).toMatchObject({ uses: 3, holds: { 'someone@example.org': expect.anything() } });
    expect(used).not.toHaveProperty('revokedAt');
    const bound = await inviteOf(ada.boundCode);
    expect(bound).toMatchObject({ uses: 0, revokedAt: expect.any(String) });
    expect(bound).not.toHaveProperty('email');
  });

  it('is deleted on the user’s own address in any spelling, and once when asked several times', async () => {
    const ada = await givenPerson(stack);
    for (const wrong of ['other@example.com', 'none', '']) {
      const answer = await askForDeletion(ada, wrong);
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
        400,
        { code: 'invalid_request', field: 'confirmEmail' },
      ]);
    }
    expect(await isInPool(ada)).toBe(true);
    expect(await stack.history(ada, ada.chatId)).toHaveLength(4);
    const answers = await Promise.all([
      askForDeletion(ada, ` ${ada.email.toUpperCase()} `),
      askForDeletion(ada),
      askForDeletion(ada),
    ]);
    // The job of the first may revoke the token before the others are read.
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
    await settled();
    await expectSwept(ada);
    expect((await askForDeletion(ada)).status).toBe(401);
    await settled();
    await expectSwept(ada);
  });

  it('is deleted with the guest’s chat that it claimed, also under the guest’s key', async () => {
    const ada = await givenPerson(stack);
    const guest = await stack.connectGuest();
    const { chatId } = dataOf(await guest.call('initChat', { isGuest: true })) as { chatId: string };
    stack.replyWith('To a guest.');
    await guest.call('chat', { chatId, message: 'Who am I?', isGuest: true });
    const body = { guestChatId: chatId };
    const carried = await stack.http('POST', '/api/chats/carryGuestChat', { token: ada.token, body });
    expect(carried.status).toBe(200);
    expect((await tracesOf(stack, ada)).join()).toContain(chatId);
    await guest.close();
    await deleteAndSettle(ada);
    await expectSwept(ada);
    const left = [...(await everything(stack)).keys()].filter((key) => key.startsWith('Chats'));
    expect(left.filter((key) => key.includes(chatId))).toEqual([]);
  });

  it.each([
    ['a deleted chat', givenDeletedChat],
    ['an unfinished import', givenUnfinishedImport],
  ])('is deleted with the messages of %s whose removal was lost', async (_, givenChat) => {
    const ada = await stack.givenUser();
    const chatId = await givenChat(ada);
    const lost = stack.inner.faults.at({
      ...{ service: 'dynamodb', caller: 'ChatRemovalPurge', times: Number.POSITIVE_INFINITY },
      effect: { fail: { code: 'AccessDeniedException' } },
    });
    await expireChatsAndRequests(ada);
    expect(lost.struck).toBeGreaterThan(0);
    stack.clearFaults();
    expect((await tracesOf(stack, ada)).join('\n')).toContain(`CHAT#${ada.owner}#${chatId} MSG#`);
    await deleteAndSettle(ada);
    await expectSwept(ada);
  });

  it.each([
    ['a new chat', 1, beginNewChat],
    ['a continued share and its update', 2, beginContinuedShare],
    ['a claimed guest chat', 1, beginClaimedChat],
  ])('is deleted with the messages of %s, whose item was never stored', async (_, chats, begin) => {
    const ada = await stack.givenUser();
    await begin(ada);
    await expireChatsAndRequests(ada);
    const turns = (await tracesOf(stack, ada)).filter((trace) => / CHAT#\S+ MSG#/.test(trace));
    expect(new Set(turns.map((trace) => trace.split(' ')[1])).size).toBe(chats);
    await deleteAndSettle(ada);
    await expectSwept(ada);
  });

  it('of someone with many chats is deleted whole', async () => {
    const ada = await givenPerson(stack);
    for (let i = 0; i < 30; i++) await stack.openChat(ada.client, ada);
    await stack.fillChat(ada, ada.chatId, 60);
    await deleteAndSettle(ada);
    await expectSwept(ada);
  });
});

describe('what is written after the sweep', () => {
  it('by a request that was let in before is swept an hour later', async () => {
    const ada = await givenPerson(stack);
    await deleteAndSettle(ada);
    // Writes a chat as `initChat` does.
    const { documents, table } = stack.inner.dynamodb;
    const chatId = '019a0000-0000-7000-8000-0000000000aa';
    const Item = { pk: `OWNER#${ada.owner}`, sk: `CHAT#${chatId}`, chatId, name: 'Late' };
    await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
    expect((await tracesOf(stack, ada)).filter((trace) => !isTombstone(ada.owner)(trace))).not.toEqual([]);
    await anHourLater(() => expectNothing(ada));
  });

  it('by a reply that was under way is swept an hour later', async () => {
    const ada = await givenPerson(stack);
    const reply = stack.replyByHand();
    ada.client.send('chat', { chatId: ada.chatId, message: 'Wait', userEmail: ada.email });
    await reply.started;
    expect((await askForDeletion(ada)).status).toBe(200);
    await stack.inner.functions.streamsSettled();
    reply.write('Too late.');
    reply.end();
    await settled();
    await anHourLater(() => expectNothing(ada));
  });

  it('into a deleted chat is found by the stored id of that chat', async () => {
    const ada = await givenPerson(stack);
    await deleteAndSettle(ada);
    // Writes a turn as a late worker does.
    const { documents, table } = stack.inner.dynamodb;
    const Item = {
      ...keyOfTurn({ owner: ada.owner, chatId: ada.chatId, messageIndex: 9 }),
      ...{ index: 9, userText: 'Late', text: '', status: 'streaming' },
    };
    await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
    await anHourLater(() => expectNothing(ada));
  });
});

describe('a deletion that is cut short', () => {
  /**
   * Deletes an account while the job is killed, before or after its nth change of a service, and returns whether
   * there was such a change. Reads are left out: a kill at one leaves the same state as a kill before the next change.
   */
  async function isDeletedWhileKilled(
    service: 'dynamodb' | 'cognito',
    nth: number,
    phase?: 'after',
  ): Promise<boolean> {
    const ada = await givenPerson(stack);
    const crash = stack.inner.faults.at({
      ...{ service, caller: 'LeavingJob', nth, effect: { kill: true, hang: true } },
      ...(phase && { phase }),
      about: (_, { action }) => !/^(AdminGet|AdminList|BatchGet|Describe|Get|List|Query|Scan)/.test(action),
    });
    await deleteAndSettle(ada);
    const { struck } = crash;
    crash.remove();
    await expectSwept(ada).catch((cause: unknown) => {
      throw new Error(`Killed ${phase ?? 'before'} change ${nth} of ${service}`, { cause });
    });
    return struck > 0;
  }

  it.each(['dynamodb', 'cognito'] as const)(
    'at any change of %s is repeated from the start to the same end (docs/safety.md 39)',
    async (service) => {
      let changes = 0;
      while (await isDeletedWhileKilled(service, changes + 1)) changes += 1;
      expect(changes).toBeGreaterThan(service === 'cognito' ? 2 : 30);
      expect(await isDeletedWhileKilled(service, changes, 'after')).toBe(true);
      await anHourLater(async () =>
        expect([...(await everything(stack)).keys()].filter((key) => key.includes('DELETIONS'))).toEqual([]),
      );
    },
    300_000,
  );

  it('for good is taken up by the schedule', async () => {
    const ada = await givenPerson(stack);
    const { refreshToken } = await stack.inner.tokensFor(ada.email);
    const lost = stack.inner.functions.queue('LeavingLost').length;
    const crash = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'DeleteItem', caller: 'LeavingJob' },
      ...{ nth: 2, times: 1_000, effect: { kill: true, hang: true } },
    });
    await deleteAndSettle(ada);
    expect(stack.inner.functions.queue('LeavingLost')).toHaveLength(lost + 1);
    expect(await tracesOf(stack, ada)).toContain(`Waitlist WAITLIST ${ada.email}`);
    // The user cannot sign in meanwhile.
    await expect(stack.inner.tokensFor(ada.email)).rejects.toThrow('User is disabled.');
    await expect(stack.refresh(refreshToken)).rejects.toThrow();
    crash.remove();
    await anHourLater(() => expectSwept(ada));
    await anHourLater(() => expectNothing(ada));
  });

  it('before its last update leaves alone what a second account with the address has', async () => {
    const ada = await givenPerson(stack);
    // Update 1 revokes the tokens, 2 and 3 take the address from invites, 4 from the tombstone, 5 ends the job.
    const crash = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'UpdateItem', caller: 'LeavingJob' },
      ...{ nth: 5, times: 1_000, effect: { kill: true, hang: true } },
    });
    await deleteAndSettle(ada);
    expect(crash.struck).toBeGreaterThan(1);
    expect(await isInPool(ada)).toBe(false);
    const owner = await stack.inner.createUser(ada.email, ada.password);
    await givenSignUpTraces(stack, ada);
    const again = { ...ada, owner };
    const kept = await tracesOf(stack, again);
    expect(kept).toHaveLength(7);
    crash.remove();
    await anHourLater(async () =>
      expect((await everything(stack)).get(`Chats DELETIONS ${ada.owner}`)).toContain('"swept"'),
    );
    expect(await tracesOf(stack, again)).toEqual(kept);
    expect(await isInPool(again)).toBe(true);
  });

  it('in its second sweep is swept again', async () => {
    const ada = await givenPerson(stack);
    await deleteAndSettle(ada);
    const crash = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'DeleteItem', caller: 'LeavingJob' },
      effect: { kill: true, hang: true },
    });
    await anHourLater(() => expectNothing(ada));
    expect(crash.struck).toBe(1);
  });
});

it('a slower run of a deletion takes nothing from a second account with the same address', async () => {
  const ada = await givenPerson(stack);
  const tombstone = async () => (await everything(stack)).get(`Chats DELETIONS ${ada.owner}`);
  /** Deletes the account in another run, and opens a second account with the address. */
  async function overtake() {
    const job = stack.inner.functions.names().find((name) => name.includes('LeavingJob')) ?? '';
    await stack.inner.invoke(job, { owner: ada.owner });
    const again = { ...ada, owner: await stack.inner.createUser(ada.email, ada.password) };
    await givenSignUpTraces(stack, ada);
    return { again, kept: await tracesOf(stack, again), swept: await tombstone() };
  }
  let slow: string | undefined;
  let overtaking: ReturnType<typeof overtake> | undefined;
  stack.inner.faults.at({
    ...{ service: 'dynamodb', caller: 'LeavingJob', times: Number.POSITIVE_INFINITY },
    // Strikes the slow run's write of the revocation mark, also when the AWS SDK repeats the write. The write of the other
    // run has another `keptId`.
    about: (request) => {
      if (request.includes('keptId')) slow ??= request;
      return request === slow;
    },
    effect: {
      run: async () => {
        overtaking ??= overtake();
        await overtaking;
      },
    },
  });
  await deleteAndSettle(ada);
  const { again, kept, swept } = (await overtaking) ?? expect.fail('No run was slow');
  expect(swept).toContain('"swept"');
  expect(kept).toHaveLength(7);
  expect(await tracesOf(stack, again)).toEqual(kept);
  expect(await tombstone()).toBe(swept);
  expect(await isInPool(again)).toBe(true);
});

it('a second account with the same address inherits nothing, and loses nothing', async () => {
  const ada = await givenPerson(stack);
  await deleteAndSettle(ada);
  const owner = await stack.inner.createUser(ada.email, ada.password, { name: 'Ada Again' });
  expect(owner).not.toBe(ada.owner);
  const again = await signedIn<TestUser>({ ...ada, owner });
  const { token } = again;
  const mine = JSON.parse((await stack.http('GET', '/api/account/export', { token })).text);
  expect(mine).toEqual({
    account: {
      ...{ owner, email: ada.email, name: 'Ada Again', createdAt: expect.any(String) },
      ...{ subscription: { tier: 'free', active: false }, usage: [], devices: [], models: expect.any(Array) },
      ...{ instructions: { text: '', isOn: true }, prompts: [], projects: [] },
      ...{ shares: [], feedback: [] },
    },
    chats: [],
  });
  expect((await stack.http('GET', `/api/chats/getChatHistory/${ada.chatId}`, { token })).status).toBe(404);
  const { client, chat } = await stack.givenChat(again);
  expect(chat.name).toBe('Chat 1');
  stack.replyWith('Welcome back.');
  await stack.say(client, again, chat.chatId, 'It is me again');
  client.close();
  await stack.eventually(async () =>
    expect((await tracesOf(stack, again)).some((trace) => trace.includes('CONN#'))).toBe(false),
  );
  await settled();
  const kept = await tracesOf(stack, again);
  // The token of the account that is gone is refused, although it has not expired.
  expect((await askForDeletion(ada)).status).toBe(401);
  await anHourLater(async () => expect(await tracesOf(stack, { ...ada, email: ada.owner })).toEqual([]));
  // Counts of a limit expire within the hour.
  const isToStay = (trace: string) => !isTombstone(ada.owner)(trace) && !trace.includes('LIMIT#');
  expect((await tracesOf(stack, again)).filter(isToStay)).toEqual(kept.filter(isToStay));
  expect(await stack.history(await signedIn(again), chat.chatId)).toHaveLength(3);
  expect(await isInPool(again)).toBe(true);
});
