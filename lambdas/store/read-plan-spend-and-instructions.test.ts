import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it, vi } from 'vitest';
import { readEntitlementFacts } from './read-plan-spend-and-instructions.ts';

const pauses: number[] = [];
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

/** Answers in the place of DynamoDB, which leaves a part of the first `unread` batches unprocessed. */
const givenUnread = (unread: number) => {
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  send.mockImplementation(async () => ({
    Responses: {},
    UnprocessedKeys: send.mock.calls.length <= unread ? { Subscriptions: { Keys: [{}] } } : {},
  }));
  return send;
};
const read = () => readEntitlementFacts('a', Date.now(), { isWithOwn: false });

beforeEach(() => {
  pauses.length = 0;
  for (const table of ['CHATS', 'CONNECTIONS', 'SUBSCRIPTIONS', 'USAGE']) vi.stubEnv(`${table}_TABLE`, table);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

it('reads all facts with one call, without a pause', async () => {
  const send = givenUnread(0);
  expect(await read()).toMatchObject({ subscription: undefined, isStopped: false });
  expect(send).toHaveBeenCalledTimes(1);
  expect(pauses).toEqual([]);
});

it('reads again what was left unread, after pauses that vary, so that callers do not collide again', async () => {
  for (const random of [0, 0.5]) {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    givenUnread(2);
    await read();
    vi.restoreAllMocks();
  }
  expect(pauses).toEqual([25, 50, 50, 100]);
});

it('refuses soon when a fact cannot be read, because the user waits', async () => {
  const send = givenUnread(Number.POSITIVE_INFINITY);
  await expect(read()).rejects.toThrow('DynamoDB did not process a batch');
  expect(send).toHaveBeenCalledTimes(3);
  expect(pauses).toHaveLength(2);
});
