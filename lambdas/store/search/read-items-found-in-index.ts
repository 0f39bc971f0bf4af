/**
 * Reads what the search index points to. A search reads turns, chats and passages, to check the candidates from the
 * index. A merge of the index reads which chats and files still exist, and drops the entries of removed chats and
 * files.
 */

import { readChatItems } from '../batch-read-write.ts';
import { type ChatItem, isThere, keyOf } from '../chats/chats.ts';
import { keyOfFile } from '../files/files.ts';
import { inSeconds, turnPartition, turnSort } from '../keys.ts';
import type { TurnItem } from '../turns/turns.ts';
import { type PassageKey, readPassages } from './passage-rows.ts';

export interface Texts {
  /** Turns by `<chatId>/<index>`. */
  readonly turns: ReadonlyMap<string, TurnItem>;
  /** Chats by id; only those that are not deleted, claimed or expired. */
  readonly chats: ReadonlyMap<string, ChatItem>;
  /** Encoded passages of documents (`passage-rows.ts`), by `<fileId>/<part>`. */
  readonly passages: ReadonlyMap<string, Uint8Array>;
}

/** Texts to read. A turn is named by its chat and its index. */
export interface WantedTexts {
  readonly turns: readonly { readonly chatId: string; readonly index: number }[];
  readonly chatIds: readonly string[];
  readonly passages: readonly PassageKey[];
}

/**
 * Reads turns, chats and passages at the same time. Turns and passages without an item, and chats that are missing,
 * deleted, claimed or expired, are left out of the result.
 */
export async function readTexts(owner: string, { turns, chatIds, passages }: WantedTexts): Promise<Texts> {
  const names = new Map(
    turns.map(({ chatId, index }) => {
      const key = { pk: turnPartition(owner, chatId), sk: turnSort(index) };
      return [`${key.pk} ${key.sk}`, { key, name: `${chatId}/${index}` }];
    }),
  );
  const chatKeys = chatIds.map((chatId) => keyOf(owner, chatId));
  const [items, read] = await Promise.all([
    readChatItems([...[...names.values()].map(({ key }) => key), ...chatKeys]),
    passages.length > 0 ? readPassages(owner, passages) : new Map<string, Uint8Array>(),
  ]);
  const found = { turns: new Map<string, TurnItem>(), chats: new Map<string, ChatItem>(), passages: read };
  for (const item of items) {
    const turn = names.get(`${item.pk} ${item.sk}`);
    if (turn)
      found.turns.set(turn.name, item as unknown as TurnItem); // the cast is safe: items under a turn's key are turns
    else readChat(item, found.chats);
  }
  return found;
}

/**
 * Returns the ids of the chats and files that have not been removed for good. Includes deleted chats that can be
 * restored, and their files.
 */
export async function findExisting(
  owner: string,
  { chatIds, fileIds }: { readonly chatIds: readonly string[]; readonly fileIds: readonly string[] },
): Promise<Set<string>> {
  const keys = [
    ...chatIds.map((chatId) => keyOf(owner, chatId)),
    ...fileIds.map((fileId) => keyOfFile(owner, fileId)),
  ];
  const items = await readChatItems(keys, { consistent: true });
  // A file's item has the id of its chat too, so `fileId` comes first.
  return new Set(items.filter((item) => !isOver(item)).map(({ fileId, chatId }) => String(fileId ?? chatId)));
}

type Item = Readonly<Record<string, unknown>>;

const isOver = ({ ttl }: Item): boolean => ttl !== undefined && Number(ttl) <= inSeconds(Date.now());

function readChat(item: Item, into: Map<string, ChatItem>): void {
  const chat = item as unknown as ChatItem; // the cast is safe: items under a chat's key are chats
  if (isThere(chat, Date.now())) into.set(chat.chatId, chat);
}
