/** Deleting what is kept by the account's id: chats, connections, usage, subscription. Safe to repeat. */
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { chatSort, ownerPartition } from './keys.ts';
import { chatsTable, connectionsTable, db, subscriptionsTable, usageTable } from './tables.ts';

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
