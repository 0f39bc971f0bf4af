/**
 * Chats: `OWNER#o` / `CHAT#<id>`, and `OWNER#o` / `META`, which counts them. The chat's item is small and holds
 * the lock of the turn in progress (`turn-lock.ts`).
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

/** Key of a chat's item. */
export const keyOf = (owner: string, chatId: string) => ({ pk: ownerPartition(owner), sk: chatSort(chatId) });

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
