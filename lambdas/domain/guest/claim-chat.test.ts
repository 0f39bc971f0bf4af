/** Table of claims of a guest chat: when it becomes the user's, and when the claim is refused. Stores are faked. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import type { ChatItem } from '../../store/chats/chats.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { claimGuestChat } from './claim-chat.ts';

const store = vi.hoisted(() => ({
  ...{ getChat: vi.fn(), getChatItem: vi.fn(), putCounted: vi.fn() },
  ...{ markClaimed: vi.fn(), putCopy: vi.fn(), listTurnsFrom: vi.fn(), putNotice: vi.fn() },
  noteTurnsOf: vi.fn(),
}));
const releaseStale = vi.hoisted(() => vi.fn());
vi.mock('../../store/chats/chats.ts', async (original) => ({ ...(await original<object>()), ...store }));
vi.mock('../../store/chats/claims-and-copies.ts', () => store);
vi.mock('../../store/chats/names-of-chats-with-turns.ts', () => store);
vi.mock('../../store/turns/list-turns.ts', () => store);
vi.mock('../../store/turns/turns.ts', () => store);
vi.mock('../turn/release-stale-lock.ts', () => ({ releaseStale }));

const NOW = Date.parse('2026-11-22T12:00:00Z');
const SECONDS = NOW / 1_000;
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  for (const call of [...Object.values(store), releaseStale]) call.mockReset();
});

const chat = (over: Partial<ChatItem> = {}): ChatItem => ({
  ...{ chatId: 'guest', name: 'Chat 1', createdAt: '2026-11-20T12:00:00.000Z', nextIndex: 3 },
  ttl: SECONDS + 1,
  ...over,
});
const turn: TurnItem = {
  index: 1,
  userText: 'Why is the sky blue?',
  text: '',
  replyAt: '',
  status: 'complete',
};
const claimOf = (owner: string) => ({ owner, chatId: 'fixed', at: '2026-11-21T12:00:00.000Z' });
const busy = chat({ pending: { requestId: 'other', lockedUntil: NOW + 1 }, pendingIndex: 1, turnVersion: 1 });

interface Given {
  readonly guestChat: ChatItem | undefined;
  /** @default one */
  readonly turns?: readonly TurnItem[];
  /** Result of each call of `markClaimed`; true for the claim that was passed to it. */
  readonly marks?: readonly (true | ReturnType<typeof claimOf> | undefined)[];
  readonly isReleased?: boolean;
}

async function claim({ guestChat, turns = [turn], marks = [true], isReleased = false }: Given) {
  store.getChatItem.mockResolvedValue(guestChat);
  store.listTurnsFrom.mockResolvedValue({ turns, hasMore: false });
  for (const mark of marks)
    store.markClaimed.mockImplementationOnce(async (_: string, asked: unknown) =>
      mark === true ? asked : mark,
    );
  releaseStale.mockResolvedValue(isReleased);
  store.getChat.mockImplementation(async (_: string, chatId: string) => ({ ...chat(), chatId }));
  const is = await claimGuestChat('ada', 'guest', 'Hello!').then(
    ({ chatId }) => (chatId === 'fixed' ? 'claimed before' : 'claimed'),
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
  return {
    is,
    copied: store.putCopy.mock.calls.length > 0,
    stored: store.putCounted.mock.calls.length > 0,
  };
}

describe('a guest chat', () => {
  const REFUSED = { copied: false, stored: false };
  const DONE = { copied: true, stored: true };
  it.each<[condition: string, given: Given, expected: Awaited<ReturnType<typeof claim>>]>([
    ['with messages: claimed', { guestChat: chat() }, { is: 'claimed', ...DONE }],
    ['that is not there: refused', { guestChat: undefined }, { is: 'chat_not_found', ...REFUSED }],
    [
      'that is over at this second: refused',
      { guestChat: chat({ ttl: SECONDS }) },
      { is: 'chat_not_found', ...REFUSED },
    ],
    ['without messages: refused', { guestChat: chat(), turns: [] }, { is: 'chat_not_found', ...REFUSED }],
    [
      'that this user has claimed before, perhaps left half done: the same chat, stored if it is missing',
      { guestChat: chat({ carriedTo: claimOf('ada') }) },
      { is: 'claimed before', ...DONE },
    ],
    [
      'that another has claimed: refused',
      { guestChat: chat({ carriedTo: claimOf('bob') }) },
      { is: 'chat_not_found', ...REFUSED },
    ],
    [
      'that another claims at this moment: refused',
      { guestChat: chat(), marks: [claimOf('bob')] },
      { is: 'chat_not_found', ...REFUSED },
    ],
    [
      'that this user claims twice at this moment: the same chat',
      { guestChat: chat(), marks: [claimOf('ada')] },
      { is: 'claimed before', ...DONE },
    ],
    [
      'that was deleted at this moment: refused',
      { guestChat: chat({ deletedAt: 'now' }), marks: [undefined] },
      { is: 'chat_not_found', ...REFUSED },
    ],
    [
      'while its reply is written: told to wait',
      { guestChat: busy, marks: [undefined] },
      { is: 'reply_pending', ...REFUSED },
    ],
    [
      'whose reply ends at this moment: claimed',
      { guestChat: chat(), marks: [undefined, true] },
      { is: 'claimed', ...DONE },
    ],
    [
      'whose worker is silent: freed, then claimed',
      { guestChat: busy, marks: [undefined, true], isReleased: true },
      { is: 'claimed', ...DONE },
    ],
    [
      'whose worker is silent, and another message came: told to wait',
      { guestChat: busy, marks: [undefined, undefined], isReleased: true },
      { is: 'reply_pending', ...REFUSED },
    ],
  ])('%s', async (_, given, expected) => {
    expect(await claim(given)).toEqual(expected);
  });

  it('is named by its first message, and keeps its position and its last request', async () => {
    await claim({ guestChat: chat({ nextIndex: 7, turnVersion: 3, lastRequestId: 'last', lastIndex: 5 }) });
    expect(store.putCounted.mock.calls[0]?.[1]).toMatchObject({
      ...{ name: 'Why is the sky blue?', carriedFrom: 'guest' },
      ...{ nextIndex: 7, turnVersion: 3, lastRequestId: 'last', lastIndex: 5 },
    });
  });

  it('is named before its first turn, and listed when all of it is copied', async () => {
    const order: string[] = [];
    store.noteTurnsOf.mockImplementation(async () => void order.push('name'));
    store.putNotice.mockImplementation(async () => void order.push('welcome'));
    store.putCopy.mockImplementation(async () => void order.push('turn'));
    store.putCounted.mockImplementation(async () => void order.push('chat'));
    store.getChatItem.mockResolvedValue(chat());
    store.getChat.mockResolvedValue(chat());
    store.listTurnsFrom.mockResolvedValue({ turns: [turn], hasMore: false });
    store.markClaimed.mockResolvedValue(claimOf('ada'));
    await claimGuestChat('ada', 'guest', 'Hello!');
    expect(order).toEqual(['name', 'welcome', 'turn', 'chat']);
  });
});
