/**
 * Chats: `OWNER#o` / `CHAT#<id>`. The chat's item is small and holds the lock of the turn in progress
 * (`turns/lock.ts`). What deletes and restores it is in `removal.ts`.
 */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Chat } from '#contract/entities';
import { conditional } from '../conditional-writes.ts';
import { chatSort, inSeconds, ownerPartition } from '../keys.ts';
import { chatsTable, db } from '../tables.ts';

/** The turn in progress. Locks of before `call` was kept have the first two fields alone. */
export interface PendingTurn {
  /** Id of the frame that asks. */
  readonly requestId: string;
  /** Until when the chat waits for the turn at most; milliseconds, like every time here. */
  readonly lockedUntil: number;
  /** Token of the call that holds the lock: only that call hands the turn over, or takes it back. */
  readonly call?: string;
  /** When the turn was started, which is the day that it is charged to. */
  readonly startedAt?: number;
  /** Until when a worker is expected to take the turn up. */
  readonly leaseUntil?: number;
  /** How many calls have held the lock. */
  readonly calls?: number;
  /** Token of another call of the message, which has reserved it and left the reservation to this turn. */
  readonly reservedBy?: string;
}
export interface ChatItem extends Chat {
  readonly nextIndex: number;
  readonly pending?: PendingTurn;
  /** Index of the pending turn's user message. */
  readonly pendingIndex?: number;
  /** How many turns were started: the later start of two that share an index has the higher number. */
  readonly turnVersion?: number;
  /** When its last turn began (ISO 8601); a chat without turns has none. */
  readonly updatedAt?: string;
  /** The last turn that ended. */
  readonly lastRequestId?: string;
  readonly lastIndex?: number;
  /** Index of the chat's thank-you message. */
  readonly thanksIndex?: number;
  /** Unix seconds after which the chat is gone: a guest's, or a deleted one. */
  readonly ttl?: number;
  /** When it was deleted (ISO 8601); until `ttl` it can be restored. */
  readonly deletedAt?: string;
  /** A guest's chat that became a user's. */
  readonly carriedTo?: Claim;
  /** Id of the guest's chat that this one was. */
  readonly carriedFrom?: string;
}

/** Where a guest's chat went, and when (ISO 8601). */
export interface Claim {
  readonly owner: string;
  readonly chatId: string;
  readonly at: string;
}

/** In a write's condition: the chat is there. Wants `#ttl` and `:nowSeconds`, see {@link thereAt}. */
export const IS_THERE =
  'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND attribute_not_exists(carriedTo) AND ' +
  '(attribute_not_exists(#ttl) OR #ttl > :nowSeconds)';

/** Names and values that {@link IS_THERE} needs. */
export const thereAt = (now: number) => ({
  names: { '#ttl': 'ttl' },
  values: { ':nowSeconds': inSeconds(now) },
});

/** True when a chat counts as there; TTL deletes days late. */
export const isThere = (
  { deletedAt, carriedTo, ttl }: Pick<ChatItem, 'deletedAt' | 'carriedTo' | 'ttl'>,
  now: number,
): boolean =>
  deletedAt === undefined && carriedTo === undefined && (ttl === undefined || ttl > inSeconds(now));

/** Key of a chat's item. */
export const keyOf = (owner: string, chatId: string) => ({ pk: ownerPartition(owner), sk: chatSort(chatId) });

/** Fields that a new chat begins with. */
export interface NewChat extends Chat {
  readonly nextIndex: number;
  readonly ttl?: number | undefined;
  readonly turnVersion?: number | undefined;
  readonly lastRequestId?: string | undefined;
  readonly lastIndex?: number | undefined;
  readonly carriedFrom?: string;
}

/** Stores a new chat; one that exists already is left as it is. Says whether it is new. */
export async function putChat(owner: string, chat: NewChat): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...keyOf(owner, chat.chatId), ...chat },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
  return outcome.ok;
}

/** The chat's item, whether the chat counts as there or not. */
export async function getChatItem(owner: string, chatId: string): Promise<ChatItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOf(owner, chatId), ConsistentRead: true }),
  );
  return Item as ChatItem | undefined;
}

/** The chat, or undefined when this owner has none of that id. */
export async function getChat(owner: string, chatId: string): Promise<ChatItem | undefined> {
  const chat = await getChatItem(owner, chatId);
  return chat && isThere(chat, Date.now()) ? chat : undefined;
}

/** Chats that are read at a time, at most: about 250 KB. */
const READ_MOST = 1_000;

/** A page of an owner's chats, newest first; `after` is the id of the last chat of the page before. */
export async function listChats(owner: string, limit: number, after?: string): Promise<ChatItem[]> {
  const now = Date.now();
  const found: ChatItem[] = [];
  let start: Record<string, unknown> | undefined = after === undefined ? undefined : keyOf(owner, after);
  // Deleted chats are skipped, so that a page is full as long as there are chats to fill it. The more of them a read
  // meets, the more the next one reads: after a deletion of thousands a page takes a few reads.
  let read = limit;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: chatsTable(),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': ownerPartition(owner),
          ':from': chatSort(''),
          ':to': chatSort('~'),
        },
        ...(start && { ExclusiveStartKey: start }),
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: read,
      }),
    );
    const there = (Items as ChatItem[]).filter((chat) => isThere(chat, now));
    found.push(...there);
    start = LastEvaluatedKey;
    const skipped = Items.length - there.length;
    read = Math.min(READ_MOST, Math.max(limit - found.length, 4 * skipped));
  } while (start && found.length < limit);
  return found.slice(0, limit);
}
