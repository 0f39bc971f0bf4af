import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { packParts, type StoredMessage } from '../../store/shares/snapshot-parts.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { changeReaders, shareChat, toSharedMessages, updateShare } from './manage-shares.ts';

const listTurnsFrom = vi.hoisted(() => vi.fn());
vi.mock('../../store/turns/list-turns.ts', () => ({ listTurnsFrom }));
const sharing = vi.hoisted(() => vi.fn(() => 'members'));
vi.mock('../../runtime/deployment-config.ts', () => ({ sharing }));
vi.mock('../../store/chats/chats.ts', () => ({ getChat: async () => ({ name: 'Long' }) }));
const getShare = vi.hoisted(() => vi.fn());
vi.mock('../../store/shares/shares.ts', () => ({ getShare }));

const turn: TurnItem = {
  ...{ index: 1, requestId: 'r', requestIds: new Set(['r']), version: 1, attempt: 1, worker: 'w' },
  ...{
    userText: 'Who?',
    userAt: '2026-11-23T00:00:00.000Z',
    text: 'You.',
    replyAt: '2026-11-23T00:00:01.000Z',
  },
  ...{ status: 'complete', model: 'claude', reason: 'chosen', liked: true, thoughtMs: 5, outputTokens: 3 },
};

it('a turn is shared as what was said, when, and by which model', () => {
  expect(toSharedMessages(turn)).toEqual([
    { role: 'user', content: 'Who?', createdAt: '2026-11-23T00:00:00.000Z', status: 'complete' },
    {
      ...{ role: 'assistant', content: 'You.', createdAt: '2026-11-23T00:00:01.000Z' },
      ...{ status: 'complete', model: 'claude' },
    },
  ]);
});

it('a reply that answers no message, as at the beginning of an imported chat, is shared', () => {
  const { userText, userAt, ...imported } = turn;
  expect(toSharedMessages(imported)).toEqual([toSharedMessages(turn)[1]]);
});

it.each([
  ['the welcome, which names the author', { kind: 'welcome' }],
  ['the thank-you message', { kind: 'extra' }],
  ['a turn whose reply is being written', { status: 'streaming' }],
] as const)('%s is not shared', (_, fields) => {
  expect(toSharedMessages({ ...turn, ...fields })).toEqual([]);
});

const long = (length: number): StoredMessage => ({
  ...{ role: 'assistant', createdAt: '', status: 'complete' },
  content: Array.from({ length }, () => randomUUID()).join(''),
});

it('messages are packed in parts that fit into an item, and too many are refused', () => {
  const parts = packParts(Array.from({ length: 5 }, () => long(8_000))) ?? [];
  expect(parts).toHaveLength(5);
  for (const { length } of parts) expect(length).toBeLessThan(350_000);
  expect(packParts(Array.from({ length: 20 }, () => long(8_000)))).toBeUndefined();
});

it('a chat that is too long to share is refused before it is read to its end', async () => {
  const text = 'x'.repeat(300_000);
  const turns = Array.from({ length: 10 }, (_, index) => ({ ...turn, index, text }));
  listTurnsFrom.mockResolvedValue({ turns, hasMore: true });
  const shared = shareChat('o', { shareId: '0', chatId: 'c', readers: 'members' }, 0);
  await expect(shared).rejects.toMatchObject({ code: 'chat_too_long_to_share' });
  expect(listTurnsFrom.mock.calls.length).toBeLessThan(15);
});

it('where the operator has sharing off, no share is made, updated or given other readers, and none is read', async () => {
  sharing.mockReturnValue('off');
  getShare.mockClear();
  const refused = { code: 'sharing_not_allowed' };
  for (const readers of ['members', 'anyone'] as const) {
    const made = shareChat('o', { shareId: '0', chatId: 'c', readers }, 0);
    await expect(made).rejects.toMatchObject(refused);
    await expect(changeReaders('o', '0', readers)).rejects.toMatchObject(refused);
  }
  await expect(updateShare('o', { shareId: '0' }, 0)).rejects.toMatchObject(refused);
  expect(getShare).not.toHaveBeenCalled();
});
