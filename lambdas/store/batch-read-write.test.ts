import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it, vi } from 'vitest';
import { readChatItems, writeSearchItems } from './batch-read-write.ts';

const pauses: number[] = [];
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

type Requests = Readonly<Record<string, readonly unknown[]>>;
interface Call {
  readonly input: {
    readonly RequestItems: Readonly<Record<string, readonly unknown[] | { Keys: unknown[] }>>;
  };
}
/** Answers the calls in the place of DynamoDB. */
const answer = (reply: (requested: readonly unknown[], call: number) => object) => {
  const calls: (readonly unknown[])[] = [];
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async (command: unknown) => {
    const { Chats, Search: requested = Chats ?? [] } = (command as Call).input.RequestItems; // only batches are sent
    const items = 'Keys' in requested ? requested.Keys : requested;
    calls.push(items);
    return reply(items, calls.length);
  });
  return calls;
};
const keys = (count: number) => Array.from({ length: count }, (_, i) => ({ pk: 'OWNER#a', sk: `CHAT#${i}` }));
const puts = (count: number) => keys(count).map((Item) => ({ PutRequest: { Item } }));
const left = (of: Requests) => ({ UnprocessedItems: of });

beforeEach(() => {
  pauses.length = 0;
  vi.stubEnv('CHATS_TABLE', 'Chats');
  vi.stubEnv('SEARCH_TABLE', 'Search');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

it('writes what DynamoDB left unprocessed again, after a pause, and nothing twice', async () => {
  const calls = answer((items, call) => left(call === 1 ? { Search: items.slice(20) } : {}));
  await writeSearchItems(keys(25), []);
  expect(calls).toEqual([puts(25), puts(25).slice(20)]);
  expect(pauses).toHaveLength(1);
});

it('writes no more than 25 items with a call', async () => {
  const calls = answer(() => ({}));
  await writeSearchItems(keys(60), []);
  expect(calls.map(({ length }) => length)).toEqual([25, 25, 10]);
  expect(calls.flat()).toEqual(puts(60));
});

it('reads what DynamoDB left unread again, and no more than 100 keys with a call', async () => {
  const calls = answer((items, call) => ({
    Responses: { Chats: call === 1 ? items.slice(0, 30) : items },
    UnprocessedKeys: call === 1 ? { Chats: { Keys: items.slice(30) } } : {},
  }));
  expect(await readChatItems(keys(130))).toHaveLength(130);
  expect(calls.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([30, 70, 100]);
});

it('gives up when DynamoDB processes nothing, after longer and longer pauses', async () => {
  const calls = answer((items) => left({ Search: items }));
  await expect(writeSearchItems(keys(1), [])).rejects.toThrow('DynamoDB did not process a batch');
  expect(calls).toHaveLength(9);
  expect(pauses).toHaveLength(8);
  expect(pauses[7]).toBeGreaterThan((pauses[0] ?? 0) * 20);
});
