import * as chats from '#contract/chats';
import type { Message } from '#contract/entities';
import { callApi } from '../../../lib/http.ts';

export interface HistoryPage {
  /** In the order of the conversation. */
  readonly messages: readonly Message[];
  /** Index to pass as `before` for the page before this one; absent on the first. */
  readonly olderThan: number | undefined;
  /** Index to pass as `after` for the page after this one; absent on the newest. */
  readonly newerThan?: number | undefined;
}

/**
 * The newest page of a chat's messages; or the newest of those with an index below `before`, or the oldest of
 * those with an index above `after`.
 */
export async function getChatHistory(chatId: string, before?: number, after?: number): Promise<HistoryPage> {
  const { messages, nextCursor, newerCursor } = await callApi(chats.getChatHistory, {
    params: { chatId },
    query: { before, after },
  });
  return {
    messages: messages.messages,
    olderThan: nextCursor === undefined ? undefined : Number(nextCursor),
    newerThan: newerCursor === undefined ? undefined : Number(newerCursor),
  };
}
