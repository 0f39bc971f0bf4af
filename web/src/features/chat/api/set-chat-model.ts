import * as chats from '#contract/chats';
import { callApi } from '../../../lib/http.ts';

/** Sets which model answers in a chat from now on; undefined leaves it to the choice for each message. */
export async function setChatModel(chatId: string, model: string | undefined): Promise<void> {
  const body = { model: model ?? null };
  await callApi(chats.setChatModel, { params: { chatId }, body });
}
