import { describe, expect, it } from 'vitest';
import { HELD_FOR_GOOD, type InviteItem } from '../../store/signup/invite-rows-and-reads.ts';
import { afterWrite, decide, type Facts, HOLD_SECONDS, JUDGED_AFTER_SECONDS } from './decide-signup-step.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const SECONDS = NOW / 1000;
const HOUR_MS = 3_600_000;
const EMAIL = 'ann@example.com';
const CODE = 'AAAA-BBBB-CCCC';

const invite = (over: Partial<InviteItem> = {}): InviteItem => ({
  ...{ code: CODE, maxUses: 1, uses: 0, createdAt: '2026-11-01T00:00:00Z' },
  expiresAt: '2026-12-01T00:00:00Z',
  ...over,
});
const facts = (over: Partial<Facts> = {}): Facts => ({
  ...{ email: EMAIL, code: CODE, now: NOW, invite: invite(), isMade: false },
  ...{ redemption: undefined, reservation: undefined, account: undefined },
  ...over,
});
/** A reservation that ends in `seconds` seconds. */
const reserved = (seconds: number, code = CODE) => ({
  ...{ email: EMAIL, code, ticket: 'ticket' },
  until: SECONDS + seconds,
});
const held = (over: Partial<InviteItem> = {}) => invite({ holds: { [EMAIL]: SECONDS + 600 }, ...over });
const account = (over: object = {}) => ({
  ...{ username: 'sub', isConfirmed: false, createdAt: NOW },
  ...over,
});
const redemption = { email: EMAIL, code: CODE, at: '2026-11-20T00:00:00Z' };
const past = new Date(NOW - 1).toISOString();

const taken = (over: Partial<InviteItem> = {}) => invite({ holds: { [EMAIL]: HELD_FOR_GOOD }, ...over });

type Row = readonly [condition: string, facts: Partial<Facts>, step: string];

const NEW_CODE: readonly Row[] = [
  ['unknown', { invite: undefined }, 'refuse'],
  ['revoked', { invite: invite({ revokedAt: past }) }, 'refuse'],
  ['for another address', { invite: invite({ email: 'bob@example.com' }) }, 'refuse'],
  ['for this address', { invite: invite({ email: EMAIL }) }, 'reserve'],
  ['expired', { invite: invite({ expiresAt: past }) }, 'refuse'],
  ['expired at this moment', { invite: invite({ expiresAt: new Date(NOW).toISOString() }) }, 'refuse'],
  ['unused', {}, 'reserve'],
  ['used up', { invite: invite({ uses: 1 }) }, 'refuse'],
  ['held by another for long', { invite: invite({ holds: { other: SECONDS + 1 } }) }, 'refuse'],
  [
    'held by another, whose hold is just over',
    { invite: invite({ holds: { other: SECONDS - JUDGED_AFTER_SECONDS + 1 } }) },
    'refuse',
  ],
  [
    'held by another, whose hold has been over for a minute',
    { invite: invite({ holds: { other: SECONDS - JUDGED_AFTER_SECONDS } }) },
    'judge',
  ],
  ['for two and held by one', { invite: invite({ maxUses: 2, holds: { other: SECONDS + 1 } }) }, 'reserve'],
  [
    'for two, held once and used once',
    { invite: invite({ maxUses: 2, uses: 1, holds: { other: SECONDS + 1 } }) },
    'refuse',
  ],
  ['new, and the address has an account', { account: account({ isConfirmed: true, createdAt: 0 }) }, 'take'],
  [
    'new, and the address is being signed up',
    { account: account({ createdAt: NOW - 23 * HOUR_MS }) },
    'take',
  ],
  [
    'new and used up, and the address has an account',
    { account: account({ isConfirmed: true }), invite: invite({ uses: 1 }) },
    'refuse',
  ],
  [
    'taken by another address that had an account',
    { invite: invite({ holds: { other: HELD_FOR_GOOD } }), now: Date.parse('2026-11-30T00:00:00Z') },
    'refuse',
  ],
  [
    'new, and the address was left unconfirmed a day ago',
    { account: account({ createdAt: NOW - 25 * HOUR_MS }) },
    'removeAccount',
  ],
  [
    'new, and the address was reserved for another within the last minute',
    { reservation: reserved(HOLD_SECONDS - JUDGED_AFTER_SECONDS + 1, 'other') },
    'wait',
  ],
  [
    'new, and the address was reserved for another a minute ago',
    { reservation: reserved(HOLD_SECONDS - JUDGED_AFTER_SECONDS, 'other') },
    'reserve',
  ],
];

