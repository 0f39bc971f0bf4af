/**
 * Reads turns and chats by key. Search verifies the index's candidates with them, and a merge drops chats that were
 * removed for good.
 */
import { type ChatItem, isThere, keyOf } from '../chats/chats.ts';
import { inSeconds, turnPartition, turnSort } from '../keys.ts';
import type { TurnItem } from '../turns/turns.ts';
import { readChatItems } from './batch-read-write.ts';

export interface Texts {
  /** Turns by `<chatId>/<index>`. */
  readonly turns: ReadonlyMap<string, TurnItem>;
  /** Chats by id; only those that are not deleted, claimed or expired. */
  readonly chats: ReadonlyMap<string, ChatItem>;
}

/**
 * Reads turns and chats. Turns without an item, and chats that are deleted, claimed or expired, are missing from the
 * result.
 */
export async function readTexts(
  owner: string,
  turns: readonly { readonly chatId: string; readonly index: number }[],
  chatIds: readonly string[],
): Promise<Texts> {
  const names = new Map(
    turns.map(({ chatId, index }) => {
      const key = { pk: turnPartition(owner, chatId), sk: turnSort(index) };
      return [`${key.pk} ${key.sk}`, { key, name: `${chatId}/${index}` }];
    }),
  );
  const chatKeys = chatIds.map((chatId) => keyOf(owner, chatId));
  const items = await readChatItems([...[...names.values()].map(({ key }) => key), ...chatKeys]);
  const found: { turns: Map<string, TurnItem>; chats: Map<string, ChatItem> } = {
    turns: new Map(),
    chats: new Map(),
  };
  for (const item of items) {
    const turn = names.get(`${item.pk} ${item.sk}`);
    if (turn)
      found.turns.set(turn.name, item as unknown as TurnItem); // it has a turn's key
    else readChat(item, found.chats);
  }
  return found;
}

/** Returns the ids of chats that are not removed for good. Deleted chats that can be restored are included. */
export async function findExisting(owner: string, chatIds: readonly string[]): Promise<Set<string>> {
  const keys = chatIds.map((chatId) => keyOf(owner, chatId));
  const items = await readChatItems(keys, { consistent: true });
  return new Set(items.filter((item) => !isOver(item)).map(({ chatId }) => String(chatId)));
}

type Item = Readonly<Record<string, unknown>>;

const isOver = ({ ttl }: Item): boolean => ttl !== undefined && Number(ttl) <= inSeconds(Date.now());

function readChat(item: Item, into: Map<string, ChatItem>): void {
  const chat = item as unknown as ChatItem; // it has a chat's key
  if (isThere(chat, Date.now())) into.set(chat.chatId, chat);
}
