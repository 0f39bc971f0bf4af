/**
 * Deleting what is kept by the account's id (chats, connections, usage, subscription) and by its address (waitlist entry,
 * redemption, reservation). Safe to repeat.
 */
import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatSort, ownerPartition } from '../keys.ts';
import {
  type InviteItem,
  inviteKey,
  readRedemption,
  redemptionKey,
  redemptionOfKey,
  reservationKey,
  type WaitlistItem,
  waitlistKey,
  waitlistQueueKey,
} from '../signup/invites.ts';
import { listInvites } from '../signup/operator-invites.ts';
import {
  chatsTable,
  connectionsTable,
  db,
  invitesTable,
  subscriptionsTable,
  usageTable,
  waitlistTable,
} from '../tables.ts';

interface Key {
  readonly pk: string;
  readonly sk: string;
}
type Found = Readonly<Record<string, unknown>>[];

/** Items deleted at a time. */
const BATCH = 25;

const byOwner = (owner: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': ownerPartition(owner) },
  ConsistentRead: true,
  Limit: BATCH,
});
const keyOf = ({ pk, sk }: Found[number]): Key => ({ pk: String(pk), sk: String(sk) });

/** Deletes what is found until nothing is. */
async function deleteAll(
  find: () => Promise<{ Items?: Found | undefined }>,
  remove: (key: Key) => Promise<unknown>,
) {
  for (;;) {
    const { Items = [] } = await find();
    if (Items.length === 0) return;
    await Promise.all(Items.map((item) => remove(keyOf(item))));
  }
}

/** Some of an owner's items in the chats table, and the chats they lead to. */
interface SomeChats {
  readonly keys: Key[];
  /** Also the chat that was last begun, listed or not. */
  readonly chatIds: string[];
  /** Guests' chats that became some of these. */
  readonly guestChatIds: string[];
}

/** Always from the first. */
export async function someChats(owner: string): Promise<SomeChats> {
  const { Items = [] } = await db().send(new QueryCommand({ TableName: chatsTable(), ...byOwner(owner) }));
  const prefix = chatSort('');
  const chatIds = Items.flatMap(({ sk, chatId, lastChatId }) => {
    if (String(sk).startsWith(prefix)) return [String(sk).slice(prefix.length)];
    // A chat that was begun may have messages before it is listed. Older rows tell the last one in `lastChatId`.
    const begun = chatId ?? lastChatId;
    return begun === undefined ? [] : [String(begun)];
  });
  const guestChatIds = Items.flatMap(({ carriedFrom }) => (carriedFrom ? [String(carriedFrom)] : []));
  return { keys: Items.map(keyOf), chatIds: [...new Set(chatIds)], guestChatIds };
}

export async function deleteChatItems(keys: readonly Key[]): Promise<void> {
  await Promise.all(
    keys.map((key) => db().send(new DeleteCommand({ TableName: chatsTable(), Key: { ...key } }))),
  );
}

export const deleteConnections = (owner: string): Promise<void> =>
  deleteAll(
    () => db().send(new QueryCommand({ TableName: connectionsTable(), ...byOwner(owner) })),
    (key) => db().send(new DeleteCommand({ TableName: connectionsTable(), Key: { ...key } })),
  );

export const deleteUsage = (owner: string): Promise<void> =>
  deleteAll(
    () => db().send(new QueryCommand({ TableName: usageTable(), ...byOwner(owner) })),
    (key) => db().send(new DeleteCommand({ TableName: usageTable(), Key: { ...key } })),
  );

export const deleteSubscription = (owner: string): Promise<void> =>
  deleteAll(
    () => db().send(new QueryCommand({ TableName: subscriptionsTable(), ...byOwner(owner) })),
    (key) => db().send(new DeleteCommand({ TableName: subscriptionsTable(), Key: { ...key } })),
  );

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

/** Takes the address from every invite; one that was for it alone is revoked. */
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
