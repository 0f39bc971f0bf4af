import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it, vi } from 'vitest';
import { archiveChat, pinChat, unpinChat } from './pin-and-archive.ts';

const pauses: number[] = [];
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

const chat = { pk: 'OWNER#a', sk: 'CHAT#c', chatId: 'c', name: 'Chat' };
const CONFLICT = ['None', 'TransactionConflict'];
/**
 * Answers in the place of DynamoDB. The first `failures` transactions fail for the given reasons. Each read finds the
 * chat.
 */
const givenFailures = (failures: number, reasons: readonly string[]) => {
  let attempts = 0;
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async (command: unknown) => {
    if (!(command instanceof TransactWriteCommand)) return { Item: chat };
    attempts += 1;
    if (attempts > failures) return {};
    const CancellationReasons = reasons.map((Code) => ({ Code }));
    throw new TransactionCanceledException({ message: 'Cancelled', $metadata: {}, CancellationReasons });
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
  const attempts = givenFailures(8, CONFLICT);
  expect(await pinChat('a', 'c', Date.now())).toMatchObject({ chatId: 'c' });
  expect(attempts()).toBe(9);
  expect(pauses).toHaveLength(8);
});

it.each([
  ['pinning', pinChat],
  ['archiving', archiveChat],
])('asks the client to wait when other writes are always in the way of %s', async (_, change) => {
  givenFailures(Number.POSITIVE_INFINITY, CONFLICT);
  await expect(change('a', 'c', Date.now())).rejects.toMatchObject({ code: 'too_many_requests' });
});

it.each([
  ['pinning', pinChat],
  ['unpinning', unpinChat],
  ['archiving', archiveChat],
])('repeats %s when the chat was deleted, and is restored before it is read', async (_, change) => {
  const attempts = givenFailures(1, ['ConditionalCheckFailed', 'None']);
  expect(await change('a', 'c', Date.now())).toMatchObject({ chatId: 'c' });
  expect(attempts()).toBe(2);
});
