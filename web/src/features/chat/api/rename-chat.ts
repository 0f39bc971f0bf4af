import { renameChatResponse } from '#contract/responses';
import { routes } from '#contract/routes';
import { callApi } from '../../../lib/http.ts';

/** Gives a chat a new name. */
export async function renameChat(chatId: string, newName: string): Promise<void> {
  await callApi(routes.renameChat, renameChatResponse, { params: { chatId }, body: { newName } });
}
