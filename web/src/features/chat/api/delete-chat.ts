import * as chats from '#contract/chats';
import type { Chat } from '#contract/entities';
import { callApi } from '../../../lib/http.ts';

/** Deletes a chat. It can be restored for DELETED_CHAT_LIFE_MS. */
export async function deleteChat(chatId: string): Promise<void> {
  await callApi(chats.deleteChat, { params: { chatId } });
}

/** Brings a deleted chat back, with its messages. */
export const restoreChat = (chatId: string): Promise<Chat> =>
  callApi(chats.restoreChat, { params: { chatId } });
