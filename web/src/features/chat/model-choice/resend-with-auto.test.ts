import { expect, it, vi } from 'vitest';
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { ChatList } from '../state/chats/chat-list.ts';
import { resendWithAuto } from './resend-with-auto.ts';

const failure = () => Promise.reject(new AppError('internal'));

async function givenList(chat: Partial<Chat> = {}): Promise<ChatList> {
  const stored = { chatId: 'a', name: 'A', createdAt: '2026-01-01T00:00:00.000Z', ...chat };
  const list = new ChatList({ readPage: async () => ({ chats: [stored] }) });
  await list.load();
  return list;
}

it.each([
  ['a chat with a model is set to Auto first', 'claude', [['a', undefined]]],
  ['a chat without a model stays as it is', undefined, []],
])('resending with Auto: %s', async (_, known, calls) => {
  const list = await givenList(known === undefined ? {} : { model: known });
  const retry = vi.fn();
  const save = vi.fn(async () => undefined);
  await resendWithAuto(
    { chatId: 'a', account: { email: 'ada@example.com', list }, actions: { retry } },
    'key',
    save,
  );
  expect(save.mock.calls).toEqual(calls);
  expect(retry).toHaveBeenCalledWith('key', { isAuto: true });
});

it('resending with Auto: a chat that is not listed yet is set to Auto, too', async () => {
  const list = new ChatList({ readPage: () => new Promise(() => undefined) });
  const retry = vi.fn();
  const save = vi.fn(async () => undefined);
  const account = { email: 'ada@example.com', list };
  await resendWithAuto({ chatId: 'a', account, actions: { retry } }, 'key', save);
  expect(save.mock.calls).toEqual([['a', undefined]]);
  expect(retry).toHaveBeenCalledWith('key', { isAuto: true });
});

it('resending with Auto: the message is not sent if the chat cannot be set to Auto', async () => {
  const list = await givenList({ model: 'claude' });
  const retry = vi.fn();
  const account = { email: 'ada@example.com', list };
  await expect(
    resendWithAuto({ chatId: 'a', account, actions: { retry } }, 'key', failure),
  ).rejects.toThrow();
  expect(retry).not.toHaveBeenCalled();
});
