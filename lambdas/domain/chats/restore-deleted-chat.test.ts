import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it, vi } from 'vitest';
import { restoreDeleted } from './restore-deleted-chat.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

beforeEach(() => {
  vi.stubEnv('CHATS_TABLE', 'Chats');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

it('a restored chat loses its pin when other writes are always in the way of pinning it again', async () => {
  const chat = { chatId: 'c', name: 'Chat', createdAt: '2026-11-22T12:00:00.000Z', nextIndex: 3 };
  let stored: object = { ...chat, pinnedAt: '2026-11-22T13:00:00.000Z' };
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async (command: unknown) => {
    if (command instanceof GetCommand) return { Item: stored };
    if (command instanceof UpdateCommand) {
      if (command.input.UpdateExpression === 'REMOVE pinnedAt') stored = chat;
      return { Attributes: stored };
    }
    expect(command).toBeInstanceOf(TransactWriteCommand);
    const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
    throw new TransactionCanceledException({ message: 'Conflict', $metadata: {}, CancellationReasons });
  });
  const { nextIndex: _, ...shown } = chat;
  expect(await restoreDeleted('ada', 'c')).toEqual(shown);
  expect(stored).toEqual(chat);
});
