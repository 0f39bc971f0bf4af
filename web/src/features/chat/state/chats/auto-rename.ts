/** Import this file lazily (`deferred-components-chunk.ts`), because the chat page can be drawn without it. */
import { CHAT_DEFAULT_NAME_PREFIX, nameFromMessage } from '#contract/automatic-chat-names';
import type { ChatList } from './chat-list.ts';
import { type Rename, renameChat } from './optimistic-chat-changes.ts';

/** Names a chat after its first message, if the chat still has its default name (docs/spec.md 4.5). */
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

/** True for a name that the first message replaces (docs/spec.md 4.5). */
export const hasDefaultName = (name: string): boolean => name.startsWith(CHAT_DEFAULT_NAME_PREFIX);
