/** Daily limits: who is charged for a message, and how several charges stand or fall together. */
import type { Allowance, Audience } from '#contract/config';
import { type Reservation, reserveMessage, type Spent, settleMessage } from '../store/usage.ts';

/** One day's account that a message is charged to; `at` (ms) is when, so that it settles on the same day. */
export interface Charge {
  readonly owner: string;
  readonly at: number;
}

/** Guests share an allowance per address, this many times a single guest's. */
const GUESTS_PER_ADDRESS = 3;

/** The accounts and limits for one message. */
export function chargesFor(
  audience: Audience,
  allowance: Allowance,
  owner: string,
  address: string | undefined,
): { owner: string; limit: number }[] {
  const own = { owner, limit: allowance.messagesPerDay };
  if (audience !== 'guest' || !address) return [own];
  return [own, { owner: `address:${address}`, limit: allowance.messagesPerDay * GUESTS_PER_ADDRESS }];
}

/** Reserves a message on every account or on none. `already`: an earlier call of this request did. */
export async function reserve(
  requestId: string,
  accounts: readonly { owner: string; limit: number }[],
  at: number,
): Promise<Reservation> {
  const outcomes = await Promise.all(
    accounts.map(({ owner, limit }) => reserveMessage(owner, { requestId, at, limit })),
  );
  if (!outcomes.includes('exceeded')) return outcomes.includes('reserved') ? 'reserved' : 'already';
  await settle(
    requestId,
    accounts.filter((_, i) => outcomes[i] === 'reserved').map(({ owner }) => ({ owner, at })),
    undefined,
  );
  return 'exceeded';
}

/** Settles every charge of a request; undefined `spent` gives the message back. Safe to repeat. */
export async function settle(
  requestId: string,
  charges: readonly Charge[],
  spent: Spent | undefined,
): Promise<void> {
  await Promise.all(charges.map(({ owner, at }) => settleMessage(owner, { requestId, at, spent })));
}
