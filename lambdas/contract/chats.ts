/** Calls about the chats of the signed-in user. */
import * as z from 'zod/mini';
import { announcement } from './announcements.ts';
import { branch } from './branches.ts';
import { chat, effort, message, project, searchResult } from './entities.ts';
import { CHAT_NAME_MAX_LENGTH, SEARCH_QUERY_MAX_LENGTH } from './limits.ts';
import { chatId, email, listedChatId } from './request-fields.ts';

const before = z.optional(z.coerce.number().check(z.int(), z.gte(1)));
const after = z.optional(z.coerce.number().check(z.int(), z.gte(0)));
const through = after;

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
  /**
   * `cursor` is the id of the last chat of the previous page. Without a filter, the pages have all chats of the list:
   * the chats that are not archived. The filter `projectId` selects the list's chats in a project. `archived` selects
   * the archived chats instead. `expiring` selects the list's chats that have a removal day. If a request has several
   * filters, only one counts: `projectId` before `archived` before `expiring`.
   */
  query: z.object({
    userEmail: email,
    cursor: z.optional(listedChatId),
    archived: z.optional(z.literal('true')),
    expiring: z.optional(z.literal('true')),
    projectId: z.optional(z.uuid()),
  }),
  response: z.object({
    chats: z.array(chat),
    /**
     * All pinned chats, in any order. In the first page of the list only. Each pinned chat is also in `chats`, on the
     * page where its age places it.
     */
    pinned: z.optional(z.array(chat)),
    /**
     * Ids of the archived chats that were skipped to fill this page, newest first, at most 200. In the first page of
     * the list only. A client that still lists such a chat marks it as archived. Without the id, the client would take
     * the chat for deleted, because the page lacks it.
     */
    archivedIds: z.optional(z.array(z.string())),
    nextCursor: z.optional(z.string()),
    /** True if the user has instructions for all chats, switched on. In the first page of the list only. */
    hasInstructions: z.optional(z.boolean()),
    /** The user's projects in their order; with the first page of the list only. */
    projects: z.optional(z.array(project)),
    /** The operator's announcement, if there is one that has not ended. In the first page of the list only. */
    announcement: z.optional(announcement),
  }),
} as const;

export const getChatHistory = {
  method: 'GET',
  path: '/api/chats/getChatHistory/{chatId}',
  params: z.object({ chatId }),
  /**
   * `before` selects the newest page of messages with a smaller index. `after` selects the oldest page of messages with
   * a greater index. At most one may be given. Without either, the newest page is returned.
   * `through` is the index of a message. The page is of the newest path that has this message. Without it, the page is
   * of the chat's newest path (`branches.ts`).
   */
  query: z
    .object({ before, after, through })
    .check(z.refine((query) => query.before === undefined || query.after === undefined, { path: ['after'] })),
  response: z.object({
    /** The chat itself, because the list may lack it. Absent in the answer of an earlier deployment. */
    chat: z.optional(chat),
    messages: z.object({ messages: z.array(message) }),
    /** Branches of the chat, including that of a turn in progress; absent in a chat without branches. */
    branches: z.optional(z.array(branch)),
    /** Value of `before` for the page of older messages; absent at the chat's beginning. */
    nextCursor: z.optional(z.string()),
    /** Value of `after` for the page of newer messages; absent on the newest page. */
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

/**
 * Pins or unpins a chat. Pinning an archived chat restores it. Retention never removes a pinned chat. Pinning and
 * unpinning do not count as a use of the chat: after unpinning, retention counts from the last use.
 */
export const setChatPinned = {
  method: 'PUT',
  path: '/api/chats/{chatId}/pinned',
  params: z.object({ chatId }),
  body: z.object({ pinned: z.boolean() }),
  response: chat,
} as const;

/**
 * Archives a chat, which unpins it, or restores it from the archive. Neither counts as a use of the chat, so the day on
 * which retention removes it stays the same.
 */
export const setChatArchived = {
  method: 'PUT',
  path: '/api/chats/{chatId}/archived',
  params: z.object({ chatId }),
  body: z.object({ archived: z.boolean() }),
  response: chat,
} as const;

export const deleteChat = {
  method: 'DELETE',
  path: '/api/chats/{chatId}',
  params: z.object({ chatId }),
  /** `restorableUntil` (ISO 8601) is the time until which `restoreChat` can undo the deletion. */
  response: z.object({ chatId: z.string(), restorableUntil: z.string() }),
} as const;

export const restoreChat = {
  method: 'POST',
  path: '/api/chats/{chatId}/restore',
  params: z.object({ chatId }),
  response: chat,
} as const;

/** Sets the model that answers in a chat from now on. Null lets the server choose one for each message. */
export const setChatModel = {
  method: 'PUT',
  path: '/api/chats/{chatId}/model',
  params: z.object({ chatId }),
  body: z.object({ model: z.nullable(z.string().check(z.maxLength(64))) }),
  /** `model` is absent when the server chooses one for each message. */
  response: z.object({ chatId: z.string(), model: z.optional(z.string()) }),
} as const;

/** Sets the effort with which models think in a chat from now on. Null returns to the plan's default effort. */
export const setChatEffort = {
  method: 'PUT',
  path: '/api/chats/{chatId}/effort',
  params: z.object({ chatId }),
  body: z.object({ effort: z.nullable(effort) }),
  /** `effort` is absent when the plan's default effort applies. */
  response: z.object({ chatId: z.string(), effort: z.optional(effort) }),
} as const;

/**
 * Moves a guest's chat into the caller's account. The random chat id is a guest's only credential, so knowledge of the
 * id proves ownership. Returns the caller's new chat, which now holds the messages. The URL keeps its old name, because
 * open tabs may still call it.
 */
export const claimGuestChat = {
  method: 'POST',
  path: '/api/chats/carryGuestChat',
  body: z.object({ guestChatId: chatId }),
  response: chat,
} as const;
