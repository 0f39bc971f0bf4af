/** Deleting what is kept by the account's address: waitlist entry, redemption, reservation. Safe to repeat. */
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from './conditional.ts';
import { listInvites } from './invite-admin.ts';
import {
  type InviteItem,
  inviteKey,
  redemptionKey,
  redemptionOfKey,
  reservationKey,
  type WaitlistItem,
  waitlistKey,
  waitlistQueueKey,
} from './invite-items.ts';
import { readRedemption } from './invites.ts';
import { db, invitesTable, waitlistTable } from './tables.ts';

/** Invites that are looked at together. */
const AT_ONCE = 100;

/** The entry comes last: it tells where in the queue the address stands. */
export async function deleteWaitlistEntry(email: string): Promise<void> {
  const { Item } = await db().send(
    new GetCommand({ TableName: waitlistTable(), Key: waitlistKey(email), ConsistentRead: true }),
  );
  if (!Item) return;
  const entry = Item as WaitlistItem; // as the waitlist stored it
  await db().send(new DeleteCommand({ TableName: waitlistTable(), Key: waitlistQueueKey(entry) }));
  await db().send(new DeleteCommand({ TableName: waitlistTable(), Key: waitlistKey(email) }));
}

/** Deletes the record that the address opened an account with a code; the code's count of uses stays. */
export async function deleteRedemption(email: string): Promise<void> {
  const redemption = await readRedemption(email);
  if (redemption)
    await db().send(
      new DeleteCommand({ TableName: invitesTable(), Key: redemptionKey(redemption.code, email) }),
    );
  await db().send(new DeleteCommand({ TableName: invitesTable(), Key: redemptionOfKey(email) }));
  await db().send(new DeleteCommand({ TableName: invitesTable(), Key: reservationKey(email) }));
}

/** Takes the address from every invite; one that was for it alone lets nobody else in. */
export async function releaseInvites(email: string, now: number): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const { rows, end } = await listInvites(after, AT_ONCE);
    for (const { invite } of rows) await release(invite, email, now);
    after = rows.at(-1)?.sk;
    if (end || after === undefined) return;
  }
}

async function release(invite: InviteItem, email: string, now: number): Promise<void> {
  if (invite.holds?.[email] !== undefined)
    await conditional(
      db().send(
        new UpdateCommand({
          TableName: invitesTable(),
          Key: inviteKey(invite.code),
          UpdateExpression: 'REMOVE holds.#email',
          ConditionExpression: 'attribute_exists(holds.#email)',
          ExpressionAttributeNames: { '#email': email },
        }),
      ),
    );
  if (invite.email !== email) return;
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: invitesTable(),
        Key: inviteKey(invite.code),
        UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :at) REMOVE #email',
        ConditionExpression: '#email = :email',
        ExpressionAttributeNames: { '#email': 'email' },
        ExpressionAttributeValues: { ':email': email, ':at': new Date(now).toISOString() },
      }),
    ),
  );
}
