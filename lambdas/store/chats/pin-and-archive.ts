/**
 * Pinned and archived chats. `OWNER#o` / `WORKSPACE` holds the set `pinned` of chat ids, so that pinned chats are found
 * however old they are. A repeated write changes nothing.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PINNED_CHATS_MAX } from '#contract/limits';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { readChatItems } from '../batch-read-write.ts';
import { conditional, type Parts, transact, transactOrLocate } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';
import { type ChatItem, getChat, IS_THERE, isThere, keyOf, thereAt } from './chats.ts';

const workspaceKey = (owner: string) => ({ pk: ownerPartition(owner), sk: 'WORKSPACE' });

/** The changed chat; `missing` if there is none; `full` if `PINNED_CHATS_MAX` chats are pinned. */
export type ChangeOutcome = ChatItem | 'missing' | 'full';

/** Pins a chat, takes it out of the archive, and removes its retention mark (`removeAt`). */
export async function pinChat(owner: string, chatId: string, now: number): Promise<ChangeOutcome> {
  const pin = () =>
    change(owner, chatId, now, {
      chat: 'SET pinnedAt = if_not_exists(pinnedAt, :at) REMOVE archivedAt, removeAt, keptDays',
      at: now,
      set: {
        UpdateExpression: 'ADD pinned :ids',
        ConditionExpression: 'attribute_not_exists(pinned) OR size(pinned) < :most OR contains(pinned, :id)',
        ExpressionAttributeValues: {
          ...{ ':ids': new Set([chatId]), ':id': chatId, ':most': PINNED_CHATS_MAX },
        },
      },
    });
  const pinned = await pin();
  // A full set may hold ids of deleted or unpinned chats, because a deletion and `dropPin` do not change the set.
  return pinned === 'full' && (await dropUnpinned(owner)) ? await pin() : pinned;
}

export const unpinChat = (owner: string, chatId: string, now: number): Promise<ChangeOutcome> =>
  change(owner, chatId, now, { chat: 'REMOVE pinnedAt', set: takeOut(chatId) });

/** Archives a chat, and unpins it. */
export const archiveChat = (owner: string, chatId: string, now: number): Promise<ChangeOutcome> =>
  change(owner, chatId, now, {
    chat: 'SET archivedAt = if_not_exists(archivedAt, :at) REMOVE pinnedAt',
    at: now,
    set: takeOut(chatId),
  });

export const unarchiveChat = (owner: string, chatId: string, now: number): Promise<ChangeOutcome> =>
  removeFromChat('archivedAt', owner, chatId, now);

/**
 * Unpins a chat but leaves its id in the set, so that a concurrent write of the set cannot make the call fail. Readers
 * skip the id.
 */
export const dropPin = (owner: string, chatId: string, now: number): Promise<ChangeOutcome> =>
  removeFromChat('pinnedAt', owner, chatId, now);

async function removeFromChat(
  field: 'archivedAt' | 'pinnedAt',
  owner: string,
  chatId: string,
  now: number,
): Promise<ChangeOutcome> {
  const there = thereAt(now);
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: `REMOVE ${field}`,
        ConditionExpression: IS_THERE,
        ExpressionAttributeNames: there.names,
        ExpressionAttributeValues: there.values,
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  // IS_THERE requires an existing item, and items with this key are chats.
  return outcome.ok ? (outcome.value.Attributes as ChatItem) : 'missing';
}

type SetUpdate = Omit<NonNullable<Parts[number]['Update']>, 'TableName' | 'Key'>;

const takeOut = (...chatIds: readonly string[]): SetUpdate => ({
  UpdateExpression: 'DELETE pinned :ids',
  ExpressionAttributeValues: { ':ids': new Set(chatIds) },
});

interface Change {
  /** Update expression for the chat's item. */
  readonly chat: string;
  /** Unix milliseconds for `:at` in `chat`, which is stored in ISO 8601. */
  readonly at?: number;
  readonly set: SetUpdate;
}

