/** Table of recovery: when a turn in progress is given up, and how. Stores are faked. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingTurn } from '../../store/chats/chats.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { endAbandoned, releaseStale } from './release-stale-lock.ts';
import { CHAT, held, NOW, pending, SECOND_MS, turn } from './turn-in-progress.fixture.ts';

const store = vi.hoisted(() => ({
  ...{
    getChat: vi.fn(),
    getChatItem: vi.fn(),
    abandonTurn: vi.fn(),
    endTurn: vi.fn(),
    takeOverTurn: vi.fn(),
  },
  ...{ claimTurn: vi.fn(), finishTurn: vi.fn(), getTurn: vi.fn(), settleMessage: vi.fn() },
  bindFile: vi.fn(),
}));
vi.mock('../../store/chats/chats.ts', () => store);
vi.mock('../../store/turns/lock.ts', () => store);
vi.mock('../../store/turns/turns.ts', () => store);
vi.mock('../../store/usage/reservations.ts', () => store);
vi.mock('../../store/files/files.ts', () => store);
beforeEach(() => {
  store.takeOverTurn.mockResolvedValue(true);
  store.claimTurn.mockResolvedValue({ kind: 'claimed', attempt: 2 });
});
afterEach(() => {
  for (const call of Object.values(store)) call.mockReset();
});

/** Seconds after the end of a worker's lease before another message may end the turn. */
const GRACE_S = 25;

describe('a chat whose turn', () => {
  const OVER_S = -GRACE_S - 1;
  const outcome = async (lock: PendingTurn, stored: TurnItem | undefined) => {
    store.getTurn.mockResolvedValue(stored);
    const isReleased = await releaseStale(CHAT, held(lock), NOW);
    const [failed, ended, dropped] = [store.finishTurn, store.endTurn, store.abandonTurn].map(
      ({ mock }) => mock.calls.length > 0,
    );
    return { isReleased, failed, ended, dropped, gaveBack: store.settleMessage.mock.calls.length > 0 };
  };
  const LEFT = { isReleased: false, failed: false, ended: false, dropped: false, gaveBack: false };
  const DROPPED = { ...LEFT, isReleased: true, dropped: true, gaveBack: true };
  const FAILED = { ...LEFT, isReleased: true, failed: true, ended: true };
  it.each([
    ['waits for a worker: left', pending(-GRACE_S), undefined, LEFT],
    ['has waited too long for one: dropped, its message given back', pending(OVER_S), undefined, DROPPED],
    ['is being written: left', pending(OVER_S), turn(-GRACE_S), LEFT],
    ['has a worker that is silent: failed, and the chat freed', pending(OVER_S), turn(OVER_S), FAILED],
    [
      'has ended: the chat freed, its message left to its worker',
      pending(1),
      turn(1, { status: 'complete' }),
      { ...LEFT, isReleased: true, ended: true },
    ],
    [
      'waits for a worker, with the turn that it replaces still stored: left',
      pending(1),
      turn(OVER_S, { version: 1 }),
      LEFT,
    ],
    [
      'has an old lock without a time to claim: left as long as the lock',
      { requestId: 'mine', lockedUntil: NOW - GRACE_S * SECOND_MS },
      undefined,
      LEFT,
    ],
  ] as const)('%s', async (_, lock, stored, expected) => {
    expect(await outcome(lock, stored)).toEqual(expected);
  });

  it("is a guest's has its message given back to the guest and to the network address", async () => {
    await outcome(pending(OVER_S, { chargedAddress: 'address:home' }), undefined);
    const settled = store.settleMessage.mock.calls.map(([owner, { requestId, spent }]) => [
      owner,
      requestId,
      spent,
    ]);
    expect(settled).toEqual([
      ['ada', 'mine', undefined],
      ['address:home', 'mine', undefined],
    ]);
  });

  it('was taken over by a resend meanwhile is left to the resend: nothing is given back', async () => {
    store.takeOverTurn.mockResolvedValue(false);
    expect(await outcome(pending(OVER_S), undefined)).toEqual({ ...LEFT, isReleased: true });
  });

  it('has a worker that is silent keeps its text and the start of its context when it is claimed', async () => {
    await outcome(pending(OVER_S), turn(OVER_S, { contextFrom: 1 }));
    expect(store.claimTurn.mock.calls[0]?.[1]).toMatchObject({ text: 'Bec', contextFrom: 1 });
  });

  it('has a worker that is silent has its files bound until the turn expires', async () => {
    const file = {
      fileId: 'f',
      name: 'n',
      kind: 'image',
      mediaType: 'image/png',
      bytes: 1,
      tokens: 1,
    } as const;
    store.bindFile.mockResolvedValue({});
    await outcome(pending(OVER_S), turn(OVER_S, { files: [file], ttl: 9 }));
    expect(store.bindFile.mock.calls[0]?.[1]).toMatchObject({ fileId: 'f', ttl: 9 });
  });

  it.each([
    ['was claimed again meanwhile is left to that worker', 'held', false],
    ['has ended meanwhile is only freed', 'ended', true],
  ])('%s', async (_, kind, ended) => {
    store.claimTurn.mockResolvedValue({ kind });
    expect(await outcome(pending(OVER_S), turn(OVER_S))).toEqual({ ...LEFT, isReleased: true, ended });
  });
});

describe('a reply in the history that is still being written', () => {
  const HALF_HOUR_OVER = { lockedUntil: Date.now() - 1 };
  const isEnded = async (lock: PendingTurn | undefined) => {
    store.getChat.mockResolvedValue({ pending: lock, pendingIndex: 3, turnVersion: 2 });
    store.getTurn.mockResolvedValue(turn(OVER_S));
    const changed = await endAbandoned(CHAT.owner, CHAT.chatId, 'mine');
    expect(store.abandonTurn).not.toHaveBeenCalled();
    return changed && store.finishTurn.mock.calls.length > 0;
  };
  const OVER_S = -GRACE_S - 1;

  it.each([
    ['is ended half an hour after its message', pending(OVER_S, HALF_HOUR_OVER), true],
    ['is left before that', pending(OVER_S, { lockedUntil: Date.now() + 60 * SECOND_MS }), false],
    [
      'is left when the lock is of another message',
      pending(OVER_S, { ...HALF_HOUR_OVER, requestId: 'next' }),
      false,
    ],
    ['is left when nothing locks the chat', undefined, false],
  ])('%s', async (_, lock, expected) => {
    expect(await isEnded(lock)).toBe(expected);
  });

  it('is left when a call to the database fails', async () => {
    store.claimTurn.mockRejectedValue(new Error('Throttled'));
    expect(await isEnded(pending(OVER_S, HALF_HOUR_OVER))).toBe(false);
    expect(store.claimTurn).toHaveBeenCalledOnce();
  });
});
