import { deleteTurns } from '../store/chat-removal.ts';
import { getChatItem } from '../store/chats.ts';
import { chatOfKey } from '../store/keys.ts';

/** Deletes the turns of the chat whose item had this key; never those of a chat that is there. Safe to repeat. */
export async function purgeChat(pk: string, sk: string): Promise<void> {
  const chat = chatOfKey(pk, sk);
  if (!chat) return;
  const { owner, chatId } = chat;
  if (await getChatItem(owner, chatId)) return;
  await deleteTurns(owner, chatId);
}
