import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, expect, it, vi } from 'vitest';
import { handler } from './cleanUpAfterRemovals.ts';

const deleted = vi.hoisted(() => vi.fn<(owner: string, chatId: string) => Promise<void>>());
const forgotten = vi.hoisted(() => vi.fn<(owner: string, chatId: string) => Promise<void>>());
const found = vi.hoisted(() => vi.fn<(owner: string, chatId: string) => Promise<unknown>>());
const handedOver = vi.hoisted(() => vi.fn<(to: string, payload: unknown) => Promise<void>>());
const freed = vi.hoisted(() => vi.fn<(owner: string, file: unknown, now: number) => Promise<void>>());
const filesRemoved = vi.hoisted(() => vi.fn<(owner: string, chatId: string) => Promise<void>>());
const unshared = vi.hoisted(() => vi.fn<(owner: string, chatId: string) => Promise<void>>());
vi.mock('../store/shares/shares.ts', () => ({ removeSharesOfChat: unshared }));
vi.mock('../runtime/invoke-async.ts', () => ({ invokeAsync: handedOver }));
vi.mock('../domain/files/remove-files.ts', () => ({ freeFile: freed, removeFilesOfChat: filesRemoved }));
vi.mock('../store/turns/delete-turns.ts', () => ({ deleteTurns: deleted }));
vi.mock('../store/chats/names-of-chats-with-turns.ts', () => ({ forgetTurnsOf: forgotten }));
vi.mock('../store/chats/chats.ts', () => ({ getChatItem: found }));
afterEach(() => vi.resetAllMocks());

const event = (...names: ('INSERT' | 'REMOVE')[]): DynamoDBStreamEvent => ({
  Records: names.map((eventName, i) => ({
    eventName,
    dynamodb: { Keys: { pk: { S: 'OWNER#o' }, sk: { S: `CHAT#${i}` } }, SequenceNumber: String(i) },
  })),
});

it('purges the chats whose items were removed, and no others', async () => {
  expect(await handler(event('REMOVE', 'INSERT', 'REMOVE'))).toEqual({ batchItemFailures: [] });
  expect(deleted.mock.calls).toEqual([
    ['o', '0'],
    ['o', '2'],
  ]);
  expect(filesRemoved.mock.calls).toEqual(deleted.mock.calls);
  expect(unshared.mock.calls).toEqual(deleted.mock.calls);
  expect(forgotten.mock.calls).toEqual(deleted.mock.calls);
});

it('a guest’s chat has no files to be removed', async () => {
  const keys = { pk: { S: 'OWNER#guest:1' }, sk: { S: 'CHAT#1' } };
  await handler({ Records: [{ eventName: 'REMOVE', dynamodb: { Keys: keys, SequenceNumber: '1' } }] });
  expect(deleted).toHaveBeenCalledOnce();
  expect(filesRemoved).not.toHaveBeenCalled();
});

it('frees a file whose item was removed, with the bytes and the time that the item had', async () => {
  const keys = { pk: { S: 'OWNER#o' }, sk: { S: 'FILE#f' } };
  const createdAt = '2026-11-22T12:00:00.000Z';
  const old = { ...keys, bytes: { N: '42' }, createdAt: { S: createdAt } };
  const dynamodb = { Keys: keys, OldImage: old, SequenceNumber: '1' };
  await handler({ Records: [{ eventName: 'REMOVE', dynamodb }] });
  expect(freed.mock.calls).toEqual([['o', { fileId: 'f', bytes: 42, createdAt }, expect.any(Number)]]);
  expect(deleted).not.toHaveBeenCalled();
});

it('leaves the turns of a chat that was stored again meanwhile', async () => {
  found.mockResolvedValueOnce({ chatId: '0' });
  await handler(event('REMOVE', 'REMOVE'));
  expect(deleted.mock.calls).toEqual([['o', '1']]);
});

it('asks for the records again from the first that failed', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  deleted.mockResolvedValueOnce().mockRejectedValueOnce(new Error('throttled'));
  expect(await handler(event('REMOVE', 'REMOVE', 'REMOVE'))).toEqual({
    batchItemFailures: [{ itemIdentifier: '1' }],
  });
  expect(deleted).toHaveBeenCalledTimes(2);
  expect(forgotten.mock.calls).toEqual([['o', '0']]);
});

const asked = (...owners: string[]): DynamoDBStreamEvent => ({
  Records: owners.map((owner, i) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: { pk: { S: 'DELETIONS' }, sk: { S: owner } }, SequenceNumber: String(i) },
  })),
});

it('hands closed accounts over to the job that deletes them', async () => {
  expect(await handler(asked('ann', 'ben'))).toEqual({ batchItemFailures: [] });
  expect(handedOver.mock.calls).toEqual([
    ['DELETE_ACCOUNT_FUNCTION', { owner: 'ann' }],
    ['DELETE_ACCOUNT_FUNCTION', { owner: 'ben' }],
  ]);
  expect(deleted).not.toHaveBeenCalled();
});

it('asks for the record of a closed account again when its hand-over failed', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  handedOver.mockResolvedValueOnce().mockRejectedValueOnce(new Error('throttled'));
  expect(await handler(asked('ann', 'ben', 'eve'))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
});
