/** Extended history retention (docs/spec.md 1.2): chats that a plan does not keep are removed after a notice. */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { type ChatItem, keyOf } from '../../lambdas/store/chats/chats.ts';
import { givenPlan } from '../support/given-plan.ts';
import { cognito } from '../support/sign-up.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** As `DEFAULT_RETENTION` has them. */
const [FREE_DAYS, MONTHLY_DAYS, NOTICE_DAYS] = [180, 365, 14];
const CURSOR = { pk: 'RETENTION', sk: 'CURSOR' };
const JOB = 'RetentionJob';
/** Attempts that the SDK makes at a refused call: it finds that the clock was moved, and retries. */
const TRIES = { dynamodb: 4, cognito: 3 };

const now = () => stack.inner.clock.now();
const today = () => new Date(now()).toISOString().slice(0, 10);
const days = (from: number, to: string | undefined) => Math.round((Date.parse(to ?? '') - from) / DAY);

async function read<T>(table: string, Key: Record<string, string>): Promise<T | undefined> {
  const { documents, table: nameOf } = stack.inner.dynamodb;
  const { Item } = await documents.send(new GetCommand({ TableName: nameOf(table), Key }));
  return Item as T | undefined;
}
const chatOf = async ({ owner }: TestUser, chatId: string) =>
  (await read<ChatItem>('Chats', keyOf(owner, chatId))) ?? ({} as Partial<ChatItem>);
const isListed = async (user: TestUser, chatId: string) =>
  (await stack.chats(await signedIn(user))).some((chat) => chat.chatId === chatId);

/** Ids of the user's chats that are marked, as the client reads them. */
async function markedOf(user: TestUser): Promise<string[]> {
  const { email, token } = await signedIn(user);
  const { text } = await stack.http('GET', `/api/chats/getChats?userEmail=${email}&expiring=true`, { token });
  const { chats, ...rest } = http.getChats.response.parse(JSON.parse(text));
  expect(rest).toEqual({});
  return chats.map(({ chatId }) => chatId);
}

/** Returns the user with tokens that are valid now. */
async function signedIn(user: TestUser): Promise<TestUser> {
  const { idToken: token, accessToken } = await stack.inner.tokensFor(user.email);
  return { ...user, token, accessToken };
}

const isWalked = () =>
  stack.eventually(async () => {
    expect(await read('Usage', CURSOR)).toMatchObject({ day: today(), isDone: true });
  });

/** Moves the clock by `count` days at once. The job runs on the last of them only. */
async function daysLater(count: number): Promise<void> {
  stack.moveClock(count * DAY);
  await isWalked();
  await stack.idle();
}

async function givenChat(): Promise<{ user: TestUser; chatId: string }> {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  stack.replyWith('Pelicans fish together.');
  await stack.say(client, user, chat.chatId, 'Tell me about pelicans');
  await client.close();
  return { user, chatId: chat.chatId };
}

async function writeIn(user: TestUser, chatId: string): Promise<void> {
  const again = await signedIn(user);
  const client = await stack.connect(again);
  stack.replyWith('Still here.');
  await stack.say(client, again, chatId, 'Are you there?');
  await client.close();
}

/** A chat that was marked just now. */
async function givenMarked() {
  const given = await givenChat();
  await daysLater(FREE_DAYS + 1);
  expect(days(now(), (await chatOf(given.user, given.chatId)).removeAt)).toBe(NOTICE_DAYS);
  return given;
}

/** Runs first: no other test has left a chat that the job would write to before this one. */
describe('a chat that is used at the moment', () => {
  it.each([
    ['marked', givenChat, FREE_DAYS + 1],
    ['removed', givenMarked, NOTICE_DAYS + 1],
  ])('it would be %s, is not', async (_, given, later) => {
    const { user, chatId } = await given();
    const use = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'UpdateItem', caller: JOB },
      effect: { run: () => writeIn(user, chatId) },
    });
    await daysLater(later);
    expect(use.struck).toBe(1);
    expect(await isListed(user, chatId)).toBe(true);
    expect(await chatOf(user, chatId)).not.toHaveProperty('removeAt');
    const { token } = await signedIn(user);
    await stack.http('DELETE', `/api/chats/${chatId}`, { token });
  });
});

