/** Table of a turn's beginning: begun, answered, underway or refused, by the state of the chat. Stores are faked. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import type { EntitlementFacts } from '../../store/read-plan-spend-and-instructions.ts';
import type { HeldTurn, StartOutcome } from '../../store/turns/lock.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import type { MessageToReserve, Reservation, Settlement } from '../../store/usage/reservations.ts';
import { beginTurn } from './begin-turn.ts';

const store = vi.hoisted(() => ({
  ...{ startTurn: vi.fn(), abandonTurn: vi.fn(), takeOverTurn: vi.fn(), leaveReservation: vi.fn() },
  ...{ reserveMessage: vi.fn(), settleMessage: vi.fn(), moveReservation: vi.fn(), endTurn: vi.fn() },
  ...{
    listTurns: vi.fn(),
    listTurnsFrom: vi.fn(),
    readEntitlementFacts: vi.fn(),
    getTurn: vi.fn(),
    getChatItem: vi.fn(),
  },
}));
vi.mock('../../store/turns/lock.ts', () => store);
vi.mock('../../store/usage/reservations.ts', () => store);
vi.mock('../../store/turns/list-turns.ts', () => store);
vi.mock('../../store/read-plan-spend-and-instructions.ts', () => store);
vi.mock('../../store/turns/turns.ts', () => ({ ...store, claimTurn: vi.fn(), finishTurn: vi.fn() }));
vi.mock('../../store/chats/chats.ts', () => store);
vi.spyOn(console, 'log').mockImplementation(() => undefined);
afterEach(() => {
  for (const call of Object.values(store)) call.mockReset();
});

const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTE_MS = 60_000;
const allowance = { models: ['small'], messagesPerDay: 50, maxOutputTokens: 100 };
const TOKEN = { issuedAt: 100, signedInAt: 50, session: 'here', isAdmin: false };
const asking = {
  ...{
    sender: { kind: 'user', owner: 'ada', token: TOKEN } as const,
    requested: undefined,
    now: NOW,
    spendCap: 25,
    guestSpendCap: 5,
  },
  allowances: { guest: allowance, free: allowance, paid: allowance },
  models: [
    {
      ...{ id: 'small', displayName: 'Small', provider: { kind: 'bedrock', modelId: 'small' } as const },
      ...{ contextTokens: 1_000, maxOutputTokens: 16, price: { input: 1, output: 1 } },
    },
  ],
};
const REQUEST = { chatId: 'chat', requestId: 'mine', isResent: false, historyTokens: 1_000, asking };
const CALM: EntitlementFacts = { isStopped: false, spent: 0, guestSpent: 0 };

const turn = (over: Partial<TurnItem> = {}): TurnItem => ({
  ...{ index: 1, requestId: 'before', version: 1, userText: 'Why?', userAt: new Date(NOW).toISOString() },
  ...{ text: 'Because.', replyAt: new Date(NOW).toISOString(), status: 'complete' },
  ...over,
});
const started: StartOutcome = { kind: 'started', messageIndex: 3, version: 2, last: undefined };
/** A lock whose worker is expected to claim the turn within `minutes` from now. */
const held = (minutes: number, requestId = 'mine'): HeldTurn => ({
  ...{ messageIndex: 3, version: 2 },
  pending: {
    ...{ requestId, call: 'first', startedAt: NOW, lockedUntil: NOW + 30 * MINUTE_MS },
    leaseUntil: NOW + minutes * MINUTE_MS,
  },
});
/** The turn of the lock of `held`, claimed by a worker whose lease ends in `minutes` from now. */
const claimed = (minutes: number) =>
  turn({
    index: 3,
    version: 2,
    requestId: 'mine',
    status: 'streaming',
    leaseUntil: NOW + minutes * MINUTE_MS,
  });

interface Given {
  /** Results of `startTurn`, one for each attempt; the last one is repeated. */
  readonly start: readonly (StartOutcome | Error)[];
  /** @default this call reserves the first message of the day */
  readonly reservation?: Partial<Reservation> | Error;
  /** The newest turns. @default one that has ended */
  readonly read?: readonly TurnItem[];
  /** @default no facts that refuse the message */
  readonly facts?: Partial<EntitlementFacts>;
  /** False when another call takes the lock over first. @default true */
  readonly isTakenOver?: boolean;
  /** The newest turns cannot be read. @default false */
  readonly isUnread?: boolean;
  /** The client marked the message as sent again. @default false */
  readonly isResent?: boolean;
}

