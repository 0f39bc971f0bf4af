import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, expect, it, vi } from 'vitest';
import { handler } from './purgeChat.ts';

const purged = vi.hoisted(() => vi.fn<(pk: string, sk: string) => Promise<void>>());
vi.mock('../domain/purge.ts', () => ({ purgeChat: purged }));
afterEach(() => vi.resetAllMocks());

const event = (...names: ('INSERT' | 'REMOVE')[]): DynamoDBStreamEvent => ({
  Records: names.map((eventName, i) => ({
    eventName,
    dynamodb: { Keys: { pk: { S: 'OWNER#o' }, sk: { S: `CHAT#${i}` } }, SequenceNumber: String(i) },
  })),
});

it('purges the chats whose items were removed, and no others', async () => {
  expect(await handler(event('REMOVE', 'INSERT', 'REMOVE'))).toEqual({ batchItemFailures: [] });
  expect(purged.mock.calls).toEqual([
    ['OWNER#o', 'CHAT#0'],
    ['OWNER#o', 'CHAT#2'],
  ]);
});

it('asks for the records from the first that failed on', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  purged.mockResolvedValueOnce().mockRejectedValueOnce(new Error('throttled'));
  expect(await handler(event('REMOVE', 'REMOVE', 'REMOVE'))).toEqual({
    batchItemFailures: [{ itemIdentifier: '1' }],
  });
  expect(purged).toHaveBeenCalledTimes(2);
});
