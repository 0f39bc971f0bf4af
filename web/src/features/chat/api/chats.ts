/** Calls about chats. Each throws an AppError with the server's code. */
import * as chats from '#contract/chats';
import type { Chat, Message, SearchResult } from '#contract/entities';
import type { HttpResponse } from '#contract/http';
import { callApi } from '../../../lib/http.ts';

/** A page of the user's chats, newest first; `cursor` is the previous page's `nextCursor`. */
export const getChats = (userEmail: string, cursor?: string): Promise<HttpResponse<'getChats'>> =>
  callApi(chats.getChats, { query: { userEmail, cursor } });

/** The user's chats and messages with all words of `query`. */
export const searchChats = (userEmail: string, query: string, signal: AbortSignal): Promise<SearchResult> =>
  callApi(chats.searchChats, { query: { userEmail, query }, signal });

/** Gives a chat a new name. */
export async function renameChat(chatId: string, newName: string): Promise<void> {
  await callApi(chats.renameChat, { params: { chatId }, body: { newName } });
}

/** Deletes a chat. It can be restored for DELETED_CHAT_LIFE_MS. */
export async function deleteChat(chatId: string): Promise<void> {
  await callApi(chats.deleteChat, { params: { chatId } });
}

/** Brings a deleted chat back, with its messages. */
export const restoreChat = (chatId: string): Promise<Chat> =>
  callApi(chats.restoreChat, { params: { chatId } });

/** Sets which model answers in a chat from now on; undefined leaves it to the choice for each message. */
export async function setChatModel(chatId: string, model: string | undefined): Promise<void> {
  await callApi(chats.setChatModel, { params: { chatId }, body: { model: model ?? null } });
}

/** Moves a guest's chat into the account of the signed-in user; answers with their new chat. */
export const claimGuestChat = (guestChatId: string): Promise<Chat> =>
  callApi(chats.claimGuestChat, { body: { guestChatId } });

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
