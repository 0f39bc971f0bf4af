import { CHAT_DEFAULT_NAME_PREFIX, nameFromMessage } from '#contract/chat-names';
import { AppError } from '#contract/errors';
import type { ChatList } from './chat-list.ts';

export type Rename = (chatId: string, name: string) => Promise<void>;

/**
 * Renames a chat optimistically. If the request fails, logs the failure (docs/spec.md 8.2) and restores the old name.
 */
export async function renameChat(
  list: ChatList,
  rename: Rename,
  chatId: string,
  name: string,
): Promise<void> {
  const chat = list.find(chatId);
  if (!chat || chat.name === name) return;
  list.change(chatId, { name });
  await rename(chatId, name).catch((error: unknown) => {
    console.warn('The chat could not be renamed', error instanceof AppError ? error.code : '');
    // If a later rename has changed the name during the request, that name stays.
    if (list.find(chatId)?.name === name) list.change(chatId, { name: chat.name });
  });
}

/**
 * Names a chat after its first message, if the chat still has its default name (docs/spec.md 4.5). If the list does not
 * have the chat, calls `readList` first, which reads the list from the server.
 */
export async function autoRename(
  list: ChatList,
  rename: Rename,
  chatId: string,
  text: string,
  readList: () => Promise<void>,
): Promise<void> {
  // After a reload the first message may be accepted before the list has loaded.
  if (!list.find(chatId)) await readList();
  const chat = list.find(chatId);
  const name = nameFromMessage(text);
  if (chat && hasDefaultName(chat.name) && name !== '') await renameChat(list, rename, chatId, name);
}

/** True for a name that begins like a default name. The first message replaces such a name (docs/spec.md 4.5). */
export const hasDefaultName = (name: string): boolean => name.startsWith(CHAT_DEFAULT_NAME_PREFIX);
