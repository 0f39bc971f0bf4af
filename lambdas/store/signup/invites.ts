/**
 * The items of sign-up and waitlist. Invites table:
 * `INVITE#<code>` / `INVITE` an invite; `INVITES` / `<createdAt>#<code>` its place in the operator's list;
 * `INVITE#<code>` / `REDEEMED#<e-mail>` who opened an account with it, and `EMAIL#<e-mail>` / `REDEMPTION` the same by
 * address; `RESERVATION#<e-mail>` / the same: a sign-up under way that holds a use of a code.
 * Waitlist table: `WAITLIST` / `<e-mail>` an entry, and `WAITLIST#<status>` / `<time>#<e-mail>` its place in the queue
 * of that status (by `joinedAt` for those who wait, by `approvedAt` for those approved).
 * Addresses are as `normaliseEmail` makes them. Times are ISO 8601 unless a name says otherwise.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { WaitlistStatus } from '#contract/waitlist';
import { inSeconds } from '../keys.ts';
import { db, invitesTable } from '../tables.ts';

export interface InviteItem {
  readonly code: string;
  readonly maxUses: number;
  /** Accounts opened with it. */
  readonly uses: number;
  /** Sign-ups under way that hold a use: address to the time it ends, in Unix seconds. */
  readonly holds?: Readonly<Record<string, number>>;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt?: string;
  /** The only address that may use it. */
  readonly email?: string;
  readonly note?: string;
  /** `sub` of the administrator, or how the operator's command names itself. */
  readonly createdBy?: string;
}

export interface RedemptionItem {
  readonly email: string;
  readonly code: string;
  readonly at: string;
}

export interface WaitlistItem {
  readonly email: string;
  readonly joinedAt: string;
  readonly status: WaitlistStatus;
  readonly approvedAt?: string;
  readonly inviteCode?: string;
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

const WAITLIST_PARTITION = 'WAITLIST';
export const waitlistKey = (email: string) => ({ pk: WAITLIST_PARTITION, sk: email });
export const waitlistQueue = (status: WaitlistStatus): string => `WAITLIST#${status}`;
export const waitlistQueueKey = ({ email, status, joinedAt, approvedAt }: WaitlistItem) => ({
  pk: waitlistQueue(status),
  sk: `${status === 'approved' ? (approvedAt ?? joinedAt) : joinedAt}#${email}`,
});

/** A sign-up under way: it holds a use of the code until that time. */
export interface ReservationItem {
  readonly email: string;
  readonly code: string;
  /** Unix seconds. */
  readonly until: number;
  /** Random; Cognito lets in only the sign-up that shows it, so no other client can sign this address up meanwhile. */
  readonly ticket: string;
}

/** Consistent, because a sign-up decides by it. */
async function read<T>(key: { readonly pk: string; readonly sk: string }): Promise<T | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: invitesTable(), Key: key, ConsistentRead: true }),
  );
  return Item as T | undefined; // each key has items of one kind
}

export const readInvite = (code: string) => read<InviteItem>(inviteKey(code));
/** Which code opened this address's account. */
export const readRedemption = (email: string) => read<RedemptionItem>(redemptionOfKey(email));
export const readReservation = (email: string) => read<ReservationItem>(reservationKey(email));

/** True when this address's sign-up with this ticket may continue. */
export async function hasReservation(email: string, ticket: string, now: number): Promise<boolean> {
  const found = await readReservation(email);
  return found !== undefined && found.ticket === ticket && found.until > inSeconds(now);
}
