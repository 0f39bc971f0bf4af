import type { Chat } from '#contract/entities';
import { deleteChatResponse, restoreChatResponse } from '#contract/responses';
import { routes } from '#contract/routes';
import { callApi } from '../../../lib/http.ts';

/** Deletes a chat. It can be restored for DELETED_CHAT_LIFE_MS. */
export async function deleteChat(chatId: string): Promise<void> {
  await callApi(routes.deleteChat, deleteChatResponse, { params: { chatId } });
}

/** Brings a deleted chat back, with its messages. */
export const restoreChat = (chatId: string): Promise<Chat> =>
  callApi(routes.restoreChat, restoreChatResponse, { params: { chatId } });