const OWN_CODE: readonly Row[] = [
  ['held, with time enough', { invite: held(), reservation: reserved(61) }, 'signUp'],
  ['held, with a minute left', { invite: held(), reservation: reserved(60) }, 'reserve'],
  ['held, and reserved for another', { invite: held(), reservation: reserved(600, 'other') }, 'reserve'],
  [
    'held, and reserved for another within the last minute',
    { invite: held(), reservation: reserved(HOLD_SECONDS - JUDGED_AFTER_SECONDS + 1, 'other') },
    'wait',
  ],
  ['held, and expired since', { invite: held({ expiresAt: past }), reservation: reserved(600) }, 'signUp'],
  ['held, and revoked since', { invite: held({ revokedAt: past }), reservation: reserved(600) }, 'refuse'],
  [
    'held, and the account is made by this request',
    { invite: held(), account: account(), isMade: true },
    'redeem',
  ],
  [
    'held, and the account is confirmed',
    { invite: held(), account: account({ isConfirmed: true }) },
    'redeem',
  ],
  [
    'held, for one, and an account that was left unconfirmed within the last day',
    { invite: held(), account: account({ createdAt: NOW - 23 * HOUR_MS }) },
    'redeem',
  ],
  [
    'held, for one, and an account that was left unconfirmed a day ago',
    { invite: held(), account: account({ createdAt: NOW - 25 * HOUR_MS }) },
    'removeAccount',
  ],
  [
    'held, for two, and an earlier unconfirmed account',
    { invite: held({ maxUses: 2 }), account: account() },
    'redeem',
  ],
  ['redeemed, and the account is gone', { invite: invite({ uses: 1 }), redemption }, 'reopen'],
  [
    'redeemed, the account is gone, and the address was reserved for another within the last minute',
    { redemption, reservation: reserved(HOLD_SECONDS - JUDGED_AFTER_SECONDS + 1, 'other') },
    'wait',
  ],
  [
    'redeemed, the account is gone, and the address was reserved for another a minute ago',
    { redemption, reservation: reserved(HOLD_SECONDS - JUDGED_AFTER_SECONDS, 'other') },
    'reopen',
  ],
  [
    'redeemed, and the account is confirmed',
    { redemption, account: account({ isConfirmed: true }) },
    'finish',
  ],
  ['redeemed, and made by this request', { redemption, account: account(), isMade: true }, 'finish'],
  ['redeemed, for one, and the account is unconfirmed', { redemption, account: account() }, 'resendCode'],
  [
    'redeemed, for one, and the account was left unconfirmed a day ago',
    { redemption, account: account({ createdAt: NOW - 25 * HOUR_MS }) },
    'reopen',
  ],
  [
    'redeemed, for one, left unconfirmed a day ago, and reserved for another within the last minute',
    {
      ...{ redemption, account: account({ createdAt: NOW - 25 * HOUR_MS }) },
      reservation: reserved(HOLD_SECONDS - JUDGED_AFTER_SECONDS + 1, 'other'),
    },
    'wait',
  ],
  [
    'redeemed, for two, and the account is unconfirmed',
    { redemption, account: account(), invite: invite({ maxUses: 2, uses: 1 }) },
    'resendCode',
  ],
];

const TAKEN_CODE: readonly Row[] = [
  ['and its account is confirmed', { account: account({ isConfirmed: true }) }, 'finish'],
  [
    'and its account is confirmed, and the code has expired',
    { account: account({ isConfirmed: true }), invite: taken({ expiresAt: past }) },
    'finish',
  ],
  ['and its account is being signed up', { account: account({ createdAt: NOW - 23 * HOUR_MS }) }, 'finish'],
  [
    'and its account was left unconfirmed a day ago',
    { account: account({ createdAt: NOW - 25 * HOUR_MS }) },
    'removeAccount',
  ],
  ['and its account is gone', {}, 'reserve'],
  ['and the code is revoked', { invite: taken({ revokedAt: past }) }, 'refuse'],
];

describe.each([
  ['a code that is new to the address', NEW_CODE],
  ["a code that is the address's own", OWN_CODE],
  [
    'a code with a use taken, as the address had an account,',
    TAKEN_CODE.map(([condition, over, step]): Row => [condition, { invite: taken(), ...over }, step]),
  ],
])('%s', (_, rows) => {
  for (const [condition, over, step] of rows)
    it(`${condition}: ${step}`, () => expect(decide(facts(over)).do).toBe(step));
});

it('judges only the holds that have expired', () => {
  const holds = { gone: SECONDS - 600, there: SECONDS + 600 };
  expect(decide(facts({ invite: invite({ maxUses: 2, holds }) }))).toEqual({ do: 'judge', emails: ['gone'] });
});

describe('the steps after each write lead', () => {
  const reservation = reserved(HOLD_SECONDS);

  it('from an unused code by hold, account and use to the end', () => {
    const holding = afterWrite('reserve', facts(), reservation);
    expect(decide(holding)).toEqual({ do: 'signUp' });
    const made = { ...holding, account: account(), isMade: true };
    expect(decide(made)).toEqual({ do: 'redeem' });
    const redeemed = afterWrite('redeem', made, reservation);
    expect(decide(redeemed)).toEqual({ do: 'finish' });
    expect(redeemed.invite).toEqual(invite({ uses: 1, holds: {} }));
    expect(redeemed.reservation).toBeUndefined();
  });

  it('from an unused code by a use taken to the end, for an address that has an account', () => {
    const known = facts({ account: account({ isConfirmed: true }) });
    const after = afterWrite('take', known, reservation);
    expect(after).toEqual({ ...known, invite: taken() });
    expect(decide(after)).toEqual({ do: 'finish' });
  });

  it('from a use whose account was never confirmed back to a hold', () => {
    const abandoned = account({ createdAt: NOW - 25 * HOUR_MS });
    const before = facts({ redemption, account: abandoned, invite: invite({ uses: 1 }) });
    const reopened = afterWrite('reopen', before, reservation);
    expect(reopened.invite).toEqual(invite({ uses: 0, holds: { [EMAIL]: reservation.until } }));
    expect(decide(reopened)).toEqual({ do: 'removeAccount' });
    expect(decide({ ...reopened, account: undefined })).toEqual({ do: 'signUp' });
  });

  it('and keep the holds of others', () => {
    const shared = facts({ invite: invite({ maxUses: 3, holds: { other: SECONDS + 1 } }) });
    const holding = afterWrite('reserve', shared, reservation);
    expect(holding.invite?.holds).toEqual({ other: SECONDS + 1, [EMAIL]: reservation.until });
    expect(afterWrite('redeem', holding, reservation).invite?.holds).toEqual({ other: SECONDS + 1 });
  });
});
