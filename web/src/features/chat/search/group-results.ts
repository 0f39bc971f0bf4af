import type { MatchedMessage, SearchResult } from '#contract/entities';

export interface ResultGroup {
  readonly chat: SearchResult['chats'][number];
  /** The matched messages of the chat, newest first. A message comes before its documents. */
  readonly messages: readonly MatchedMessage[];
}

export interface Results {
  /** Newest chats first. */
  readonly groups: readonly ResultGroup[];
  readonly hasMore: boolean;
}

/** Returns what distinguishes a match from the others of its chat: the message, or a document of it. */
export const keyOfMatch = ({ messageId, file }: MatchedMessage): string =>
  file ? `${messageId}/${file.fileId}` : messageId;

/** Groups the matched messages by chat (docs/spec.md 7.1). Each chat, message and document occurs once. */
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
