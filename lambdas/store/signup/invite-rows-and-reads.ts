/**
 * Items and keys of invites and sign-ups. Addresses are in the form of `normaliseEmail`
 * (`lambdas/domain/email-address.ts`). Times are ISO 8601 unless a comment says otherwise.
 *
 * - `INVITE#<code>` / `INVITE`: an invite.
 * - `INVITES` / `<createdAt>#<code>`: an invite's entry in the operators' list.
 * - `INVITE#<code>` / `REDEEMED#<e-mail>`: an account that was opened with an invite.
 * - `EMAIL#<e-mail>` / `REDEMPTION`: a copy of the `REDEEMED` item, found by the address alone.
 * - `RESERVATION#<e-mail>` / `RESERVATION#<e-mail>`: an unfinished sign-up that has reserved a use of a code.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { db, invitesTable } from '../db-and-table-names.ts';
import { inSeconds } from '../unix-seconds.ts';

/**
 * Expiry of a hold that never ends: 31 December 9999, in Unix seconds. A sign-up of an address that already has an
 * account stores a hold with this expiry, so that the sign-up spends a use of the invite. Without the hold, a stranger
 * with a code for one use could find out if an address has an account. The stranger would sign up with this address
 * first, and then with another address and the same code. A success of the second sign-up would show that the first
 * address has an account.
 */
export const HELD_FOR_GOOD = 253_402_300_799;

export interface InviteItem {
  readonly code: string;
  readonly maxUses: number;
  /** Number of accounts opened with the invite. */
  readonly uses: number;
  /** Uses reserved by unfinished sign-ups: address to expiry in Unix seconds, or {@link HELD_FOR_GOOD}. */
  readonly holds?: Readonly<Record<string, number>>;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt?: string;
  /** Only address that may use the invite. @default any address */
  readonly email?: string;
  readonly note?: string;
  /** `sub` of the administrator, or `ops:<user of the operating system>` for an operator's command. */
  readonly createdBy?: string;
}

export interface RedemptionItem {
  readonly email: string;
  readonly code: string;
  readonly at: string;
}

export const INVITES_PARTITION = 'INVITES';
export const inviteKey = (code: string) => ({ pk: `INVITE#${code}`, sk: 'INVITE' });
export const inviteListKey = ({ code, createdAt }: Pick<InviteItem, 'code' | 'createdAt'>) => ({
  pk: INVITES_PARTITION,
  sk: `${createdAt}#${code}`,
});
export const redemptionKey = (code: string, email: string) => ({
  pk: `INVITE#${code}`,
  sk: `REDEEMED#${email}`,
});
export const redemptionOfKey = (email: string) => ({ pk: `EMAIL#${email}`, sk: 'REDEMPTION' });
export const reservationKey = (email: string) => ({
  pk: `RESERVATION#${email}`,
  sk: `RESERVATION#${email}`,
});

/** Reservation of one use of a code by an unfinished sign-up. */
export interface ReservationItem {
  readonly email: string;
  readonly code: string;
  /** Unix seconds. */
  readonly until: number;
  /**
   * Random secret. The PreSignUp trigger accepts only the sign-up that passes the secret, so no other client can take
   * the reserved address.
   */
  readonly ticket: string;
}

async function read<T>(key: { readonly pk: string; readonly sk: string }): Promise<T | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: invitesTable(), Key: key, ConsistentRead: true }),
  );
  return Item as T | undefined; // the form of a key determines the shape of its item
}

export const readInvite = (code: string) => read<InviteItem>(inviteKey(code));
export const readRedemption = (email: string) => read<RedemptionItem>(redemptionOfKey(email));
export const readReservation = (email: string) => read<ReservationItem>(reservationKey(email));

export async function hasReservation(email: string, ticket: string, now: number): Promise<boolean> {
  const found = await readReservation(email);
  return found !== undefined && found.ticket === ticket && found.until > inSeconds(now);
}
