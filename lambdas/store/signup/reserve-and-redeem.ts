/**
 * Database steps of a sign-up (decision 0010). The caller reads the items, and chooses a step by their state
 * (`domain/signup/decide-signup-step.ts`). Each step is one transaction. Its conditions check that the state that
 * led to the step has not changed. So an invite's uses and holds together never exceed its `maxUses`. A step returns
 * false, and writes nothing, when a condition fails or another request writes one of the items at the same time.
 */

import { type Parts, transact } from '../conditional-writes.ts';
import { invitesTable } from '../db-and-table-names.ts';
import {
  HELD_FOR_GOOD,
  type InviteItem,
  inviteKey,
  type RedemptionItem,
  type ReservationItem,
  readInvite,
  redemptionKey,
  redemptionOfKey,
  reservationKey,
} from './invite-rows-and-reads.ts';

/**
 * Seconds for which a reservation's item is kept after the reservation's end (`until`). A later sign-up with the same
 * code uses the item's ticket again. `judge` in `run-signup-steps.ts` reads from the item which code a sign-up used.
 */
const KEEP_SECONDS = 86_400;

/**
 * Reserves one use of the invite for an address, or extends the reservation.
 * @param invite the invite as read; returns false if it is revoked, or if its uses or the address's own hold have
 * changed. For a new hold, returns false also if the number of holds has changed.
 * @param before the address's reservation as read; if it is for another code, the hold on that code's invite is
 * released in the same transaction
 */
export async function reserve(
  invite: InviteItem,
  reservation: ReservationItem,
  before: ReservationItem | undefined,
): Promise<boolean> {
  const { email, until } = reservation;
  const other = before && before.code !== invite.code ? await readInvite(before.code) : undefined;
  return transact([
    hold(invite, email, until),
    putReservation(reservation, before),
    ...(other?.holds?.[email] === undefined ? [] : [unhold(other.code, email)]),
  ]);
}

/**
 * Spends one use of the invite on an address that has an account already: stores a hold that never expires.
 * `HELD_FOR_GOOD` (`invite-rows-and-reads.ts`) says why.
 */
export const take = (invite: InviteItem, email: string): Promise<boolean> =>
  transact([hold(invite, email, HELD_FOR_GOOD)]);

/** Turns the address's hold into a use after the account was created, and deletes its reservation for this code. */
export function redeem(
  redemption: RedemptionItem,
  reservation: ReservationItem | undefined,
): Promise<boolean> {
  const { code, email } = redemption;
  return transact([
    {
      Update: {
        TableName: invitesTable(),
        Key: inviteKey(code),
        UpdateExpression: 'SET uses = uses + :one REMOVE holds.#email',
        ConditionExpression: 'attribute_exists(holds.#email)',
        ExpressionAttributeNames: { '#email': email },
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
    { Put: { TableName: invitesTable(), Item: { ...redemptionKey(code, email), ...redemption } } },
    { Put: { TableName: invitesTable(), Item: { ...redemptionOfKey(email), ...redemption } } },
    ...endOf(code, reservation),
  ]);
}

/**
 * Turns the address's use back into a hold with a reservation. Called when the account that the use opened is gone, or
 * was never confirmed and is removed next. The sign-up then makes the account again.
 */
export function reopen(
  invite: InviteItem,
  reservation: ReservationItem,
  before: ReservationItem | undefined,
): Promise<boolean> {
  const { email, code, until } = reservation;
  return transact([
    {
      Update: {
        TableName: invitesTable(),
        Key: inviteKey(code),
        UpdateExpression: `SET uses = uses - :one, ${invite.holds ? 'holds.#email = :until' : 'holds = :holds'}`,
        ConditionExpression: `${invite.holds ? 'attribute_not_exists(holds.#email)' : 'attribute_not_exists(holds)'} AND uses > :none`,
        ...(invite.holds && { ExpressionAttributeNames: { '#email': email } }),
        ExpressionAttributeValues: {
          ':one': 1,
          ':none': 0,
          ...(invite.holds ? { ':until': until } : { ':holds': { [email]: until } }),
        },
      },
    },
    {
      Delete: {
        TableName: invitesTable(),
        Key: redemptionOfKey(email),
        ConditionExpression: 'code = :code',
        ExpressionAttributeValues: { ':code': code },
      },
    },
    { Delete: { TableName: invitesTable(), Key: redemptionKey(code, email) } },
    putReservation(reservation, before),
  ]);
}

/**
 * Releases the hold of a sign-up that created no account, and deletes its reservation for this code. Returns false when
 * `until` is no longer the hold's expiry.
 */
export function release(
  code: string,
  { email, until }: { readonly email: string; readonly until: number },
  reservation: ReservationItem | undefined,
): Promise<boolean> {
  return transact([unhold(code, email, until), ...endOf(code, reservation)]);
}

function hold(invite: InviteItem, email: string, until: number): Parts[number] {
  const { code, uses, holds } = invite;
  const own = holds?.[email];
  const names = { '#email': email };
  const still = 'attribute_not_exists(revokedAt) AND uses = :uses';
  const update = (what: string, when: string, values: Record<string, unknown>, isNamed = true) => ({
    Update: {
      TableName: invitesTable(),
      Key: inviteKey(code),
      UpdateExpression: what,
      ConditionExpression: `${still} AND ${when}`,
      ...(isNamed && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: { ':uses': uses, ...values },
    },
  });
  if (holds === undefined)
    return update(
      'SET holds = :holds',
      'attribute_not_exists(holds)',
      { ':holds': { [email]: until } },
      false,
    );
  if (own !== undefined)
    return update('SET holds.#email = :until', 'holds.#email = :own', { ':until': until, ':own': own });
  return update('SET holds.#email = :until', 'size(holds) = :size AND attribute_not_exists(holds.#email)', {
    ':until': until,
    ':size': Object.keys(holds).length,
  });
}

const unhold = (code: string, email: string, until?: number): Parts[number] => ({
  Update: {
    TableName: invitesTable(),
    Key: inviteKey(code),
    UpdateExpression: 'REMOVE holds.#email',
    ConditionExpression: until === undefined ? 'attribute_exists(holds.#email)' : 'holds.#email = :until',
    ExpressionAttributeNames: { '#email': email },
    ...(until !== undefined && { ExpressionAttributeValues: { ':until': until } }),
  },
});

/**
 * Stores a reservation in the place of `before`. The transaction fails when `before` has changed since it was read, or,
 * without `before`, when the address has a reservation.
 */
const putReservation = (
  reservation: ReservationItem,
  before: ReservationItem | undefined,
): Parts[number] => ({
  Put: {
    TableName: invitesTable(),
    Item: {
      ...reservationKey(reservation.email),
      ...reservation,
      ttl: reservation.until + KEEP_SECONDS,
    },
    ConditionExpression: before ? 'ticket = :ticket AND #until = :before' : 'attribute_not_exists(pk)',
    ...(before && {
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':ticket': before.ticket, ':before': before.until },
    }),
  },
});

/**
 * Deletes the address's reservation if it is for this code. The transaction fails when a reservation with another
 * ticket has replaced it since it was read.
 */
function endOf(code: string, reservation: ReservationItem | undefined): Parts {
  if (reservation?.code !== code) return [];
  return [
    {
      Delete: {
        TableName: invitesTable(),
        Key: reservationKey(reservation.email),
        ConditionExpression: 'attribute_not_exists(pk) OR ticket = :ticket',
        ExpressionAttributeValues: { ':ticket': reservation.ticket },
      },
    },
  ];
}
