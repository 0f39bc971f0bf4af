/**
 * HTTP calls about chats that the chat page's first script needs. Scripts that load later use `lazy-chat-calls.ts` and
 * `search-chats.ts`. Each call throws as `callApi` (`lib/api-client.ts`).
 */

import type { Branches } from '#contract/branches';
import * as chats from '#contract/chats';
import type { Chat, Message } from '#contract/entities';
import type { HttpResponse } from '#contract/http-calls';
import { callApi } from '../../../lib/api-client.ts';

/**
 * Reads a page of the user's chats that are not archived, newest first; with `projectId`, only those of the project.
 * `cursor` is the `nextCursor` of the page before.
 */
export const getChats = (
  userEmail: string,
  cursor?: string,
  projectId?: string,
): Promise<HttpResponse<'getChats'>> => callApi(chats.getChats, { query: { userEmail, cursor, projectId } });

export async function renameChat(chatId: string, newName: string): Promise<void> {
  await callApi(chats.renameChat, { params: { chatId }, body: { newName } });
}

/** Deletes a chat. The user can restore it for DELETED_CHAT_LIFE_MS. */
export async function deleteChat(chatId: string): Promise<void> {
  await callApi(chats.deleteChat, { params: { chatId } });
}

export const restoreChat = (chatId: string): Promise<Chat> =>
  callApi(chats.restoreChat, { params: { chatId } });

export interface HistoryPage {
  /** The chat itself. Absent for a guest, and in the answer of an earlier deployment. */
  readonly chat?: Chat | undefined;
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** `before` argument for the next older page; undefined at the chat's beginning. */
  readonly olderThan: number | undefined;
  /** `after` argument for the next newer page; undefined at the chat's end. */
  readonly newerThan?: number | undefined;
  /** Branches of the chat (`lambdas/contract/branches.ts`). @default none */
  readonly branches?: Branches | undefined;
}

/** Says which page of a chat's messages to read: the page before or after a message index. @default the newest page */
export interface PageQuery {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Index of a message. The page shows the newest path that has this message. @default the chat's newest path */
  readonly through?: number | undefined;
}

export async function getChatHistory(
  chatId: string,
  query: PageQuery = {},
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const { chat, messages, branches, nextCursor, newerCursor } = await callApi(chats.getChatHistory, {
    params: { chatId },
    query: { ...query },
    signal,
  });
  return {
    chat,
    branches,
    messages: messages.messages,
    olderThan: nextCursor === undefined ? undefined : Number(nextCursor),
    newerThan: newerCursor === undefined ? undefined : Number(newerCursor),
  };
}
