/** Every HTTP call: its route and the schemas of what goes in and out. */
import * as z from 'zod/mini';
import { accountCalls } from './account-calls.ts';
import { adminCalls } from './admin-calls.ts';
import { chatId } from './entities.ts';
import { email, inviteCode } from './fields.ts';
import {
  CHAT_NAME_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  SEARCH_QUERY_MAX_LENGTH,
} from './limits.ts';
import { planCalls } from './plan-calls.ts';
import * as responses from './responses.ts';
import { routes } from './routes.ts';

const before = z.optional(z.coerce.number().check(z.int(), z.gte(1)));
const after = z.optional(z.coerce.number().check(z.int(), z.gte(0)));

export const http = {
  searchChats: {
    ...routes.searchChats,
    query: z.object({
      userEmail: email,
      query: z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_QUERY_MAX_LENGTH)),
    }),
    response: responses.searchChatsResponse,
  },
  getChats: {
    ...routes.getChats,
    /** `cursor`: the id of the last chat of the page before. */
    query: z.object({ userEmail: email, cursor: z.optional(chatId) }),
    response: responses.getChatsResponse,
  },
  getChatHistory: {
    ...routes.getChatHistory,
    params: z.object({ chatId }),
    /**
     * `before`: only messages with a smaller index, the newest page of those. `after`: only messages with a
     * greater index, the oldest page of those. At most one of them; none is the newest page.
     */
    query: z
      .object({ before, after })
      .check(
        z.refine((query) => query.before === undefined || query.after === undefined, { path: ['after'] }),
      ),
    response: responses.getChatHistoryResponse,
  },
  renameChat: {
    ...routes.renameChat,
    params: z.object({ chatId }),
    body: z.object({
      newName: z.string().check(z.trim(), z.minLength(1), z.maxLength(CHAT_NAME_MAX_LENGTH)),
    }),
    response: responses.renameChatResponse,
  },
  deleteChat: {
    ...routes.deleteChat,
    params: z.object({ chatId }),
    response: responses.deleteChatResponse,
  },
  restoreChat: {
    ...routes.restoreChat,
    params: z.object({ chatId }),
    response: responses.restoreChatResponse,
  },
  /** Moves a guest's chat into the caller's account: whoever knows a guest's chat id owns that chat. */
  carryGuestChat: {
    ...routes.carryGuestChat,
    body: z.object({ guestChatId: chatId }),
    response: responses.carryGuestChatResponse,
  },
  joinWaitlist: {
    ...routes.joinWaitlist,
    body: z.object({ email }),
    response: responses.joinWaitlistResponse,
  },
  signup: {
    ...routes.signup,
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX_LENGTH)),
      inviteCode,
      email,
      password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(256)),
    }),
    response: responses.signupResponse,
  },
  ...planCalls,
  ...adminCalls,
  ...accountCalls,
} as const;

export type HttpCall = keyof typeof http;
export type HttpResponse<C extends HttpCall> = z.infer<(typeof http)[C]['response']>;
