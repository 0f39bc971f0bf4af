import type { MatchedMessage, SearchResult } from '#contract/entities';

export interface ResultGroup {
  readonly chat: SearchResult['chats'][number];
  /** Newest message first. A match in a message comes before the matches in its documents. */
  readonly messages: readonly MatchedMessage[];
}

export interface Results {
  readonly groups: readonly ResultGroup[];
  readonly hasMore: boolean;
}

/** Returns a key that is unique in the chat. A message and each of its documents may match. */
export const keyOfMatch = ({ messageId, file }: MatchedMessage): string =>
  file ? `${messageId}/${file.fileId}` : messageId;

/**
 * Groups the matches by chat (docs/spec.md 7.1). Each chat, each message and each document of a message occurs at most
 * once. A document that two messages have may occur once for each of the two.
 */
export function groupResults({ chats, messages, hasMore = false }: SearchResult): Results {
  const byChat = new Map<string, Map<string, MatchedMessage>>();
  for (const { chatId } of chats) byChat.set(chatId, new Map());
  for (const message of messages) byChat.get(message.chatId)?.set(keyOfMatch(message), message);
  const unique = new Map(chats.map((chat) => [chat.chatId, chat]));
  const groups = [...unique.values()].map((chat) => ({
    chat,
    messages: [...(byChat.get(chat.chatId)?.values() ?? [])].sort(
      (a, b) =>
        Number(b.messageId) - Number(a.messageId) ||
        Number(a.file !== undefined) - Number(b.file !== undefined),
    ),
  }));
  groups.sort((a, b) => b.chat.createdAt.localeCompare(a.chat.createdAt));
  return { groups, hasMore };
}
