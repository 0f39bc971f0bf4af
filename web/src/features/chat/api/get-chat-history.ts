import type { Message } from '#contract/entities';
import { getChatHistoryResponse } from '#contract/responses';
import { callApi } from '../../../lib/http.ts';

export interface HistoryPage {
  /** In the order of the conversation. */
  readonly messages: readonly Message[];
  /** What to pass as `before` for the page before this one; absent on the first. */
  readonly olderThan: number | undefined;
}

/** The newest page of a chat's messages, or the newest of those with an index below `before`. */
export async function getChatHistory(chatId: string, before?: number): Promise<HistoryPage> {
  const { messages, nextCursor } = await callApi('getChatHistory', getChatHistoryResponse, {
    params: { chatId },
    query: { before },
  });
  return {
    messages: messages.messages,
    olderThan: nextCursor === undefined ? undefined : Number(nextCursor),
  };
}
