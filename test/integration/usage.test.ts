/** Usage of a user, for themselves: days for everybody, cost by model for yearly subscribers. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { givenPlan } from '../support/given-plan.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const DAY_MS = 86_400_000;
const now = () => stack.inner.clock.now();
const dayOf = (daysAgo: number) => new Date(now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const resetsAt = () => `${dayOf(-1)}T00:00:00.000Z`;

async function givenDay({ owner }: TestUser, daysAgo: number, counts: Readonly<Record<string, number>>) {
  const { documents, table } = stack.inner.dynamodb;
  const Item = { pk: `OWNER#${owner}`, sk: `DAY#${dayOf(daysAgo)}`, ttl: 1, ...counts };
  await documents.send(new PutCommand({ TableName: table('Usage'), Item }));
}

const DEEPSEEK = { messages_deepseek: 2, input_deepseek: 300, output_deepseek: 50, cost_deepseek: 0.01 };
const CLAUDE = { messages_claude: 1, input_claude: 100, output_claude: 20, cost_claude: 0.02 };
const CACHED = { cacheRead_claude: 60, cacheWrite_claude: 30 };

const MB = 1_024 ** 2;
const GB = 1_024 ** 3;
/** Storage of {@link givenUser} without a plan. */
const FREE_STORAGE = { usedBytes: 1_500, files: 2, limitBytes: 200 * MB };

/** Days of use: today, a month ago less a day, a month ago, and almost as long ago as usage is kept. */
async function givenUser(): Promise<TestUser> {
  const user = await stack.givenUser();
  await givenDay(user, 0, { messages: 3, cost: 0.03, ...DEEPSEEK, ...CLAUDE, ...CACHED });
  await givenDay(user, 1, { messages: 0, cost: 0 });
  await givenDay(user, 29, { messages: 2, cost: 0.01, ...DEEPSEEK });
  await givenDay(user, 30, { messages: 7, cost: 0.01, ...DEEPSEEK });
  await givenDay(user, 399, { messages: 1, cost: 0.02, ...CLAUDE });
  const { documents, table } = stack.inner.dynamodb;
  const Item = { pk: `OWNER#${user.owner}`, sk: 'STORAGE', bytes: 1_500, files: 2 };
  await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
  return user;
}

const ask = ({ token }: TestUser, userEmail: string) =>
  stack.http('GET', `/api/usage?userEmail=${encodeURIComponent(userEmail)}`, { token });

async function usageOf(user: TestUser) {
  const { status, text } = await ask(user, user.email);
  expect(status).toBe(200);
  // Strictly what the contract has, so that nothing else goes out with it.
  const body: unknown = JSON.parse(text);
  expect(http.getUsage.response.parse(body)).toEqual(body);
  return http.getUsage.response.parse(body);
}

const DAYS = () => [
  { day: dayOf(0), messages: 3 },
  { day: dayOf(29), messages: 2 },
];

it('without a plan, usage is today’s limit and the messages of 30 days: no cost, no models', async () => {
  const user = await givenUser();
  expect(await usageOf(user)).toEqual({
    today: { limit: 50, left: 47, resetsAt: resetsAt() },
    days: DAYS(),
    storage: FREE_STORAGE,
  });
});

it('with a monthly plan, usage is the same with the plan’s limit', async () => {
  const user = await givenUser();
  await givenPlan(stack, user, { planType: 'monthly' });
  expect(await usageOf(user)).toEqual({
    today: { limit: 500, left: 497, resetsAt: resetsAt() },
    days: DAYS(),
    storage: { ...FREE_STORAGE, limitBytes: 5 * GB },
  });
});

it('with a yearly plan, usage is also by model, with tokens and cost, for 400 days, until the plan ends', async () => {
  const user = await givenUser();
  await givenPlan(stack, user, { planType: 'yearly', expiresAt: Math.floor(now() / 1_000) + 600 });
  const { days, analytics = [] } = await usageOf(user);
  expect(days).toEqual(DAYS());
  expect(analytics.map(({ day, messages, cost }) => [day, messages, cost])).toEqual([
    [dayOf(0), 3, 0.03],
    [dayOf(29), 2, 0.01],
    [dayOf(30), 7, 0.01],
    [dayOf(399), 1, 0.02],
  ]);
  const deepseek = { model: 'deepseek', messages: 2, inputTokens: 300, outputTokens: 50, cost: 0.01 };
  const claude = { model: 'claude', messages: 1, inputTokens: 100, outputTokens: 20, cost: 0.02 };
  const cached = { cachedReadTokens: 60, cachedWriteTokens: 30 };
  expect(new Set(analytics[0]?.models)).toEqual(new Set([deepseek, { ...claude, ...cached }]));
  // A day from before cached tokens were counted has no counts of them.
  expect(analytics[3]?.models).toEqual([claude]);
  stack.moveClock(600_000);
  expect(await usageOf(user)).toEqual({
    today: { limit: 50, left: 47, resetsAt: resetsAt() },
    days: DAYS(),
    storage: FREE_STORAGE,
  });
});

it('usage counts the latest message, and is zero for a user without messages', async () => {
  stack.replyWith('Yes.');
  const user = await stack.givenUser();
  expect(await usageOf(user)).toEqual({
    today: { limit: 50, left: 50, resetsAt: resetsAt() },
    days: [],
    storage: { usedBytes: 0, files: 0, limitBytes: 200 * MB },
  });
  await givenPlan(stack, user, { planType: 'yearly' });
  const { client, chat } = await stack.givenChat(user);
  await stack.say(client, user, chat.chatId, 'Hello');
  await stack.idle();
  expect(await usageOf(user)).toMatchObject({
    today: { limit: 500, left: 499 },
    days: [{ day: dayOf(0), messages: 1 }],
    analytics: [{ day: dayOf(0), messages: 1, models: [{ messages: 1 }] }],
  });
});

it('another user’s usage is refused, also to an administrator', async () => {
  const user = await givenUser();
  for (const other of [await stack.givenUser(), await stack.givenUser({ groups: ['admins'] })]) {
    const { status, text } = await ask(other, user.email);
    expect([status, JSON.parse(text).code]).toEqual([403, 'forbidden']);
  }
});
