/** Prompt caching through the worker and the SDK: what Bedrock reads from its cache, and what the product books. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { givenPlan } from '../support/given-plan.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const TTL_MS = 5 * 60_000;
/** Reply of about 3,000 tokens. */
const LONG = 'A long reply. '.repeat(900);

/** A chat of a subscriber, who asks one model. */
async function givenAsking(model: string) {
  const user = await stack.givenUser();
  await givenPlan(stack, user, { planType: 'yearly' });
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const ask = async (message: string, more: { replaces?: number; after?: number; context?: number } = {}) => {
    dataOf(await client.call('chat', { chatId, message, userEmail: user.email, model, ...more }));
    await stack.idle();
  };
  /** Stops the reply to a message after its first words. */
  const stop = async (message: string) => {
    const reply = stack.replyByHand();
    const id = client.send('chat', { chatId, message, userEmail: user.email, model });
    await reply.started;
    reply.write('Some words');
    await client.until('assistantDelta', ({ data }) => data.text === 'Some words');
    dataOf(await client.call('stopReply', { chatId, userEmail: user.email }));
    await client.ack(id);
    await stack.idle();
  };
  return { user, chatId, ask, stop };
}

/** Returns the prices of a model that caches. */
function pricesOf(id: string) {
  const {
    input = 0,
    output = 0,
    cachedRead = 0,
    cachedWrite = input,
  } = DEFAULT_MODELS.find((model) => model.id === id)?.price ?? {};
  return { input, output, cachedRead, cachedWrite };
}

/** Returns US dollars of a turn. */
function dollarsOf(turn: Counts, id = 'claude'): number {
  const { input, output, cachedRead, cachedWrite } = pricesOf(id);
  const cached = turn.read * cachedRead + turn.written * cachedWrite;
  return (turn.input * input + cached + turn.output * output) / 1_000_000;
}

interface Counts {
  readonly input: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
}

/** Returns the counts that are stored with a turn. */
async function countsOf({ owner }: TestUser, chatId: string, index: number): Promise<Counts> {
  const Key = { pk: `CHAT#${owner}#${chatId}`, sk: `MSG#${String(index).padStart(8, '0')}` };
  const { documents, table } = stack.inner.dynamodb;
  const { Item = {} } = await documents.send(new GetCommand({ TableName: table('Chats'), Key }));
  const of = (name: string) => Number(Item[name] ?? 0);
  return {
    input: of('inputTokens'),
    read: of('cachedReadTokens'),
    written: of('cachedWriteTokens'),
    output: of('outputTokens'),
  };
}

/** Texts of each call to the model, without cache points. */
const promptsOf = (calls: number) =>
  stack.model.calls
    .slice(-calls)
    .map(({ system = [], messages }) =>
      [...system, ...messages.flatMap(({ content }) => content)].flatMap(({ text }) => text ?? []),
    );

describe('a chat with a model that caches', () => {
  it('is read from the cache from turn to turn, until five minutes without a message', async () => {
    stack.replyWith(LONG);
    const { user, chatId, ask } = await givenAsking('claude');
    await ask('One');
    expect(await countsOf(user, chatId, 1)).toMatchObject({ read: 0, written: 0 });
    await ask('Two');
    const second = await countsOf(user, chatId, 3);
    expect(second).toMatchObject({ input: 0, read: 0 });
    expect(second.written).toBeGreaterThan(3_000);
    stack.replyWith('Short.');
    stack.moveClock(TTL_MS - 60_000);
    await ask('Three');
    const third = await countsOf(user, chatId, 5);
    expect(third).toMatchObject({ input: 0, read: second.written });
    expect(third.written).toBeGreaterThan(3_000);
    stack.moveClock(TTL_MS);
    await ask('Four');
    const fourth = await countsOf(user, chatId, 7);
    expect(fourth).toMatchObject({ input: 0, read: 0 });
    expect(fourth.written).toBeGreaterThan(third.read + third.written);
  });

  it('costs what the prices of the cache say, to the cent', async () => {
    stack.replyWith(LONG);
    const { user, chatId, ask } = await givenAsking('claude');
    for (const message of ['One', 'Two', 'Three']) await ask(message);
    const turns = await Promise.all([1, 3, 5].map((index) => countsOf(user, chatId, index)));
    const { input, cachedRead, cachedWrite } = pricesOf('claude');
    expect([cachedRead / input, cachedWrite / input]).toEqual([
      expect.closeTo(0.1, 6),
      expect.closeTo(1.25, 6),
    ]);
    const cost = turns.reduce((sum, turn) => sum + dollarsOf(turn), 0);
    expect(turns.reduce((sum, { read }) => sum + read, 0)).toBeGreaterThan(3_000);
    const day = await stack.usageOf(user);
    expect(day.cost).toBeCloseTo(cost, 8);
    const all = turns.reduce((sum, turn) => sum + turn.input + turn.read + turn.written, 0);
    expect(day).toMatchObject({
      input_claude: all,
      cacheRead_claude: turns.reduce((sum, { read }) => sum + read, 0),
      cacheWrite_claude: turns.reduce((sum, { written }) => sum + written, 0),
    });
  });

  it('is booked as read from the cache when its reply is stopped, which leaves it without counts', async () => {
    stack.replyWith(LONG);
    const { user, chatId, ask, stop } = await givenAsking('claude');
    for (const message of ['One', 'Two']) await ask(message);
    const before = Number((await stack.usageOf(user)).cost);
    await stop('Three');
    const stopped = await countsOf(user, chatId, 5);
    expect(stopped).toMatchObject({ input: 0, output: 3 });
    // The product estimates more tokens than the emulator counts, three and a half characters each in place of four.
    expect(stopped.read / 3_600).toBeCloseTo(1, 1);
    expect(stopped.written / 3_600).toBeCloseTo(1, 1);
    expect(Number((await stack.usageOf(user)).cost) - before).toBeCloseTo(dollarsOf(stopped), 8);
  });

  it('begins with the same text in every turn, also after a regenerated and an edited message', async () => {
    stack.replyWith(LONG);
    const { user, chatId, ask } = await givenAsking('claude');
    for (const message of ['One', 'Two']) await ask(message);
    await ask('Two', { replaces: 3 });
    expect((await countsOf(user, chatId, 3)).read).toBeGreaterThan(3_000);
    await ask('Another two', { replaces: 3 });
    await ask('Three');
    expect((await countsOf(user, chatId, 5)).read).toBeGreaterThan(3_000);
    const [one = [], two = [], again, edited = [], three = []] = promptsOf(5);
    expect(two.slice(0, one.length)).toEqual(one);
    expect(again).toEqual(two);
    expect(edited.slice(0, -1)).toEqual(two.slice(0, -1));
    expect(three.slice(0, edited.length)).toEqual(edited);
  });
});

