import * as z from 'zod/mini';
import { announcement } from './announcement.ts';
import { branch } from './branches.ts';
import { chat, effort, message, project, searchResult } from './entities.ts';
import { CHAT_NAME_MAX_LENGTH, SEARCH_QUERY_MAX_LENGTH } from './limits.ts';
import { chatId, email, listedChatId, wellFormed } from './request-fields.ts';

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
   * `cursor` is the id of the previous page's last chat. `archived` selects the archived chats. `expiring` selects the
   * chats that have a removal day, archived ones too. `projectId` selects the chats of a project that are not archived.
   * Without these filters, the response leaves out archived chats. Of several filters, only one counts:
   * `projectId` before `archived` before `expiring`.
   */
  query: z.object({
    userEmail: email,
    cursor: z.optional(listedChatId),
    archived: z.optional(z.literal('true')),
    expiring: z.optional(z.literal('true')),
    projectId: z.optional(z.uuid()),
  }),
  /** Only the first page of the unfiltered list has more fields than `chats` and `nextCursor`. */
  response: z.object({
    chats: z.array(chat),
    /** All pinned chats, in any order. `chats` lists them too, on the same pages as if they were not pinned. */
    pinned: z.optional(z.array(chat)),
    /**
     * Ids of the archived chats that this page skips, newest first, at most 200. The ids show the client that these
     * chats are archived, not deleted.
     */
    archivedIds: z.optional(z.array(z.string())),
    nextCursor: z.optional(z.string()),
    /** True if the user's instructions for all chats are switched on and not empty. */
    hasInstructions: z.optional(z.boolean()),
    /** In the user's order. */
    projects: z.optional(z.array(project)),
    announcement: z.optional(announcement),
  }),
} as const;

export const getChatHistory = {
  method: 'GET',
  path: '/api/chats/getChatHistory/{chatId}',
  params: z.object({ chatId }),
  /**
   * `before` selects the newest page of messages with a smaller index, `after` the oldest page with a greater index.
   * The default is the newest page. `through` selects the newest path that has the message at this index; by default,
   * the chat's newest path (`branches.ts`).
   */
  query: z
    .object({ before, after, through })
    .check(z.refine((query) => query.before === undefined || query.after === undefined, { path: ['after'] })),
  response: z.object({
    /** The chat itself, because the list may lack it. Absent in the answer of an earlier deployment. */
    chat: z.optional(chat),
    messages: z.object({ messages: z.array(message) }),
    /** Includes the branch of a turn in progress. Absent in a chat without branches. */
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
    newName: z.string().check(wellFormed, z.trim(), z.minLength(1), z.maxLength(CHAT_NAME_MAX_LENGTH)),
  }),
  response: z.object({ chatId: z.string(), name: z.string() }),
} as const;

/**
 * Pins or unpins a chat. Pinning restores an archived chat. The job that removes unused chats (`jobs/retention.ts`)
 * does not count the call as a use.
 */
export const setChatPinned = {
  method: 'PUT',
  path: '/api/chats/{chatId}/pinned',
  params: z.object({ chatId }),
  body: z.object({ pinned: z.boolean() }),
  response: chat,
} as const;

/**
 * Archives or restores a chat. Archiving unpins the chat. The job that removes unused chats (`jobs/retention.ts`)
 * does not count the call as a use.
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
  /** Until `restorableUntil`, `restoreChat` can undo the deletion. */
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
  response: z.object({ chatId: z.string(), model: z.optional(z.string()) }),
} as const;

/** Sets the effort with which models think in a chat from now on. Null returns to the plan's default effort. */
export const setChatEffort = {
  method: 'PUT',
  path: '/api/chats/{chatId}/effort',
  params: z.object({ chatId }),
  body: z.object({ effort: z.nullable(effort) }),
  response: z.object({ chatId: z.string(), effort: z.optional(effort) }),
} as const;

/**
 * Moves a guest's chat into the caller's account, as a new chat. Knowledge of the random `guestChatId` proves
 * ownership, because this id is a guest's only credential. The URL keeps its earlier name, because tabs with an earlier
 * client may still be open.
 */
export const claimGuestChat = {
  method: 'POST',
  path: '/api/chats/carryGuestChat',
  body: z.object({ guestChatId: chatId }),
  response: chat,
} as const;
