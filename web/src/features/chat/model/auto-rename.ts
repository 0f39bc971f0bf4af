import type { ChatList } from './chat-list.ts';
import { hasDefaultName, nameFromMessage } from './naming.ts';
import { type Rename, renameChat } from './renaming.ts';

/** Names a chat after its first message, where it still has its default name (docs/spec.md 4.5). */
export async function autoRename(
  list: ChatList,
  rename: Rename,
  chatId: string,
  text: string,
): Promise<void> {
  // After a reload the first message may be acknowledged before the list is there.
  if (!list.find(chatId)) await list.load();
  const chat = list.find(chatId);
  const name = nameFromMessage(text);
  if (chat && hasDefaultName(chat.name) && name !== '') await renameChat(list, rename, chatId, name);
}
