/**
 * Deletes the rows of an account. The rows are found by the owner, by the id of a share, or by the email address. Each
 * function is idempotent.
 */
import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import {
  chatsTable,
  connectionsTable,
  db,
  invitesTable,
  subscriptionsTable,
  usageTable,
  waitlistTable,
} from '../db-and-table-names.ts';
import { isFeedbackSort } from '../feedback.ts';
import { chatOfKey, ownerPartition, sharePartition, shareSort } from '../owner-keys.ts';
import { revocationKey } from '../revocations.ts';
import { listInvites } from '../signup/create-list-and-revoke-invites.ts';
import {
  type InviteItem,
  inviteKey,
  readRedemption,
  redemptionKey,
  redemptionOfKey,
  reservationKey,
} from '../signup/invite-rows-and-reads.ts';
import { type WaitlistItem, waitlistKey, waitlistQueueKey } from '../signup/waitlist.ts';

interface Key {
  readonly pk: string;
  readonly sk: string;
}
type Found = Readonly<Record<string, unknown>>[];

/** Largest number of items that are read by one query and then deleted at the same time. */
const BATCH = 25;

const byOwner = (owner: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': ownerPartition(owner) },
  ConsistentRead: true,
  Limit: BATCH,
});
const keyOf = ({ pk, sk }: Found[number]): Key => ({ pk: String(pk), sk: String(sk) });

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

/** Part of an owner's items in the Chats table, and the chats, shares and feedback that these items name. */
interface SomeChats {
  readonly keys: Key[];
  /** Includes chats whose own item was never stored or has expired. */
  readonly chatIds: string[];
  /** Guests' chats that the owner claimed: `carriedFrom` of the items. */
  readonly guestChatIds: string[];
  readonly shareIds: string[];
  readonly feedbackIds: string[];
}

/** Reads the first items that the owner still has. The caller must delete these items before the next call. */
export async function someChats(owner: string): Promise<SomeChats> {
  const { Items = [] } = await db().send(new QueryCommand({ TableName: chatsTable(), ...byOwner(owner) }));
  const chatIds = Items.flatMap(({ pk, sk, chatId, lastChatId }) => {
    const chat = chatOfKey(String(pk), String(sk));
    if (chat) return [chat.chatId];
    // A chat may have turns but no item, because the item was not stored yet or has expired. The row `DELETED#` of
    // `noteTurnsOf` has the `chatId` of such a chat. For a chat of an earlier release, the row `INIT#` has the id.
    // Even older releases stored the id of the owner's latest chat as `lastChatId` in the row `META`.
    const named = chatId ?? lastChatId;
    return named === undefined ? [] : [String(named)];
  });
  const guestChatIds = Items.flatMap(({ carriedFrom }) => (carriedFrom ? [String(carriedFrom)] : []));
  const shareIds = Items.flatMap(({ sk }) =>
    String(sk).startsWith(shareSort('')) ? [String(sk).slice(shareSort('').length)] : [],
  );
  const feedbackIds = Items.flatMap(({ sk, id }) => (isFeedbackSort(String(sk)) ? [String(id)] : []));
  return { keys: Items.map(keyOf), chatIds: [...new Set(chatIds)], guestChatIds, shareIds, feedbackIds };
}

/** Deletes all rows of a share except the one in its owner's partition. */
export const deleteShareRows = (shareId: string): Promise<void> =>
  deleteAll(
    () =>
      db().send(
        new QueryCommand({
          TableName: chatsTable(),
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': sharePartition(shareId) },
          ProjectionExpression: 'pk, sk',
          ConsistentRead: true,
          Limit: BATCH,
        }),
      ),
    (key) => db().send(new DeleteCommand({ TableName: chatsTable(), Key: { ...key } })),
  );

export async function deleteChatItems(keys: readonly Key[]): Promise<void> {
  await Promise.all(
    keys.map((key) => db().send(new DeleteCommand({ TableName: chatsTable(), Key: { ...key } }))),
  );
}

/** Deletes the owner's rows in the Connections table, but not the revocation mark, which must outlive the tokens. */
export const deleteConnections = (owner: string): Promise<void> =>
  deleteAll(
    async () => {
      const { Items = [] } = await db().send(
        new QueryCommand({ TableName: connectionsTable(), ...byOwner(owner) }),
      );
      return { Items: Items.filter(({ sk }) => sk !== revocationKey(owner).sk) };
    },
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

const AT_ONCE = 100;

/**
 * Deletes the entry last, because the entry determines the key of its row in the queue. If a call deleted the entry
 * first and then failed, a repeated call could not find that row.
 */
export async function deleteWaitlistEntry(email: string): Promise<void> {
  const { Item } = await db().send(
    new GetCommand({ TableName: waitlistTable(), Key: waitlistKey(email), ConsistentRead: true }),
  );
  if (!Item) return;
  const entry = Item as WaitlistItem; // only `waitlist.ts` writes items under this key
  await db().send(new DeleteCommand({ TableName: waitlistTable(), Key: waitlistQueueKey(entry) }));
  await db().send(new DeleteCommand({ TableName: waitlistTable(), Key: waitlistKey(email) }));
}

/** Also deletes the reservation of the sign-up. The invite's count of uses stays. */
export async function deleteRedemption(email: string): Promise<void> {
  const redemption = await readRedemption(email);
  if (redemption)
    await db().send(
      new DeleteCommand({ TableName: invitesTable(), Key: redemptionKey(redemption.code, email) }),
    );
  await db().send(new DeleteCommand({ TableName: invitesTable(), Key: redemptionOfKey(email) }));
  await db().send(new DeleteCommand({ TableName: invitesTable(), Key: reservationKey(email) }));
}

/** Removes the address from every invite. An invite for that address alone is revoked. */
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
