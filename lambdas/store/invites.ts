/** Reading invites, and who holds or has used one. Consistent, because a sign-up decides by it. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import {
  type InviteItem,
  inviteKey,
  type RedemptionItem,
  redemptionOfKey,
  reservationKey,
} from './invite-items.ts';
import { inSeconds } from './keys.ts';
import { db, invitesTable } from './tables.ts';

/** A sign-up under way: it holds a use of the code until that time. */
export interface ReservationItem {
  readonly email: string;
  readonly code: string;
  /** Unix seconds. */
  readonly until: number;
  /** Random; Cognito lets in only the sign-up that shows it, so nobody else can sign this address up meanwhile. */
  readonly ticket: string;
}

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

/** True when this address's sign-up with this ticket may go on. */
export async function hasReservation(email: string, ticket: string, now: number): Promise<boolean> {
  const found = await readReservation(email);
  return found !== undefined && found.ticket === ticket && found.until > inSeconds(now);
}
