/**
 * Chat items: `OWNER#o` / `CHAT#<id>`, or `OWNER#o` / `TEMP#<uuid>` for a temporary chat. A chat's item holds the lock
 * of the turn in progress (`turns/lock.ts`).
 */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Chat } from '#contract/entities';
import { readChatItems } from '../batch-read-write.ts';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { chatSort, ownerPartition } from '../owner-keys.ts';
import { inSeconds } from '../unix-seconds.ts';

/** Lock of the turn in progress. Earlier releases, which had no `call`, stored only the first two fields. */
export interface PendingTurn {
  /** Id of the `chat` frame that started the turn. */
  readonly requestId: string;
  /**
   * Time after which a call for another message may overwrite the lock. If the locked turn begins a branch, that call
   * must release the lock first (`IS_FREE` in `turns/lock.ts`). All times of the lock are Unix milliseconds.
   */
  readonly lockedUntil: number;
  /** Token of the call that holds the lock. Only that call hands the turn to a worker, or undoes the turn's start. */
  readonly call?: string;
  /** Time of the turn's start, which decides the UTC day that is charged. */
  readonly startedAt?: number;
  /** Time until which a worker is expected to claim the turn. */
  readonly leaseUntil?: number;
  /** Number of calls that have held the lock. */
  readonly calls?: number;
  /**
   * Token of a resend's call that found this lock but no reservation, and so reserved the message. A call that undoes
   * the turn's start also gives this reservation back.
   */
  readonly reservedBy?: string;
  /** Owner key of the network address that a guest's message is also charged to. @default only the owner is charged */
  readonly chargedAddress?: string;
  /**
   * Fork of the branch that the turn begins: either `versionOf` or `continues`. Both are absent if the turn begins no
   * branch.
   */
  readonly versionOf?: number;
  readonly continues?: number;
}
export interface ChatItem extends Chat {
  readonly nextIndex: number;
  readonly pending?: PendingTurn;
  readonly pendingIndex?: number;
  /** Number of turns started. Of two starts at the same index, the later one has the higher number. */
  readonly turnVersion?: number;
  /**
   * Time of the last use, from which retention counts (ISO 8601): the start of a turn, a choice of model or effort, a
   * restoring, or the import. Absent in a chat that was not used since it was created, claimed or continued from a
   * share.
   */
  readonly updatedAt?: string;
  /** Request and index of the turn that ended last. */
  readonly lastRequestId?: string;
  readonly lastIndex?: number;
  /** Branches of turns that have ended (`branches.ts`). */
  readonly branches?: Uint8Array;
  readonly thanksIndex?: number;
  /** Unix seconds at which the chat expires; only guests' chats, temporary chats and deleted chats have it. */
  readonly ttl?: number;
  /** Time of the deletion (ISO 8601). The chat can be restored until `ttl`. */
  readonly deletedAt?: string;
  /** Claim of this guest's chat by a user. */
  readonly carriedTo?: Claim;
  /** Id of the guest's chat from which this one was claimed. */
  readonly carriedFrom?: string;
  /** True while parts of an imported chat are missing. Until the last part is stored, `deletedAt` is set, too. */
  readonly importing?: boolean;
}

/** User's chat that a guest's chat became, and the time of the claim (ISO 8601). */
export interface Claim {
  readonly owner: string;
  readonly chatId: string;
  readonly at: string;
}

/** Condition that the chat exists and is not deleted, claimed or expired. */
export const IS_THERE =
  'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND attribute_not_exists(carriedTo) AND ' +
  '(attribute_not_exists(#ttl) OR #ttl > :nowSeconds)';

/** Returns the names and values that {@link IS_THERE} needs. */
export const thereAt = (now: number) => ({
  names: { '#ttl': 'ttl' },
  values: { ':nowSeconds': inSeconds(now) },
});

