import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it, vi } from 'vitest';
import { archiveChat, pinChat } from './pin-and-archive.ts';

const pauses: number[] = [];
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

const chat = { pk: 'OWNER#a', sk: 'CHAT#c', chatId: 'c', name: 'Chat' };
/** Answers in the place of DynamoDB. The first `conflicts` transactions fail by a conflict with another write. */
const givenConflicts = (conflicts: number) => {
  let attempts = 0;
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async (command: unknown) => {
    if (!(command instanceof TransactWriteCommand)) return { Item: chat };
    attempts += 1;
    if (attempts > conflicts) return {};
    const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
    throw new TransactionCanceledException({ message: 'Conflict', $metadata: {}, CancellationReasons });
  });
  return () => attempts;
};

beforeEach(() => {
  pauses.length = 0;
  vi.stubEnv('CHATS_TABLE', 'Chats');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

it('pins a chat once the other writes are over, after a pause for each', async () => {
  const attempts = givenConflicts(8);
  expect(await pinChat('a', 'c', Date.now())).toMatchObject({ chatId: 'c' });
  expect(attempts()).toBe(9);
  expect(pauses).toHaveLength(8);
});

it.each([
  ['pinning', pinChat],
  ['archiving', archiveChat],
])('asks the client to wait when other writes are always in the way of %s', async (_, change) => {
  givenConflicts(Number.POSITIVE_INFINITY);
  await expect(change('a', 'c', Date.now())).rejects.toMatchObject({ code: 'too_many_requests' });
});
