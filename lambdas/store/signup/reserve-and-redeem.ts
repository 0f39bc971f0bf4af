/**
 * Database steps of a sign-up (decision 0010). Each step is one transaction. `domain/signup/decide-signup-step.ts`
 * counts an invite's uses and holds before it chooses a step. `reserve` and `take` add a hold only if both numbers are
 * still the same. No other step raises their sum. So uses and holds together never exceed the invite's `maxUses`. If a
 * condition of a step fails, or another write conflicts, the step writes nothing and returns false.
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
 * Seconds for which a reservation is kept after its end (`until`), for two reasons. A later sign-up of the address with
 * the same code uses the stored ticket again. `judge` (`run-signup-steps.ts`) needs the stored code to decide if an
 * expired hold becomes a use or is released.
 */
const KEEP_SECONDS = 86_400;

/**
 * Reserves one use of the invite for an address, or extends the reservation. Returns false if the invite is revoked,
 * or if its uses, the address's hold or `before` have changed since they were read. For a new hold, also returns false
 * if the number of the invite's holds has changed.
 * @param before the address's reservation as read; if it is for another code, that code's hold is released too
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
 * Spends one use of the invite on an address that has an account already, by a hold that never ends. Without the hold,
 * a stranger could still use the code for another address, and so learn that the first address has an account
 * ({@link HELD_FOR_GOOD}).
 */
export const take = (invite: InviteItem, email: string): Promise<boolean> =>
  transact([hold(invite, email, HELD_FOR_GOOD)]);

/** Turns the address's hold into a use after the account was created. */
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
 * Turns the address's use back into a hold with a reservation. A sign-up takes this step in two cases: the account that
 * was opened with the use no longer exists, or the account was never confirmed. In the second case, the sign-up's next
 * step removes the account.
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

/** Releases the hold of a sign-up that created no account. Returns false when the hold's end is not `until`. */
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

/** Stores a reservation, if the stored one is still `before` (or, without `before`, if none is stored). */
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
 * Returns the deletion of the reservation, or nothing for a reservation with another code. The transaction fails if the
 * stored reservation now has another ticket.
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
