import { AppError } from '#contract/errors';
import type { ChatList } from './chat-list.ts';
import { hasDefaultName, nameFromMessage } from './naming.ts';

/**
 * Names a chat after its first message, where it still has its default name (spec 4, Auto-rename). A failure is
 * only logged (spec 8), and the name on screen goes back.
 */
export async function autoRename(
  list: ChatList,
  rename: (chatId: string, name: string) => Promise<void>,
  chatId: string,
  text: string,
): Promise<void> {
  // After a reload the first message may be acknowledged before the list is there.
  if (!list.find(chatId)) await list.load();
  const chat = list.find(chatId);
  const name = nameFromMessage(text);
  if (!chat || !hasDefaultName(chat.name) || name === '') return;
  list.rename(chatId, name);
  await rename(chatId, name).catch((error: unknown) => {
    console.warn('The chat could not be renamed', error instanceof AppError ? error.code : '');
    list.rename(chatId, chat.name);
  });
}
