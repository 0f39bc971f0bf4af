/** HTTP calls about chats that the chat page's first script does not need. Each call throws as `callApi`. */

import * as chats from '#contract/chats';
import type { Chat, Effort } from '#contract/entities';
import type { HttpResponse } from '#contract/http-calls';
import { callApi } from '../../../lib/api-client.ts';

/** Reads a page of the user's archived chats, newest first. `cursor` is the `nextCursor` of the page before. */
export const getArchivedChats = (userEmail: string, cursor?: string): Promise<HttpResponse<'getChats'>> =>
  callApi(chats.getChats, { query: { userEmail, cursor, archived: 'true' } });

/**
 * Reads a page of the user's chats that have a removal day, archived ones too, newest first. `cursor` is the
 * `nextCursor` of the page before.
 */
export const getExpiringChats = (userEmail: string, cursor?: string): Promise<HttpResponse<'getChats'>> =>
  callApi(chats.getChats, { query: { userEmail, cursor, expiring: 'true' } });

export async function setChatPinned(chatId: string, pinned: boolean): Promise<void> {
  await callApi(chats.setChatPinned, { params: { chatId }, body: { pinned } });
}

export async function setChatArchived(chatId: string, archived: boolean): Promise<void> {
  await callApi(chats.setChatArchived, { params: { chatId }, body: { archived } });
}

/** Sets the model of a chat. With undefined the server chooses a model for each message. */
export async function setChatModel(chatId: string, model: string | undefined): Promise<void> {
  await callApi(chats.setChatModel, { params: { chatId }, body: { model: model ?? null } });
}

/** Sets the effort of a chat. With undefined the plan's default effort applies. */
export async function setChatEffort(chatId: string, effort: Effort | undefined): Promise<void> {
  await callApi(chats.setChatEffort, { params: { chatId }, body: { effort: effort ?? null } });
}

/** Moves a guest's chat into the account of the signed-in user. Resolves with the account's new chat. */
export const claimGuestChat = (guestChatId: string): Promise<Chat> =>
  callApi(chats.claimGuestChat, { body: { guestChatId } });