/** True when a chat is not deleted, claimed or expired. Compares `ttl`: DynamoDB removes expired items late. */
export const isThere = (
  { deletedAt, carriedTo, ttl }: Pick<ChatItem, 'deletedAt' | 'carriedTo' | 'ttl'>,
  now: number,
): boolean =>
  deletedAt === undefined && carriedTo === undefined && (ttl === undefined || ttl > inSeconds(now));

export const keyOf = (owner: string, chatId: string) => ({ pk: ownerPartition(owner), sk: chatSort(chatId) });

export interface NewChat extends Chat {
  readonly nextIndex: number;
  readonly ttl?: number | undefined;
  readonly turnVersion?: number | undefined;
  readonly lastRequestId?: string | undefined;
  readonly lastIndex?: number | undefined;
  readonly carriedFrom?: string;
}

/** Stores a new chat, unless one with its id exists. */
export async function putChat(owner: string, chat: NewChat): Promise<void> {
  await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...keyOf(owner, chat.chatId), ...chat },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}

/** Returns the chat's item, even when the chat is deleted, claimed or expired. */
export async function getChatItem(owner: string, chatId: string): Promise<ChatItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOf(owner, chatId), ConsistentRead: true }),
  );
  return Item as ChatItem | undefined;
}

/** Returns the chat, unless it is missing, deleted, claimed or expired. */
export async function getChat(owner: string, chatId: string): Promise<ChatItem | undefined> {
  const chat = await getChatItem(owner, chatId);
  return chat && isThere(chat, Date.now()) ? chat : undefined;
}

/** Returns the chats by id, without deleted, claimed and expired ones. An id may be given twice. */
export async function getChats(
  owner: string,
  chatIds: readonly string[],
): Promise<ReadonlyMap<string, ChatItem>> {
  const keys = [...new Set(chatIds)].map((chatId) => keyOf(owner, chatId));
  const items = await readChatItems(keys, { consistent: true });
  const now = Date.now();
  const chats = (items as unknown as ChatItem[]).filter((chat) => isThere(chat, now)); // rows with these keys are chats
  return new Map(chats.map((chat) => [chat.chatId, chat]));
}

/** Largest number of chats in one read: a few hundred KB. */
const READ_MOST = 1_000;

interface ListRequest {
  readonly limit: number;
  /** Id of the last chat of the previous page. */
  readonly after?: string | undefined;
  /** `listed`: not archived. `expiring`: archived or listed, with a removal day. @default archived and listed chats */
  readonly only?: 'archived' | 'listed' | 'expiring' | undefined;
}

interface ListPage {
  /** Newest first. */
  readonly chats: ChatItem[];
  /**
   * Archived chats that were read and skipped, newest first. Some may be older than the page's last chat, because the
   * last read can go beyond it. Empty unless `only` is `listed`.
   */
  readonly archived: readonly ChatItem[];
}

/** Returns a page of an owner's chats, without any that are temporary, deleted, claimed or expired. */
export async function listChats(owner: string, { limit, after, only }: ListRequest): Promise<ListPage> {
  const now = Date.now();
  const found: ChatItem[] = [];
  const archived: ChatItem[] = [];
  const isWanted = ({ archivedAt, removeAt }: ChatItem) => {
    if (only === 'expiring') return removeAt !== undefined;
    return only === undefined || (only === 'archived') === (archivedAt !== undefined);
  };
  let start: Record<string, unknown> | undefined = after === undefined ? undefined : keyOf(owner, after);
  // Each read grows with the skipped chats, so that thousands of deleted or archived chats cost only a few reads.
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
    const wanted = there.filter(isWanted);
    found.push(...wanted);
    if (only === 'listed') archived.push(...there.filter((chat) => !isWanted(chat)));
    start = LastEvaluatedKey;
    const skipped = Items.length - wanted.length;
    read = Math.min(READ_MOST, Math.max(limit - found.length, 4 * skipped));
  } while (start && found.length < limit);
  return { chats: found.slice(0, limit), archived };
}