describe('an unused chat', () => {
  it('is kept for the plan’s days, marked, and deleted; it can be restored for a day, and is then removed for good', async () => {
    const { user, chatId } = await givenChat();
    const { client, chat: empty } = await stack.givenChat(user);
    await client.close();
    await daysLater(FREE_DAYS - 1);
    expect(await chatOf(user, chatId)).not.toHaveProperty('removeAt');
    expect(await markedOf(user)).toEqual([]);
    await daysLater(2);
    expect(await markedOf(user)).toEqual([empty.chatId, chatId]);
    for (const id of [chatId, empty.chatId]) {
      const { removeAt, keptDays } = await chatOf(user, id);
      expect([days(now(), removeAt), keptDays]).toEqual([NOTICE_DAYS, FREE_DAYS]);
    }
    const [first] = await stack.chats(await signedIn(user));
    expect(first).toMatchObject({ removeAt: expect.any(String), keptDays: FREE_DAYS });
    await daysLater(NOTICE_DAYS - 1);
    expect(await isListed(user, chatId)).toBe(true);
    await daysLater(2);
    expect(await isListed(user, chatId)).toBe(false);

    const { token } = await signedIn(user);
    const restored = await stack.http('POST', `/api/chats/${chatId}/restore`, { token });
    expect(restored.status).toBe(200);
    await daysLater(1);
    expect(await isListed(user, chatId)).toBe(true);
    expect(await chatOf(user, chatId)).not.toHaveProperty('removeAt');

    // The other chat was deleted more than a day ago.
    stack.moveClock(HOUR);
    await stack.inner.dynamodb.sweep();
    expect(await chatOf(user, empty.chatId)).toEqual({});
    await stack.inner.functions.streamsSettled();
    const { documents, table } = stack.inner.dynamodb;
    const turns = await documents.send(
      new QueryCommand({
        TableName: table('Chats'),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `CHAT#${user.owner}#${empty.chatId}` },
      }),
    );
    expect(turns.Items).toEqual([]);
  });

  it('is among the chats that will be removed if it is archived, too', async () => {
    const { user, chatId } = await givenMarked();
    const { token } = await signedIn(user);
    const body = { archived: true };
    expect((await stack.http('PUT', `/api/chats/${chatId}/archived`, { token, body })).status).toBe(200);
    expect(await isListed(user, chatId)).toBe(false);
    expect(await markedOf(user)).toEqual([chatId]);
  });

  it('loses its mark when it is pinned, and stays as long as it is pinned', async () => {
    const { user, chatId } = await givenMarked();
    const pin = async (pinned: boolean) => {
      const { token } = await signedIn(user);
      return stack.http('PUT', `/api/chats/${chatId}/pinned`, { token, body: { pinned } });
    };
    expect((await pin(true)).status).toBe(200);
    expect(await chatOf(user, chatId)).not.toHaveProperty('removeAt');
    await daysLater(NOTICE_DAYS + 400);
    expect(await chatOf(user, chatId)).not.toHaveProperty('removeAt');
    expect(await isListed(user, chatId)).toBe(true);
    await pin(false);
    await daysLater(1);
    expect(days(now(), (await chatOf(user, chatId)).removeAt)).toBe(NOTICE_DAYS);
  });

  it('loses its mark when it is used', async () => {
    const { user, chatId } = await givenMarked();
    await writeIn(user, chatId);
    expect(await chatOf(user, chatId)).not.toHaveProperty('removeAt');
    expect(await chatOf(user, chatId)).not.toHaveProperty('keptDays');
    await daysLater(NOTICE_DAYS + 2);
    expect(await isListed(user, chatId)).toBe(true);
  });
});

describe('the plan', () => {
  it('that keeps longer takes the mark back; when it ends, the notice begins again', async () => {
    const { user, chatId } = await givenMarked();
    const ends = Math.floor((now() + 40 * DAY) / 1_000);
    await givenPlan(stack, user, { planType: 'yearly', expiresAt: ends });
    await daysLater(1);
    expect(await chatOf(user, chatId)).not.toHaveProperty('removeAt');
    await daysLater(NOTICE_DAYS + 1);
    expect(await isListed(user, chatId)).toBe(true);
    // The plan ended two days ago, and the chat was unused for longer than the free plan keeps chats.
    await daysLater(26);
    expect(days(now(), (await chatOf(user, chatId)).removeAt)).toBe(NOTICE_DAYS);
    await daysLater(NOTICE_DAYS - 1);
    expect(await isListed(user, chatId)).toBe(true);
    await daysLater(2);
    expect(await isListed(user, chatId)).toBe(false);
  });

  it('that began and ended between two runs of the job leaves no old mark', async () => {
    const { user, chatId } = await givenMarked();
    // The plan was bought after the mark was set, and ended a day ago. The job did not run meanwhile.
    const ends = Math.floor((now() + NOTICE_DAYS * DAY) / 1_000);
    await givenPlan(stack, user, { planType: 'yearly', expiresAt: ends });
    await daysLater(NOTICE_DAYS + 1);
    expect(await isListed(user, chatId)).toBe(true);
    expect(days(now(), (await chatOf(user, chatId)).removeAt)).toBe(NOTICE_DAYS);
  });

  it('of a month keeps longer than none, and of a year for good (extended history retention)', async () => {
    const [monthly, yearly] = [await givenChat(), await givenChat()];
    const expiresAt = Math.floor((now() + 3 * MONTHLY_DAYS * DAY) / 1_000);
    await givenPlan(stack, monthly.user, { planType: 'monthly', expiresAt });
    await givenPlan(stack, yearly.user, { planType: 'yearly', expiresAt });
    await daysLater(MONTHLY_DAYS - 1);
    expect(await chatOf(monthly.user, monthly.chatId)).not.toHaveProperty('removeAt');
    await daysLater(2);
    expect(await chatOf(monthly.user, monthly.chatId)).toMatchObject({ keptDays: MONTHLY_DAYS });
    expect(await chatOf(yearly.user, yearly.chatId)).not.toHaveProperty('removeAt');
  });
});

