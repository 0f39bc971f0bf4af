/** Calls about the chats of the signed-in user. */
import * as z from 'zod/mini';
import { chat, chatId, message, searchResult } from './entities.ts';
import { email } from './fields.ts';
import { CHAT_NAME_MAX_LENGTH, SEARCH_QUERY_MAX_LENGTH } from './limits.ts';

const before = z.optional(z.coerce.number().check(z.int(), z.gte(1)));
const after = z.optional(z.coerce.number().check(z.int(), z.gte(0)));

export const searchChats = {
  method: 'GET',
  path: '/api/chats/search',
  query: z.object({
    userEmail: email,
    query: z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_QUERY_MAX_LENGTH)),
  }),
  response: searchResult,
} as const;

export const getChats = {
  method: 'GET',
  path: '/api/chats/getChats',
  /** `cursor`: the id of the last chat of the page before. */
  query: z.object({ userEmail: email, cursor: z.optional(chatId) }),
  response: z.object({ chats: z.array(chat), nextCursor: z.optional(z.string()) }),
} as const;

export const getChatHistory = {
  method: 'GET',
  path: '/api/chats/getChatHistory/{chatId}',
  params: z.object({ chatId }),
  /**
   * `before`: only messages with a smaller index, the newest page of those. `after`: only messages with a
   * greater index, the oldest page of those. At most one of them; none is the newest page.
   */
  query: z
    .object({ before, after })
    .check(z.refine((query) => query.before === undefined || query.after === undefined, { path: ['after'] })),
  response: z.object({
    messages: z.object({ messages: z.array(message) }),
    /** Give it as `before` to read the page before this one; absent at the chat's beginning. */
    nextCursor: z.optional(z.string()),
    /** Give it as `after` to read the page after this one; absent on the newest page. */
    newerCursor: z.optional(z.string()),
  }),
} as const;

export const renameChat = {
  method: 'PUT',
  path: '/api/chats/{chatId}/name',
  params: z.object({ chatId }),
  body: z.object({
    newName: z.string().check(z.trim(), z.minLength(1), z.maxLength(CHAT_NAME_MAX_LENGTH)),
  }),
  response: z.object({ chatId: z.string(), name: z.string() }),
} as const;

export const deleteChat = {
  method: 'DELETE',
  path: '/api/chats/{chatId}',
  params: z.object({ chatId }),
  /** `restorableUntil`: ISO 8601; until then `restoreChat` brings the chat back. */
  response: z.object({ chatId: z.string(), restorableUntil: z.string() }),
} as const;

export const restoreChat = {
  method: 'POST',
  path: '/api/chats/{chatId}/restore',
  params: z.object({ chatId }),
  response: chat,
} as const;

/** Sets which model answers in a chat from now on; null leaves it to the choice for each message. */
export const setChatModel = {
  method: 'PUT',
  path: '/api/chats/{chatId}/model',
  params: z.object({ chatId }),
  body: z.object({ model: z.nullable(z.string().check(z.maxLength(64))) }),
  /** `model`: absent when it is chosen for each message. */
  response: z.object({ chatId: z.string(), model: z.optional(z.string()) }),
} as const;

/**
 * Moves a guest's chat into the caller's account: to know a guest's chat id is to own that chat. Answers with the
 * caller's new chat, which now holds the messages. The path keeps its first name, which open tabs may still call.
 */
export const claimGuestChat = {
  method: 'POST',
  path: '/api/chats/carryGuestChat',
  body: z.object({ guestChatId: chatId }),
  response: chat,
} as const;
