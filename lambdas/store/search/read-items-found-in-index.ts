import { readChatItems } from '../batch-read-write.ts';
import { type ChatItem, isThere, keyOf } from '../chats/chats.ts';
import { keyOfFile } from '../files/files.ts';
import { turnPartition, turnSort } from '../owner-keys.ts';
import type { TurnItem } from '../turns/turns.ts';
import { inSeconds } from '../unix-seconds.ts';
import { type PassageKey, readPassages } from './passage-rows.ts';

export interface Texts {
  /** Turns by `<chatId>/<index>`. */
  readonly turns: ReadonlyMap<string, TurnItem>;
  /** Chats by id; only those that are not deleted, claimed or expired. */
  readonly chats: ReadonlyMap<string, ChatItem>;
  /** Encoded passages of documents, by `<fileId>/<part>`. */
  readonly passages: ReadonlyMap<string, Uint8Array>;
}

export interface WantedTexts {
  readonly turns: readonly { readonly chatId: string; readonly index: number }[];
  readonly chatIds: readonly string[];
  readonly passages: readonly PassageKey[];
}

/** Reads the wanted turns, chats and passages at the same time, and leaves out what does not exist. */
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
      found.turns.set(turn.name, item as unknown as TurnItem); // items under a turn's key are turns
    else readChat(item, found.chats);
  }
  return found;
}

/** Returns the ids of chats and files that were not removed for good. Deleted chats that can be restored count too. */
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
  const chat = item as unknown as ChatItem; // items under a chat's key are chats
  if (isThere(chat, Date.now())) into.set(chat.chatId, chat);
}
