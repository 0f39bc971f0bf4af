import * as chats from '#contract/chats';
import { callApi } from '../../../lib/http.ts';

/** Gives a chat a new name. */
export async function renameChat(chatId: string, newName: string): Promise<void> {
  await callApi(chats.renameChat, { params: { chatId }, body: { newName } });
}
