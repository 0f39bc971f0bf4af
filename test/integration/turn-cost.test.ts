/**
 * Turns and visits use no more of the billed services than the counts from which their cost is computed. When they
 * need more, raise the counts in `bench/cost/turn-use.ts`, and quote the new tables in docs/operate.md and
 * docs/scaling.md.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Counted, countUse } from '../../bench/cost/count-use.ts';
import { MEMORY_GB, SHORT_TURN, VISIT } from '../../bench/cost/turn-use.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const REPLY = 'A short reply.';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

it('a turn uses no more units, messages, bytes and invocations than its cost is computed from', async () => {
  stack.replyWith(REPLY);
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  await stack.fillChat(user, chat.chatId, 20);
  const turn = () => stack.say(client, user, chat.chatId, 'What does a turn cost?');
  await turn();
  const { messages, chunks, bytesOut, writeUnits, readUnits, invocations } = least([
    await countUse(stack, turn),
    await countUse(stack, turn),
    await countUse(stack, turn),
  ]);
  expect(messages - chunks).toBeLessThanOrEqual(SHORT_TURN.messages);
  expect(bytesOut).toBeLessThanOrEqual(SHORT_TURN.bytesOut + 2 * REPLY.length + 250 * chunks);
  expect(writeUnits).toBeLessThanOrEqual(SHORT_TURN.writeUnits);
  expect(readUnits).toBeLessThanOrEqual(SHORT_TURN.readUnits);
  expect(sum(invocations)).toBeLessThanOrEqual(SHORT_TURN.invocations);
  await client.close();
});

it('a version of an earlier message takes at most six write units, and reads nothing after the lock', async () => {
  stack.replyWith(REPLY);
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  await stack.fillChat(user, chatId, 60);
  const about = { chatId, message: 'A version', userEmail: user.email, instructions: false, context: 25 };
  const version = async () => dataOf(await client.call('chat', { ...about, versionOf: 81, path: [[0, 80]] }));
  const counted: { units: number; queries: number }[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await countUse(stack, version);
    const { calls } = stack.inner.dynamodb.stats();
    const ofTurn = calls.filter(({ tables }) => !tables.some((table) => table.includes('Search')));
    const units = ofTurn.reduce((total, { writeUnits }) => total + writeUnits, 0);
    const isOfChats = (tables: readonly string[]) => tables.some((table) => table.includes('Chats'));
    const queries = ofTurn.filter(
      ({ operation, tables }) => operation === 'Query' && isOfChats(tables),
    ).length;
    counted.push({ units, queries });
  }
  expect(Math.min(...counted.map(({ units }) => units))).toBeLessThanOrEqual(6);
  // The newest turns, the named range and the first turns are read while the lock is written.
  expect(counted.map(({ queries }) => queries)).toEqual([3, 3, 3, 3]);
  await client.close();
});

it('a visit uses no more units and invocations than its cost is computed from', async () => {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  await stack.fillChat(user, chat.chatId, 50);
  const { writeUnits, readUnits, invocations } = await countUse(stack, async () => {
    const tab = await stack.connect(user);
    await stack.chats(user);
    await stack.history(user, chat.chatId);
    await tab.close();
  });
  expect(writeUnits).toBeLessThanOrEqual(VISIT.writeUnits);
  expect(readUnits).toBeLessThanOrEqual(VISIT.readUnits);
  expect(sum(invocations)).toBeLessThanOrEqual(VISIT.invocations);
  await client.close();
});

it('the functions of a turn have the memory that its cost is computed from', () => {
  const usage = Object.entries(stack.inner.functions.usage());
  const memoryOf = (part: string) => usage.find(([name]) => name.includes(part))?.[1].memory;
  expect(memoryOf('RepliesReply')).toBe(MEMORY_GB.reply * 1024);
  for (const part of ['FunctionsChat', 'FunctionsConnect', 'SearchIndex'])
    expect(memoryOf(part)).toBe(MEMORY_GB.others * 1024);
});

/**
 * The cheapest of several turns: now and then a turn also adds to the day's spend, which is one write unit more, or
 * takes so long on a busy machine that it reads its connections once more.
 */
const least = (turns: readonly Counted[]): Counted =>
  turns.reduce((best, turn) => (unitsOf(turn) < unitsOf(best) ? turn : best));

const unitsOf = ({ writeUnits, readUnits }: Counted): number => writeUnits + readUnits;

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
