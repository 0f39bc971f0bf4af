/** Daily limits: who is charged for a message, how several charges stand or fall together, and what is left. */
import type { Allowance } from '#contract/config';
import type { Quota } from '#contract/usage';
import { log } from '../../runtime/log.ts';
import {
  moveReservation,
  type OpenReservation,
  type Reservation,
  reserveMessage,
  type Spent,
  settleMessage,
} from '../../store/usage/reservations.ts';
import type { Party } from '../authorise-sender.ts';
import { timeOf } from '../uuid.ts';

/** One day's account that a message is charged to, and which of the request's reservations is meant. */
export interface Charge {
  readonly owner: string;
  /** When the message was sent, in milliseconds, so that it settles on the same day. */
  readonly at: number;
  /** Token of the call that reserved it. @default any */
  readonly call?: string | undefined;
  /** Which message of the day it is: jobs of before tokens were kept tell it so. @default any */
  readonly position?: number | undefined;
}

export interface Account {
  readonly owner: string;
  readonly limit: number;
}

/**
 * Guests share an allowance per address, this many times a single guest's: a class of thirty behind one address has five
 * messages each. A new chat is a new guest, so this bounds what one address spends in a day.
 */
export const GUESTS_PER_ADDRESS = 15;
export const DAY_MS = 86_400_000;
/** Longer than a turn takes with all its retries: its lock, then those of its worker and of the failure queue. */
const STALE_MS = 60 * 60_000;

/** The accounts and limits for one message; the caller's own is the first. */
export function chargesFor(
  { kind, owner, address }: Party,
  { messagesPerDay }: Pick<Allowance, 'messagesPerDay'>,
): Account[] {
  const own = { owner, limit: messagesPerDay };
  if (kind !== 'guest' || !address) return [own];
  return [own, { owner: `address:${address}`, limit: messagesPerDay * GUESTS_PER_ADDRESS }];
}

export interface Reserved {
  /** `already`: an earlier call of this request did. */
  readonly kind: Reservation['kind'];
  /** Which message of the day it is on each account: beyond every limit where it has no place. */
  readonly positions: readonly number[];
  /** Token of the call whose reservation each account has. */
  readonly calls: readonly (string | undefined)[];
  /** Messages of the day on the caller's own account, this one among them. */
  readonly used: number;
  /** The day's reservations on the caller's own account that are not settled yet. */
  readonly open: readonly OpenReservation[];
}

/** Reserves a message on every account or on none. */
export async function reserve(
  { requestId, call, at }: { requestId: string; call: string; at: number },
  accounts: readonly Account[],
): Promise<Reserved> {
  const outcomes = await Promise.all(
    accounts.map(({ owner, limit }) => reserveMessage(owner, { requestId, call, at, limit })),
  );
  // This message's own is what its turn is charged to, however old it is.
  const othersOf = (outcome?: Reservation) =>
    (outcome?.open ?? []).filter((one) => one.requestId !== requestId);
  await Promise.all(accounts.map(({ owner }, i) => giveBackStale(owner, at, othersOf(outcomes[i]))));
  const kinds = outcomes.map(({ kind }) => kind);
  const positions = outcomes.map(({ position }) => position);
  const calls = outcomes.map((outcome) => outcome.call);
  const { used = 0, open = [] } = outcomes[0] ?? {};
  if (!kinds.includes('exceeded'))
    return { kind: kinds.includes('reserved') ? 'reserved' : 'already', positions, calls, used, open };
  const reserved = accounts.filter((_, i) => kinds[i] === 'reserved');
  await settle(
    requestId,
    reserved.map(({ owner }) => ({ owner, at, call })),
    undefined,
  );
  return { kind: 'exceeded', positions, calls, used, open };
}

/**
 * Gives back the reservations of calls that died and were never repeated. Never fails: the next message finds what is
 * left.
 */
async function giveBackStale(owner: string, at: number, open: readonly OpenReservation[]): Promise<void> {
  const stale = open.filter(({ call = '' }) => (timeOf(call) ?? at) < at - STALE_MS);
  await Promise.all(
    stale.map(({ requestId, call }) =>
      settleMessage(owner, { requestId, at, call, spent: undefined }).catch((cause: unknown) =>
        log('WARN', 'stale reservation not given back', { requestId, cause }),
      ),
    ),
  );
}

/**
 * Makes `call` the holder of a message that another call has reserved, so that the other cannot give it back: it may be
 * refused at this moment. A message that it has just given back is reserved again.
 * @param calls token of the call whose reservation each account has
 * @returns the tokens then
 */
export async function takeOverReservation(
  { requestId, call, at }: { requestId: string; call: string; at: number },
  accounts: readonly Account[],
  calls: readonly (string | undefined)[],
): Promise<(string | undefined)[]> {
  return Promise.all(
    accounts.map(async ({ owner, limit }, i) => {
      const from = calls[i];
      if (from !== undefined && (await moveReservation(owner, { requestId, at, from, call }))) return call;
      return (await reserveMessage(owner, { requestId, call, at, limit })).call;
    }),
  );
}

/**
 * Settles every charge of a request; undefined `spent` gives the message back. Safe to repeat.
 * @returns whether this call did, and none before it
 */
export async function settle(
  requestId: string,
  charges: readonly Charge[],
  spent: Spent | undefined,
): Promise<boolean> {
  const [own] = await Promise.all(
    charges.map(({ owner, ...charge }) => settleMessage(owner, { requestId, ...charge, spent })),
  );
  return own ?? false;
}

/** What is left of a day of which so much is used; it resets at the next midnight in UTC. */
export function quotaOf(limit: number, used: number, at: number): Quota {
  const resetsAt = new Date(at - (at % DAY_MS) + DAY_MS).toISOString();
  return { limit, left: Math.max(0, limit - used), resetsAt };
}