describe('a long chat', () => {
  /** Reply of about 1,600 tokens. With its question it is among the first turns that stay in the context. */
  const MIDDLING = 'A good reply. '.repeat(460);

  /** A chat of five turns, which fit the context by the model's count of tokens, but not by the product's estimate. */
  async function givenLongChat() {
    const given = await givenAsking('claude');
    stack.replyWith(MIDDLING);
    await given.ask('One');
    stack.replyWith(LONG);
    for (const message of ['Two', 'Three', 'Four']) await given.ask(message);
    stack.replyWith('Short.');
    await given.ask('Five');
    return given;
  }

  it('keeps all turns that fit by its model’s count of tokens, though not by the estimate', async () => {
    const { user, chatId } = await givenLongChat();
    const [prompt = []] = promptsOf(1);
    expect(prompt.filter((text) => text.length < 10)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
    const five = await countsOf(user, chatId, 9);
    expect(five.read).toBeGreaterThan(7_500);
    expect(five.read + five.written).toBeGreaterThan(10_500);
  });

  it('keeps its first turns when it is trimmed, and reads them from the cache', async () => {
    const { user, chatId, ask } = await givenLongChat();
    stack.replyWith(LONG);
    await ask('Six');
    stack.replyWith('Short.');
    await ask('Seven');
    const [trimmed = []] = promptsOf(1);
    expect(trimmed.slice(1, 3)).toEqual(['One', MIDDLING]);
    expect(trimmed).not.toContain('Two');
    expect(trimmed[3]).toMatch(/^\(Earlier messages are left out here\.\)\n\n/);
    const seven = await countsOf(user, chatId, 13);
    expect(seven.read / 1_700).toBeCloseTo(1, 1);
    // The client asks for few turns. `after` tells the server that the chat is longer; else its reads show that.
    await ask('Eight', { context: 4, after: 14 });
    await ask('Nine', { context: 4 });
    const [eight = [], nine = []] = promptsOf(2);
    expect(eight.slice(0, trimmed.length)).toEqual(trimmed);
    expect(nine.slice(0, eight.length)).toEqual(eight);
    expect(await countsOf(user, chatId, 15)).toMatchObject({ read: seven.read + seven.written });
  });
});

it('a model whose endpoint caches by itself costs less for what it has read before', async () => {
  stack.replyWith(LONG);
  const { user, chatId, ask } = await givenAsking('chatgpt');
  for (const message of ['One', 'Two', 'Three']) await ask(message);
  const turns = await Promise.all([1, 3, 5].map((index) => countsOf(user, chatId, index)));
  expect(turns).toMatchObject([{ read: 0 }, { written: 0 }, { written: 0 }]);
  expect(turns[2]?.read).toBeGreaterThan(3_000);
  const { input, cachedRead } = pricesOf('chatgpt');
  expect(cachedRead / input).toBeCloseTo(0.1, 6);
  const day = await stack.usageOf(user);
  expect(day.cost).toBeCloseTo(
    turns.reduce((sum, turn) => sum + dollarsOf(turn, 'chatgpt'), 0),
    8,
  );
  expect(day).not.toHaveProperty('cacheWrite_chatgpt');
});

it('a model without a cache gets no cache point, and answers', async () => {
  stack.replyWith(LONG);
  const { user, chatId, ask } = await givenAsking('deepseek');
  for (const message of ['One', 'Two']) await ask(message);
  expect(JSON.stringify(stack.lastModelCall())).not.toContain('cachePoint');
  expect(await stack.history(user, chatId)).toMatchObject([
    {},
    ...['One', LONG, 'Two', LONG].map((content) => ({ content })),
  ]);
  expect(await countsOf(user, chatId, 3)).toMatchObject({ read: 0, written: 0, input: expect.any(Number) });
});