/**
 * Changes a chat and the set of pinned chats together. Tries again after a conflict, e.g. with a turn that locks the
 * chat. Also tries again if the write found the chat deleted, but another call has restored the chat since then.
 * @throws AppError `too_many_requests` when a concurrent write made every attempt fail
 */
async function change(owner: string, chatId: string, now: number, update: Change): Promise<ChangeOutcome> {
  const there = thereAt(now);
  const at = update.at === undefined ? {} : { ':at': new Date(update.at).toISOString() };
  return retryUntilWritten<ChangeOutcome>(async () => {
    const outcome = await transactOrLocate([
      {
        Update: {
          TableName: chatsTable(),
          Key: keyOf(owner, chatId),
          UpdateExpression: update.chat,
          ConditionExpression: IS_THERE,
          ExpressionAttributeNames: there.names,
          ExpressionAttributeValues: { ...there.values, ...at },
        },
      },
      { Update: { TableName: chatsTable(), Key: workspaceKey(owner), ...update.set } },
    ]);
    if (outcome === 'conflict') return undefined;
    const chat = await getChat(owner, chatId);
    if (!chat) return 'missing';
    if (outcome === 'written') return chat;
    // The outcome 0 means that the transaction found the chat deleted. Since then, `getChat` has found the chat, so
    // another call has restored the chat in between. The change is then tried again.
    return outcome === 0 ? undefined : 'full';
  });
}

/** Returns the owner's pinned chats, in no order. */
export async function readPinned(owner: string): Promise<ChatItem[]> {
  return (await readSet(owner)).chats;
}

/**
 * Removes the ids of deleted and of unpinned chats from the set. Returns true if the set held such ids. After the set
 * was read, another call may restore or pin one of these chats. So the transaction checks the chats again. If the check
 * of a chat fails, nothing is written, and the set is read again.
 * @throws AppError `too_many_requests` when a concurrent write made every attempt fail
 */
async function dropUnpinned(owner: string): Promise<boolean> {
  return retryUntilWritten(async () => {
    const { ids, stored, chats } = await readSet(owner);
    const unpinned = ids.filter((id) => !chats.some(({ chatId }) => chatId === id));
    if (unpinned.length === 0) return false;
    const there = thereAt(Date.now());
    // A chat without an item needs no check, because it cannot be pinned. The other chats are checked by the condition
    // of an update that changes nothing.
    const checks = stored
      .filter(({ chatId }) => unpinned.includes(chatId))
      .map(({ chatId }) => ({
        Update: {
          TableName: chatsTable(),
          Key: keyOf(owner, chatId),
          UpdateExpression: 'SET chatId = chatId',
          ConditionExpression: `attribute_exists(pk) AND NOT (${IS_THERE} AND attribute_exists(pinnedAt))`,
          ExpressionAttributeNames: there.names,
          ExpressionAttributeValues: there.values,
        },
      }));
    const update = { TableName: chatsTable(), Key: workspaceKey(owner), ...takeOut(...unpinned) };
    return (await transact([...checks, { Update: update }])) || undefined;
  });
}

interface PinnedSet {
  readonly ids: readonly string[];
  /** Chats in the set that have an item, even if they are deleted or not pinned. */
  readonly stored: readonly ChatItem[];
  /** The stored chats that are not deleted and are still pinned. */
  readonly chats: ChatItem[];
}

async function readSet(owner: string): Promise<PinnedSet> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: workspaceKey(owner), ConsistentRead: true }),
  );
  const ids = [...((Item?.pinned as ReadonlySet<string> | undefined) ?? [])]; // only this file writes the set
  const items = await readChatItems(
    ids.map((id) => keyOf(owner, id)),
    { consistent: true },
  );
  const now = Date.now();
  const stored = items as unknown as ChatItem[]; // rows with these keys are chats
  return { ids, stored, chats: stored.filter((chat) => isThere(chat, now) && chat.pinnedAt !== undefined) };
}
