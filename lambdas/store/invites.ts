/** Invites: `RESERVATION#<e-mail>` is a sign-up that holds a code; nobody else may sign up. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { reservationKey } from './invite-items.ts';
import { inSeconds } from './keys.ts';
import { db, invitesTable } from './tables.ts';

/** Whether this e-mail holds a reservation that is still good. */
export async function hasReservation(email: string, now: number): Promise<boolean> {
  const { Item } = await db().send(
    new GetCommand({
      TableName: invitesTable(),
      Key: reservationKey(email.trim().toLowerCase()),
      ConsistentRead: true,
    }),
  );
  return Item !== undefined && Number(Item.ttl ?? 0) > inSeconds(now);
}
