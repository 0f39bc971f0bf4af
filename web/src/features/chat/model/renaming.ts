import { AppError } from '#contract/errors';
import type { ChatList } from './chat-list.ts';

export type Rename = (chatId: string, name: string) => Promise<void>;

/** Renames a chat on screen at once. A failure is only logged (docs/spec.md 8.2), and the name on screen goes back. */
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
    // Unless it has yet another name by now.
    if (list.find(chatId)?.name === name) list.change(chatId, { name: chat.name });
  });
}
