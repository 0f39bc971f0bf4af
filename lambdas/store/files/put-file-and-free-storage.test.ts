import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, type GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it, vi } from 'vitest';
import { freeStorage } from './put-file-and-free-storage.ts';

const pauses: number[] = [];
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

const removed = { fileId: 'f', bytes: 10, createdAt: '2026-01-01T00:00:00.000Z' };
interface State {
  /** Number of transactions that fail first, because they conflict with another write. */
  readonly conflicts: number;
  readonly mark?: object;
}
/** Answers in the place of DynamoDB. The owner has a counter. */
const given = ({ conflicts, mark }: State) => {
  let attempts = 0;
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async (command: unknown) => {
    if (command instanceof TransactWriteCommand) {
      attempts += 1;
      if (attempts > conflicts) return {};
      const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
      throw new TransactionCanceledException({ message: 'Conflict', $metadata: {}, CancellationReasons });
    }
    const { Key } = (command as GetCommand).input; // this file sends no other command
    return { Item: Key?.sk === 'STORAGE' ? { bytes: 10, files: 1 } : mark };
  });
  return () => attempts;
};
const free = () => freeStorage('a', removed, Date.now());

beforeEach(() => {
  pauses.length = 0;
  vi.stubEnv('CHATS_TABLE', 'Chats');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

it('gives storage back once the other writes of the counter are over, after a pause for each', async () => {
  const attempts = given({ conflicts: 8 });
  await free();
  expect(attempts()).toBe(9);
  expect(pauses).toHaveLength(8);
});

it('ends without a retry when the storage was given back before', async () => {
  const attempts = given({ conflicts: 20, mark: { removals: new Set([removed.createdAt]) } });
  await free();
  expect(attempts()).toBe(1);
});

it('fails when other writes are always in the way, so that the stream delivers the removal again', async () => {
  given({ conflicts: Number.POSITIVE_INFINITY });
  await expect(free()).rejects.toMatchObject({ code: 'too_many_requests' });
});