async function begin(given: Given) {
  const { start, reservation = {}, read = [turn()], facts, isTakenOver = true } = given;
  const { isUnread = false, isResent = false } = given;
  for (const [nth, outcome] of start.entries()) {
    const call = nth < start.length - 1 ? 'mockImplementationOnce' : 'mockImplementation';
    store.startTurn[call](async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
  }
  store.reserveMessage.mockImplementation(async (_: string, { call }: MessageToReserve) => {
    if (reservation instanceof Error) throw reservation;
    return { kind: 'reserved', position: 1, used: 1, open: [], call, ...reservation };
  });
  store.listTurns.mockImplementation(async () => {
    if (isUnread) throw DOWN;
    return read;
  });
  store.listTurnsFrom.mockResolvedValue({ turns: [turn()], hasMore: true });
  store.readEntitlementFacts.mockResolvedValue({ ...CALM, ...facts });
  store.getTurn.mockImplementation(async ({ messageIndex }) =>
    read.find((one) => one.index === messageIndex),
  );
  store.takeOverTurn.mockResolvedValue(isTakenOver);
  store.leaveReservation.mockResolvedValue(true);
  store.settleMessage.mockResolvedValue(true);
  const is = await beginTurn({ ...REQUEST, isResent }).then(
    ({ kind }) => kind,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
  const settled: Settlement[] = store.settleMessage.mock.calls.map(([, settlement]) => settlement);
  expect(settled.filter(({ spent }) => spent !== undefined)).toEqual([]);
  return { is, gaveBack: settled.length > 0, freed: store.abandonTurn.mock.calls.length > 0 };
}

type Row = readonly [condition: string, given: Given, is: string, ...undone: ('gave back' | 'freed')[]];
const DOWN = new Error('down');
const ALREADY = { kind: 'already', call: 'first' } as const;
const OTHERS = { kind: 'busy', ...held(1, 'other') } as const;
const UNUSED = { kind: 'busy', ...held(-1, 'other') } as const;
const MINE = { kind: 'same', ...held(1) } as const;
const SILENT = { kind: 'same', ...held(-1) } as const;

const NEW_MESSAGE: readonly Row[] = [
  ['in a free chat', { start: [started] }, 'begun'],
  ['in a chat that is not there', { start: [{ kind: 'missing' }] }, 'chat_not_found', 'gave back'],
  ['in place of a turn that is not the last', { start: [{ kind: 'notLast' }] }, 'not_last_turn', 'gave back'],
  [
    'with an index below that of a stored turn',
    { start: [started], read: [turn({ index: 5 })] },
    'not_last_turn',
    'gave back',
    'freed',
  ],
  ['while another is answered', { start: [OTHERS] }, 'reply_pending', 'gave back'],
  ['after a message whose worker is silent', { start: [UNUSED, started] }, 'begun', 'gave back', 'freed'],
  [
    'over the limit of the day',
    { start: [started], reservation: { kind: 'exceeded', position: Infinity } },
    'quota_exceeded',
    'freed',
  ],
  [
    'while replies are stopped',
    { start: [started], facts: { isStopped: true } },
    'service_paused',
    'gave back',
    'freed',
  ],
  [
    'with a revoked token',
    { start: [started], facts: { revocation: { issuedUntil: 100 } } },
    'session_expired',
    'gave back',
    'freed',
  ],
  [
    'with a token of another sign-in than the revoked one',
    { start: [started], facts: { revocation: { issuedUntil: 99, sessions: new Set(['there']) } } },
    'begun',
  ],
  [
    'on a day whose spend cap is reached',
    { start: [started], facts: { spent: 25 } },
    'service_paused',
    'gave back',
    'freed',
  ],
  ['while the chat cannot be locked', { start: [DOWN] }, 'Error: down', 'gave back', 'freed'],
  ['that cannot be reserved', { start: [started], reservation: DOWN }, 'Error: down', 'gave back', 'freed'],
  [
    'while nothing can be read or written',
    { start: [DOWN], reservation: DOWN, isUnread: true },
    'Error: down',
    'gave back',
    'freed',
  ],
];

const SENT_AGAIN: readonly Row[] = [
  [
    'after its turn, which is the last to end',
    { start: [{ kind: 'ended', messageIndex: 1 }], read: [turn({ requestId: 'mine' })] },
    'answered',
    'gave back',
  ],
  [
    'after its turn, with another begun',
    { start: [OTHERS], read: [turn({ requestId: 'mine' })] },
    'answered',
    'gave back',
  ],
  [
    'after its turn, in a chat that is free',
    { start: [started], read: [turn({ requestId: 'mine' })] },
    'answered',
    'gave back',
    'freed',
  ],
  [
    'after its turn, which was replaced',
    { start: [started], read: [turn({ requestIds: new Set(['mine']) })] },
    'answered',
    'gave back',
    'freed',
  ],
  [
    'after its turn, with a revoked token',
    {
      ...{ start: [{ kind: 'ended', messageIndex: 1 }], read: [turn({ requestId: 'mine' })] },
      facts: { revocation: { sessions: new Set(['here']) } },
    },
    'signed_out',
    'gave back',
  ],
  [
    'after its turn, which was replaced, and after a resend that crashed with the lock',
    {
      ...{ start: [MINE], reservation: ALREADY },
      read: [turn({ requestId: 'replacing', requestIds: new Set(['mine', 'replacing']) })],
    },
    'answered',
    'gave back',
    'freed',
  ],
  [
    'after its turn, which was replaced at the same index, and after a resend that crashed with the lock',
    {
      ...{ start: [SILENT], reservation: ALREADY },
      read: [turn({ index: 3, requestId: 'replacing', requestIds: new Set(['mine', 'replacing']) })],
    },
    'answered',
    'gave back',
    'freed',
  ],
  ['while a worker is expected', { start: [MINE], reservation: ALREADY }, 'underway'],
  ['while a worker writes', { start: [SILENT], reservation: ALREADY, read: [claimed(1)] }, 'underway'],
  ['and no worker came', { start: [SILENT], reservation: ALREADY }, 'begun'],
  ['and its worker is silent', { start: [SILENT], reservation: ALREADY, read: [claimed(-1)] }, 'begun'],
  [
    'and no worker came, and replies are stopped now',
    { start: [SILENT], reservation: ALREADY, facts: { isStopped: true } },
    'service_paused',
    'gave back',
    'freed',
  ],
  [
    'and its worker is silent, and replies are stopped now',
    { start: [SILENT], reservation: ALREADY, read: [claimed(-1)], facts: { isStopped: true } },
    'underway',
  ],
  [
    'whose lock other calls take over first at each attempt',
    { start: [SILENT], reservation: ALREADY, isTakenOver: false },
    'reply_pending',
    'gave back',
    'freed',
  ],
  [
    'while its quota cannot be reserved',
    { start: [MINE], reservation: DOWN },
    'unknown',
    'gave back',
    'freed',
  ],
  [
    'while nothing can be read or written, so that nothing shows whether it was begun',
    { start: [DOWN], reservation: DOWN, isUnread: true, isResent: true },
    'unknown',
    'gave back',
    'freed',
  ],
  [
    'while only the turns can be read, and none is its own: an earlier call may hold the lock',
    { start: [DOWN], isResent: true },
    'unknown',
    'gave back',
    'freed',
  ],
  [
    'while the turns cannot be read, in a chat that is free: its turn may be among them',
    { start: [started], isUnread: true, isResent: true },
    'unknown',
    'gave back',
    'freed',
  ],
  [
    'while the turns cannot be read, in a chat that is gone',
    { start: [{ kind: 'missing' }], isUnread: true, isResent: true },
    'Error: down',
    'gave back',
    'freed',
  ],
  [
    'in a chat that was deleted before a worker came',
    { start: [{ kind: 'missing' }], reservation: ALREADY },
    'chat_not_found',
    'gave back',
  ],
];

describe.each([
  ['a new message', NEW_MESSAGE],
  ['a message sent again', SENT_AGAIN],
])('%s', (_, rows) => {
  for (const [condition, given, is, ...undone] of rows)
    it(`${condition}: ${[is, ...undone].join(', ')}`, async () => {
      expect(await begin(given)).toEqual({
        is,
        gaveBack: undone.includes('gave back'),
        freed: undone.includes('freed'),
      });
    });
});

it('a message whose turn another call begins meanwhile is read again, and leaves its reservation to that turn', async () => {
  expect(await begin({ start: [MINE] })).toEqual({ is: 'underway', gaveBack: false, freed: false });
  expect(store.startTurn).toHaveBeenCalledTimes(2);
  expect(store.leaveReservation).toHaveBeenCalledTimes(1);
});

it('a resend that is refused gives back the reservation that it found, and none that another call has taken over', async () => {
  const given = { start: [OTHERS], reservation: ALREADY, isResent: true };
  expect(await begin(given)).toEqual({ is: 'reply_pending', gaveBack: true, freed: false });
  expect(store.settleMessage.mock.calls.map(([owner, { call }]) => [owner, call])).toEqual([
    ['ada', 'first'],
  ]);
});

it('a turn of the day before is charged to that day, and what was reserved today is given back', async () => {
  const before = { ...held(-1).pending, startedAt: NOW - 24 * 60 * MINUTE_MS };
  expect(await begin({ start: [{ ...SILENT, pending: before }] })).toMatchObject({
    is: 'begun',
    gaveBack: true,
  });
  expect(store.settleMessage.mock.calls.map(([owner, { at }]) => [owner, at])).toEqual([['ada', NOW]]);
});

it.each([
  ['once', 1, 30_000],
  ['three times', 3, 120_000],
  ['ten times', 10, 120_000],
])('a turn that was handed over %s has a longer time to be claimed, up to a limit', async (_, calls, ms) => {
  const pending = { ...held(-1).pending, calls };
  await begin({ start: [{ ...SILENT, pending }], reservation: ALREADY });
  expect(store.takeOverTurn.mock.calls[0]?.[2]).toMatchObject({ leaseUntil: NOW + ms });
});

it.each([
  ['this call reserved and gave back', { kind: 'reserved', used: 50 }, 1],
  ['this call gave back the crashed resend’s reservation', { ...ALREADY, used: 50 }, 1],
  ['the limit is reached', { kind: 'exceeded', position: Infinity, used: 50 }, 0],
] as const)(
  'a message answered before a crashed resend is answered with what is left of the day: %s',
  async (_, reservation, left) => {
    const replaced = turn({ requestId: 'replacing', requestIds: new Set(['mine', 'replacing']) });
    await begin({ start: [MINE], reservation, read: [replaced] });
    expect(await beginTurn({ ...REQUEST, isResent: true })).toMatchObject({
      kind: 'answered',
      quota: { left },
    });
  },
);