describe('the walk over all users', () => {
  /** Counts how often the job asks for users. */
  const countPages = () => {
    const { faults } = stack.inner;
    return faults.at({ service: 'cognito', action: 'ListUsers', caller: JOB, times: 1_000, effect: {} });
  };

  it('is made once a UTC day', async () => {
    await daysLater(1);
    const sinceMidnight = now() % DAY;
    // At one o'clock, so that no hour below passes midnight.
    if (sinceMidnight > HOUR) {
      stack.moveClock(DAY + HOUR - sinceMidnight);
      await isWalked();
      await stack.idle();
    }
    const pages = countPages();
    for (let hour = 1; hour <= 2; hour++) {
      const due = () => stack.inner.logs.filter(({ text }) => /RetentionHourly.* is due/.test(text)).length;
      const before = due();
      stack.moveClock(HOUR);
      await stack.eventually(() => expect(due()).toBe(before + 1));
      await stack.idle();
    }
    expect(pages.struck).toBe(0);
  });

  it('continues where a crash has stopped it', async () => {
    const first = await givenChat();
    for (let i = 0; i < 60; i++) await stack.inner.createUser(`crowd-${i}@example.com`, first.user.password);
    const last = await givenChat();
    await daysLater(FREE_DAYS - 1);
    // After the first of two pages, and after the second: the page that was under way is walked again, no other.
    for (const nth of [1, 2]) {
      const crash = stack.inner.faults.at({
        ...{ service: 'dynamodb', action: 'PutItem', caller: JOB, nth },
        effect: { kill: true, hang: true },
      });
      const pages = countPages();
      await daysLater(2);
      expect([crash.struck, pages.struck]).toEqual([1, 3]);
      stack.clearFaults();
      for (const { user, chatId } of [first, last])
        expect(await chatOf(user, chatId)).toHaveProperty('removeAt');
    }
  });

  it('begins again where the user pool has forgotten its place', async () => {
    const { user, chatId } = await givenChat();
    const { documents, table } = stack.inner.dynamodb;
    const lost = { ...CURSOR, day: today(), isDone: false, next: '60' };
    await documents.send(new PutCommand({ TableName: table('Usage'), Item: lost }));
    const refusal = stack.inner.faults.at({
      ...{ service: 'cognito', action: 'ListUsers', caller: JOB, times: TRIES.cognito },
      effect: { fail: { code: 'InvalidParameterException' } },
    });
    const pages = countPages();
    stack.moveClock((FREE_DAYS + 1) * DAY);
    await stack.eventually(async () => expect((await chatOf(user, chatId)).removeAt).toBeDefined());
    await stack.idle();
    expect(refusal.struck).toBe(TRIES.cognito);
    // Both pages, from the first.
    expect(pages.struck).toBe(2);
  });

  it('waits while the user pool fails, and reaches all users the next hour', async () => {
    const { user, chatId } = await givenChat();
    await daysLater(1);
    const outage = stack.inner.faults.at({
      ...{ service: 'cognito', action: 'ListUsers', caller: JOB, times: 1_000 },
      effect: { fail: { code: 'InternalErrorException', status: 500 } },
    });
    stack.moveClock((FREE_DAYS + 1) * DAY);
    await stack.eventually(() => expect(outage.struck).toBeGreaterThan(0));
    await stack.idle();
    expect(await chatOf(user, chatId)).not.toHaveProperty('removeAt');
    outage.remove();
    stack.moveClock(HOUR);
    await isWalked();
    expect(await chatOf(user, chatId)).toHaveProperty('removeAt');
  });

  it('reaches disabled users, and an error at one user does not keep it from the others', async () => {
    const [ada, bob] = [await givenChat(), await givenChat()];
    await cognito(stack, 'AdminDisableUser', ({ userPoolId }) => ({
      UserPoolId: userPoolId,
      Username: ada.user.email,
    }));
    await daysLater(FREE_DAYS - 1);
    // The first read gets the place of the walk, the second the plan of a user before Bob.
    const trouble = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'GetItem', caller: JOB, nth: 2, times: TRIES.dynamodb },
      effect: { fail: { code: 'ValidationException', message: 'Trouble' } },
    });
    await daysLater(2);
    expect(trouble.struck).toBe(TRIES.dynamodb);
    expect(await chatOf(bob.user, bob.chatId)).toHaveProperty('removeAt');
    await daysLater(1);
    expect(await chatOf(ada.user, ada.chatId)).toHaveProperty('removeAt');
    const lines = stack.functionLogs().filter((line) => line.includes('not checked for removal'));
    expect(lines).not.toEqual([]);
    for (const name of [ada.user.owner, ada.user.email, ada.chatId]) expect(lines.join()).not.toContain(name);
  });
});
