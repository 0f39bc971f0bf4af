/** Tables of the questions about a turn in progress. Stores are faked. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatItem } from '../../store/chats/chats.ts';
import { CHAT, held, NOW, pending, turn } from './turn-in-progress.fixture.ts';
import { isAwaited, isUnclaimed, isWorkerExpected, turnOf } from './turn-in-progress.ts';

const store = vi.hoisted(() => ({ getChatItem: vi.fn(), getTurn: vi.fn() }));
vi.mock('../../store/chats/chats.ts', () => store);
vi.mock('../../store/turns/turns.ts', () => store);
afterEach(() => {
  for (const call of Object.values(store)) call.mockReset();
});

describe('the turn of a lock', () => {
  it.each([
    ['has its index and its version', turn(1), true],
    ['is not the turn at another index', turn(1, { index: 5 }), false],
    ['is not the turn that is about to be replaced', turn(1, { version: 1 }), false],
  ])('%s', (_, stored, isIts) => {
    expect(turnOf(held(pending(1)), [stored])).toBe(isIts ? stored : undefined);
  });
});

describe('a worker is', () => {
  it.each([
    ['expected until the time to claim the turn is over', pending(0), undefined, true],
    ['not expected after that time', pending(-1), undefined, false],
    ['expected while it writes, however long ago it was called', pending(-1), turn(0), true],
    ['not expected when it is silent', pending(1), turn(-1), false],
    ['not expected at a turn that has ended', pending(1), turn(1, { status: 'complete' }), false],
    [
      'not expected by an old lock without a time to claim',
      { requestId: 'mine', lockedUntil: NOW + 1 },
      undefined,
      false,
    ],
  ] as const)('%s', (_, lock, stored, isExpected) => {
    expect(isWorkerExpected({ pending: lock }, stored, NOW)).toBe(isExpected);
  });
});

const chat = (over: Partial<ChatItem> = {}): Partial<ChatItem> => ({
  ...{ pending: pending(1), pendingIndex: 3, turnVersion: 2 },
  ...over,
});

describe('the turn of a message in a deleted chat', () => {
  it.each([
    ['is unclaimed if the chat is gone', undefined, undefined, true],
    [
      'is unclaimed if the chat waits for another turn',
      chat({ pending: pending(1, { requestId: 'other' }) }),
      undefined,
      true,
    ],
    ['is unclaimed if the chat waits for it and no worker has claimed it', chat(), undefined, true],
    ['is claimed if the chat waits for it and a worker has claimed it', chat(), turn(1), false],
    ['is unclaimed if the turn that it replaces is still stored', chat(), turn(1, { version: 1 }), true],
    ['is claimed if it has ended: its worker settles it', chat({ lastRequestId: 'mine' }), undefined, false],
  ])('%s', async (_, stored, claimed, expected) => {
    store.getChatItem.mockResolvedValue(stored);
    store.getTurn.mockResolvedValue(claimed);
    expect(await isUnclaimed(CHAT, 'mine')).toBe(expected);
  });
});

describe('a job is awaited', () => {
  it.each([
    ['by the chat that waits for its turn', chat(), true],
    ['not by a chat that is gone', undefined, false],
    ['not by a chat that was deleted', chat({ deletedAt: 'now' }), false],
    ['not by a chat that is free', { turnVersion: 2 }, false],
    [
      'not by a chat that waits for another request',
      chat({ pending: pending(1, { requestId: 'other' }) }),
      false,
    ],
    ['not by a chat that has begun its turn again', chat({ turnVersion: 3 }), false],
  ])('%s', async (_, stored, expected) => {
    store.getChatItem.mockResolvedValue(stored);
    expect(await isAwaited({ ...CHAT, messageIndex: 3, requestId: 'mine', version: 2 })).toBe(expected);
  });
});
