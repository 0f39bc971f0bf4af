/**
 * Writes of an import. The first write marks the chat's item as deleted and `importing`, so that no list shows it. The
 * last write removes both marks. An unfinished import expires with its turns like any deleted chat. All writes may be
 * repeated, also by several imports of the same file at the same time.
 */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ImportedPart, ImportedTurn } from '#contract/import';
import { readChatItems } from '../batch-read-write.ts';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { keyOfTurn, type TurnRef } from '../turns/turns.ts';
import { inSeconds } from '../unix-seconds.ts';
import { type ChatItem, keyOf } from './chats.ts';
import { noteTurnsOf } from './names-of-chats-with-turns.ts';

/** Milliseconds until the chat of an unfinished import expires. */
const UNFINISHED_MS = 24 * 60 * 60_000;

/** Returns the stored items of these chats by id, including those of deleted and expired chats. */
export async function readImported(
  owner: string,
  chatIds: readonly string[],
  { consistent }: { consistent: boolean },
): Promise<Map<string, ChatItem>> {
  const keys = [...new Set(chatIds)].map((chatId) => keyOf(owner, chatId));
  const items = await readChatItems(keys, { consistent });
  // The cast is safe: items with these keys are chats.
  const chats = items as unknown as readonly ChatItem[];
  return new Map(chats.map((chat) => [chat.chatId, chat]));
}

/**
 * Stores the item of a chat whose parts will follow, unless the chat has an item.
 * @returns the existing item; undefined if there was none
 */
export async function beginImport(
  owner: string,
  { chatId, name, createdAt, isArchived }: ImportedPart,
  now: number,
): Promise<ChatItem | undefined> {
  const deletedAt = new Date(now).toISOString();
  const outcome = await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: {
          ...keyOf(owner, chatId),
          ...{ chatId, name, createdAt, nextIndex: 0, importing: true },
          ...{ deletedAt, ttl: inSeconds(now + UNFINISHED_MS) },
          ...(isArchived && { archivedAt: deletedAt }),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  const earlier = outcome.ok ? undefined : (outcome.item as ChatItem | undefined);
  if (!earlier || earlier.importing) await noteTurnsOf(owner, chatId);
  return earlier;
}

/** Stores a turn. A repeated import does not replace the turn, because the user may have changed it since. */
export async function putImportedTurn(ref: TurnRef, turn: ImportedTurn): Promise<void> {
  const { status = 'complete', ...fields } = turn;
  await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...keyOfTurn(ref), index: ref.messageIndex, ...fields, status },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}

/** Stored part of a chat: the messages with the indexes from `from` to `to - 1`. */
export interface StoredPart {
  readonly from: number;
  readonly to: number;
}

/** Notes that a part other than the last one is stored. Returns false when an earlier part is missing. */
export async function notePart(owner: string, chatId: string, { from, to }: StoredPart): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET nextIndex = :to',
        ConditionExpression: 'importing = :true AND nextIndex = :from',
        ExpressionAttributeValues: { ':to': to, ':from': from, ':true': true },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return outcome.ok || isStored(outcome.item as ChatItem | undefined, to);
}

/** True when an earlier attempt, or another import of the file, has stored all turns before the index `to`. */
const isStored = (chat: ChatItem | undefined, to: number): boolean =>
  chat !== undefined && (chat.importing !== true || chat.nextIndex >= to);

/** Last turn with a user's message in the last part of a chat. */
export interface LastTurn {
  readonly index: number;
  readonly requestId: string | undefined;
}

/**
 * Makes a completely imported chat visible. Sets `updatedAt`, because the import counts as a use of the chat. Without
 * `updatedAt`, retention would count from `createdAt`, and would soon mark an old chat for removal.
 * @returns false when an earlier part is missing
 */
export async function endImport(
  owner: string,
  chatId: string,
  { from, to, last, now }: StoredPart & { readonly last: LastTurn | undefined; readonly now: number },
): Promise<boolean> {
  const sets = [
    'SET nextIndex = :to, updatedAt = :at',
    ...(last ? ['lastIndex = :lastIndex'] : []),
    ...(last?.requestId === undefined ? [] : ['lastRequestId = :lastRequestId']),
  ];
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: `${sets.join(', ')} REMOVE importing, deletedAt, #ttl`,
        ConditionExpression: 'importing = :true AND nextIndex >= :from',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ...{ ':to': to, ':from': from, ':true': true, ':at': new Date(now).toISOString() },
          ...(last && { ':lastIndex': last.index }),
          ...(last?.requestId !== undefined && { ':lastRequestId': last.requestId }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  // The condition also fails when an earlier attempt, whose response was lost, has ended the import.
  return outcome.ok || (outcome.item !== undefined && outcome.item.importing !== true);
}
