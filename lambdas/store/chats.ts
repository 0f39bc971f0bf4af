/**
 * Chats: `OWNER#o` / `CHAT#<id>`, and `OWNER#o` / `META`, which counts them. The chat's item is small and holds
 * the lock of the turn in progress, so that starting a turn is one write whatever the chat's length.
 */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Chat } from '#contract/entities';
import { conditional } from './conditional.ts';
import { chatSort, inSeconds, ownerPartition } from './keys.ts';
import { chatsTable, db } from './tables.ts';

/** The turn in progress: who asked for it (the frame's id) and until when the chat waits for it at most. */
export interface PendingTurn {
  readonly requestId: string;
  readonly lockedUntil: number;
}
export interface ChatItem extends Chat {
  readonly nextIndex: number;
  readonly pending?: PendingTurn;
  /** Index of the pending turn's user message. */
  readonly pendingIndex?: number;
  /** The last turn that ended. */
  readonly lastRequestId?: string;
  readonly lastIndex?: number;
}

const keyOf = (owner: string, chatId: string) => ({ pk: ownerPartition(owner), sk: chatSort(chatId) });

/**
 * Counts a new chat and fixes its id. The same `requestId` gets the id of its first call again, uncounted.
 * `number` is the count including this chat.
 */
export async function countChat(
  owner: string,
  requestId: string,
  chatId: string,
): Promise<{ chatId: string; number: number }> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: { pk: ownerPartition(owner), sk: 'META' },
        UpdateExpression: 'SET lastInit = :init, lastChatId = :chat ADD chatCount :one',
        ConditionExpression: 'attribute_not_exists(lastInit) OR lastInit <> :init',
        ExpressionAttributeValues: { ':init': requestId, ':chat': chatId, ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) return { chatId, number: Number(outcome.value.Attributes?.chatCount) };
  return { chatId: String(outcome.item?.lastChatId), number: Number(outcome.item?.chatCount) };
}

/** Stores a new chat whose next message has the index `nextIndex`; one that exists already is left as it is. */
export async function putChat(owner: string, chat: Chat, nextIndex: number, ttl?: number): Promise<void> {
  await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...keyOf(owner, chat.chatId), ...chat, nextIndex, ttl },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}

/** The chat, or undefined when this owner has none of that id. */
export async function getChat(owner: string, chatId: string): Promise<ChatItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOf(owner, chatId), ConsistentRead: true }),
  );
  const chat = Item as (ChatItem & { ttl?: number }) | undefined;
  // TTL deletes days late.
  return chat?.ttl !== undefined && chat.ttl <= inSeconds(Date.now()) ? undefined : chat;
}

/** A page of an owner's chats, newest first; `after` is the id of the last chat of the page before. */
export async function listChats(owner: string, limit: number, after?: string): Promise<ChatItem[]> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': ownerPartition(owner),
        ':from': chatSort(''),
        ':to': chatSort('~'),
      },
      ...(after && { ExclusiveStartKey: keyOf(owner, after) }),
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items as ChatItem[];
}

/** Renames a chat; false when this owner has none of that id. */
export async function renameChat(owner: string, chatId: string, name: string): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET #name = :name',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':name': name },
      }),
    ),
  );
  return outcome.ok;
}

export type StartOutcome =
  | { readonly kind: 'started' | 'same' | 'ended'; readonly messageIndex: number }
  | { readonly kind: 'busy' | 'missing' };

/**
 * Claims the chat for one turn and allocates the indexes of its two messages, in one write.
 * `same`: this request's turn is in progress; `ended`: it was the last to end; `busy`: another's is in progress.
 * @param now, lockMs milliseconds; the lock is the last resort if nothing ever ends the turn.
 */
export async function startTurn(
  owner: string,
  chatId: string,
  requestId: string,
  { now, lockMs }: { now: number; lockMs: number },
): Promise<StartOutcome> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression:
          'SET pending = :pending, pendingIndex = nextIndex, nextIndex = nextIndex + :two, updatedAt = :at',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(#ttl) OR #ttl > :nowSeconds) AND ' +
          '(attribute_not_exists(lastRequestId) OR lastRequestId <> :id) AND ' +
          '(attribute_not_exists(pending) OR (pending.lockedUntil < :now AND pending.requestId <> :id))',
        ExpressionAttributeValues: {
          ':pending': { requestId, lockedUntil: now + lockMs } satisfies PendingTurn,
          ':two': 2,
          ':at': new Date(now).toISOString(),
          ':id': requestId,
          ':now': now,
          ':nowSeconds': inSeconds(now),
        },
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) return { kind: 'started', messageIndex: Number(outcome.value.Attributes?.pendingIndex) };
  const chat = outcome.item as ChatItem | undefined;
  if (!chat) return { kind: 'missing' };
  if (chat.lastRequestId === requestId) return { kind: 'ended', messageIndex: chat.lastIndex ?? 0 };
  if (chat.pending?.requestId === requestId) return { kind: 'same', messageIndex: chat.pendingIndex ?? 0 };
  // A guest's chat past its time is not there any more; whatever else failed the condition is a running turn.
  return chat.pending ? { kind: 'busy' } : { kind: 'missing' };
}

/** Frees the chat for the next turn and remembers which one ended; does nothing when another holds it. */
export async function endTurn(
  owner: string,
  chatId: string,
  { requestId, messageIndex }: { requestId: string; messageIndex: number },
): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET lastRequestId = :id, lastIndex = :index REMOVE pending, pendingIndex',
        ConditionExpression: 'pending.requestId = :id',
        ExpressionAttributeValues: { ':id': requestId, ':index': messageIndex },
      }),
    ),
  );
}

/** Takes a start back, as if the request had never come; its indexes stay unused. */
export async function abandonTurn(owner: string, chatId: string, requestId: string): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'REMOVE pending, pendingIndex',
        ConditionExpression: 'pending.requestId = :id',
        ExpressionAttributeValues: { ':id': requestId },
      }),
    ),
  );
}
