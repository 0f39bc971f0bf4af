/** Daily message quota: a message is reserved on all accounts that it is charged to, or on none, and settled later. */
import type { Allowance } from '#contract/deployment-config';
import type { Quota } from '#contract/entities';
import { log } from '../../runtime/log.ts';
import {
  moveReservation,
  type OpenReservation,
  type Reservation,
  reserveMessage,
  type Spent,
  settleMessage,
} from '../../store/usage/reservations.ts';
import type { Sender } from '../connections/sender-of-frame.ts';
import { timeOf } from '../uuidv7.ts';

/** Reservation of a message on one account, to be settled. */
export interface Charge {
  readonly owner: string;
  /** Time when the message was sent, in Unix milliseconds; selects the UTC day. */
  readonly at: number;
  /** Token of the call that made the reservation. @default the reservation of any call is settled */
  readonly call?: string | undefined;
  /**
   * Number of the message within the day. A `ReplyJob` (`turn/reply-job.ts`) of an earlier deployment has no call
   * token. This number then identifies the reservation.
   * @default a reservation with any number is settled
   */
  readonly position?: number | undefined;
}

/** Owner or network address for which a day's messages are counted, and the day's limit. */
export interface Account {
  readonly owner: string;
  readonly limit: number;
}

/**
 * Daily limit of all guests behind one network address, as a multiple of a single guest's limit. A guest with a new
 * chat counts as a new guest, so this limit bounds what an address can cost in a day.
 */
export const GUESTS_PER_ADDRESS = 15;
export const DAY_MS = 86_400_000;
/**
 * Milliseconds after which the account's next message on the same day releases an unsettled reservation. A turn usually
 * ends earlier, even with all retries and the failure queue. But its job may first wait up to an hour for a worker. If
 * the reservation is released before the turn ends, the turn's end does not charge the message.
 */
const STALE_MS = 60 * 60_000;

/**
 * Lists the accounts of a message, the caller's own first. A guest's message is also charged to the network address.
 */
export function chargesFor(
  { kind, owner, address }: Sender,
  { messagesPerDay }: Pick<Allowance, 'messagesPerDay'>,
): Account[] {
  const own = { owner, limit: messagesPerDay };
  if (kind !== 'guest' || !address) return [own];
  return [own, { owner: `address:${address}`, limit: messagesPerDay * GUESTS_PER_ADDRESS }];
}

export interface Reserved {
  /** `already`: an earlier call of this request has reserved the message. */
  readonly kind: Reservation['kind'];
  /** Number of the message within the day on each account; `Infinity` where the limit is reached. */
  readonly positions: readonly number[];
  /** Token of the call that holds each account's reservation; undefined where no token is stored. */
  readonly calls: readonly (string | undefined)[];
  /** Messages of the day on the caller's own account. Counts this message unless that account's limit is reached. */
  readonly used: number;
  /** Unsettled reservations of the day on the caller's own account. */
  readonly open: readonly OpenReservation[];
}

/** Reserves a message on every account, or on none. Also releases stale reservations of other messages. */
export async function reserve(
  { requestId, call, at }: { requestId: string; call: string; at: number },
  accounts: readonly Account[],
): Promise<Reserved> {
  const outcomes = await Promise.all(
    accounts.map(({ owner, limit }) => reserveMessage(owner, { requestId, call, at, limit })),
  );
  // Keeps this message's own reservation, even if it is stale, because the turn is charged to it.
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

/** Releases reservations of calls that crashed. Never throws: the next message tries again. */
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
 * Makes `call` the holder of a message's reservations. Without this, another call of the same request that is refused
 * could release the reservations, and the turn of `call` would not be charged. If a reservation is already released,
 * reserves the message on that account again.
 * @param calls tokens of the calls that held the reservations, as `reserve` returned them
 * @returns the tokens of the calls that hold the reservations afterwards
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
 * Settles every charge of a request. Undefined `spent` returns the message to the quota. Idempotent.
 * @returns true if the first charge, which is on the caller's own account, was settled now; false if that charge was
 * settled before, or if another call of `chat` holds the reservation
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

/** Returns what is left of the day's `limit`. The quota resets at the next midnight in UTC. */
export function quotaOf(limit: number, used: number, at: number): Quota {
  const resetsAt = new Date(at - (at % DAY_MS) + DAY_MS).toISOString();
  return { limit, left: Math.max(0, limit - used), resetsAt };
}
