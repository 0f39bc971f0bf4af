/** Tests that a message is reserved on every account or on none. The store is faked. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageToReserve, Reservation } from '../../store/usage/reservations.ts';
import { uuidv7 } from '../uuidv7.ts';
import { chargesFor, quotaOf, reserve, settle, takeOverReservation } from './daily-quota.ts';

const store = vi.hoisted(() => ({
  reserveMessage: vi.fn(),
  settleMessage: vi.fn(),
  moveReservation: vi.fn(),
}));
vi.mock('../../store/usage/reservations.ts', () => store);
vi.spyOn(console, 'log').mockImplementation(() => undefined);
beforeEach(() => void store.settleMessage.mockResolvedValue(true));
afterEach(() => {
  for (const call of Object.values(store)) call.mockReset();
});

const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTE_MS = 60_000;
const MINE = { requestId: 'mine', call: 'now', at: NOW };
const ACCOUNTS = [
  { owner: 'guest:1', limit: 10 },
  { owner: 'address:a', limit: 150 },
];

describe('a message is charged to', () => {
  it.each([
    ['its user', { kind: 'user', owner: 'ada' }, [['ada', 10]]],
    [
      'its guest, and all guests of their network address',
      { kind: 'guest', owner: 'g', address: 'a' },
      [
        ['g', 10],
        ['address:a', 150],
      ],
    ],
    ['its guest alone, where no network address is known', { kind: 'guest', owner: 'g' }, [['g', 10]]],
    [
      'its user alone, whatever their network address',
      { kind: 'user', owner: 'ada', address: 'a' },
      [['ada', 10]],
    ],
  ] as const)('%s', (_, sender, expected) => {
    const charges = chargesFor(sender, { messagesPerDay: 10 });
    expect(charges.map(({ owner, limit }) => [owner, limit])).toEqual(expected);
  });
});

const given = (...outcomes: Partial<Reservation>[]) =>
  store.reserveMessage.mockImplementation(async (owner: string, { call }: MessageToReserve) => ({
    ...{ kind: 'reserved', position: 1, used: 1, open: [], call },
    ...outcomes[ACCOUNTS.findIndex((account) => account.owner === owner)],
  }));
const settled = () => store.settleMessage.mock.calls.map(([owner, { call }]) => `${call} of ${owner}`);

describe('a reservation on two accounts', () => {
  const [YES, OLD, NO] = [
    {},
    { kind: 'already', call: 'first' },
    { kind: 'exceeded', call: undefined },
  ] as const;
  it.each([
    ['reserved', [YES, YES], []],
    ['reserved', [OLD, YES], []],
    ['already', [OLD, OLD], []],
    ['exceeded', [NO, NO], []],
    ['exceeded', [YES, NO], ['now of guest:1']],
    ['exceeded', [NO, YES], ['now of address:a']],
    // Another call made this reservation, so only that call may give it back.
    ['exceeded', [OLD, NO], []],
  ] as const)('is %s for %j, and gives back %j', async (kind, outcomes, gaveBack) => {
    given(...outcomes);
    expect((await reserve(MINE, ACCOUNTS)).kind).toBe(kind);
    expect(settled()).toEqual(gaveBack);
  });

  it('gives the position and the call for each account, and the number used for the owner’s account', async () => {
    given({ ...OLD, position: 3, used: 4 }, { position: 70, used: 80 });
    expect(await reserve(MINE, ACCOUNTS)).toMatchObject({
      ...{ kind: 'reserved', positions: [3, 70], calls: ['first', 'now'], used: 4 },
    });
  });
});

describe('a reservation that nothing has settled', () => {
  const since = (minutes: number) => uuidv7(NOW - minutes * MINUTE_MS);
  it.each([
    ['of another message, more than an hour ago: given back', 'other', since(61), true],
    ['of another message, less than an hour ago: kept', 'other', since(59), false],
    ['of another message, by a call whose token has no time: kept', 'other', 'token', false],
    ['of this message, more than an hour ago: kept', 'mine', since(61), false],
  ] as const)('%s', async (_, requestId, call, isGivenBack) => {
    given({ open: [{ requestId, call }] });
    await reserve(MINE, ACCOUNTS.slice(0, 1));
    const expected = { requestId, at: NOW, call, spent: undefined };
    expect(store.settleMessage.mock.calls).toEqual(isGivenBack ? [['guest:1', expected]] : []);
  });

  it('stays for the next message when giving it back fails', async () => {
    given({ open: [{ requestId: 'other', call: since(61) }] });
    store.settleMessage.mockRejectedValue(new Error('down'));
    expect((await reserve(MINE, ACCOUNTS.slice(0, 1))).kind).toBe('reserved');
  });
});

describe('taking over a reservation', () => {
  it.each([
    ['that an earlier call holds moves it to this call', 'first', true, 'now', 0],
    ['that the earlier call has just given back reserves again', 'first', false, 'again', 1],
    ['of which no call is known reserves again', undefined, true, 'again', 1],
  ] as const)('%s', async (_, from, isMoved, call, reservations) => {
    given({ call: 'again' });
    store.moveReservation.mockResolvedValue(isMoved);
    expect(await takeOverReservation(MINE, ACCOUNTS.slice(0, 1), [from])).toEqual([call]);
    expect(store.reserveMessage).toHaveBeenCalledTimes(reservations);
  });
});

it.each([
  ['by this call if its owner’s account says so, whatever the other says', [true, false], true],
  ['by an earlier call if its owner’s account says so, whatever the other says', [false, true], false],
] as const)('a message is settled %s', async (_, [own, other], expected) => {
  store.settleMessage.mockResolvedValueOnce(own).mockResolvedValueOnce(other);
  const charges = ACCOUNTS.map(({ owner }) => ({ owner, at: NOW, call: 'now' }));
  const spent = { model: 'small', inputTokens: 1, outputTokens: 2, cost: 3 };
  expect(await settle('mine', charges, spent)).toBe(expected);
  expect(store.settleMessage.mock.calls[1]).toEqual([
    'address:a',
    { requestId: 'mine', at: NOW, call: 'now', spent },
  ]);
});

it.each([
  ['of an unused day', 0, NOW, { left: 10, resetsAt: '2026-11-23T00:00:00.000Z' }],
  ['of a day with more messages than the limit', 12, NOW, { left: 0, resetsAt: '2026-11-23T00:00:00.000Z' }],
  ['at midnight', 3, Date.parse('2026-11-23'), { left: 7, resetsAt: '2026-11-24T00:00:00.000Z' }],
])('what is left %s', (_, used, at, expected) => {
  expect(quotaOf(10, used, at)).toEqual({ limit: 10, ...expected });
});
