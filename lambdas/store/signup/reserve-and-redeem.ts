/**
 * The steps of a sign-up in the database (decision 0010). Each is one transaction that says what it relies on, and
 * answers false when that has changed. Together, an invite's uses and holds never exceed what it is good for.
 */

import { type Parts, transact } from '../conditional-writes.ts';
import { invitesTable } from '../tables.ts';
import {
  type InviteItem,
  inviteKey,
  type RedemptionItem,
  type ReservationItem,
  readInvite,
  redemptionKey,
  redemptionOfKey,
  reservationKey,
} from './invites.ts';

/** An item outlives its reservation, so that TTL never takes away one that counts. */
const KEEP_SECONDS = 86_400;

/**
 * Holds a use of the invite for an address, or holds it for longer.
 * @param invite as read; its count of uses and holds must still be that
 * @param before the address's reservation as read; one of another code is released with this
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

/** An account is there: the hold becomes a use. */
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

/** The way back: a use becomes a hold again, because its account is to be opened again. */
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

/** Gives the hold back: there is no account. `until` is the hold's, as read. */
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

/** Takes the place of `before`, which must not have changed. */
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

/** Ends the address's reservation if it is of this code; it must not have changed since it was read. */
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
