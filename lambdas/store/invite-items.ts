/**
 * The items of getting in. Invites table:
 * `INVITE#<code>` / `INVITE` an invite; `INVITES` / `<createdAt>#<code>` its place in the operator's list;
 * `INVITE#<code>` / `REDEEMED#<e-mail>` who opened an account with it, and `EMAIL#<e-mail>` / `REDEMPTION` the same by
 * address; `RESERVATION#<e-mail>` / the same: a sign-up under way that holds a use of a code.
 * Waitlist table: `WAITLIST` / `<e-mail>` an entry, and `WAITLIST#<status>` / `<time>#<e-mail>` its place in the queue
 * of that status (by `joinedAt` for those who wait, by `approvedAt` for those approved).
 * Addresses are as `normaliseEmail` makes them. Times are ISO 8601 unless a name says otherwise.
 */
import type { WaitlistStatus } from '#contract/waitlist';

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

export const WAITLIST_PARTITION = 'WAITLIST';
export const waitlistKey = (email: string) => ({ pk: WAITLIST_PARTITION, sk: email });
export const waitlistQueue = (status: WaitlistStatus): string => `WAITLIST#${status}`;
export const waitlistQueueKey = ({ email, status, joinedAt, approvedAt }: WaitlistItem) => ({
  pk: waitlistQueue(status),
  sk: `${status === 'approved' ? (approvedAt ?? joinedAt) : joinedAt}#${email}`,
});
