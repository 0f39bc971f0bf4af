/**
 * What each HTTP call answers. One export for each, so that the client's bundle holds those that it reads.
 * Responses may carry more fields (design 4).
 */
import * as z from 'zod/mini';
import { chat, message, searchResult } from './entities.ts';

const withMessage = z.object({ message: z.string() });

export const searchChatsResponse = searchResult;
export const getChatsResponse = z.object({ chats: z.array(chat), nextCursor: z.optional(z.string()) });
export const getChatHistoryResponse = z.object({
  messages: z.object({ messages: z.array(message) }),
  /** Give it as `before` to read the page before this one; absent at the chat's beginning. */
  nextCursor: z.optional(z.string()),
  /** Give it as `after` to read the page after this one; absent on the newest page. */
  newerCursor: z.optional(z.string()),
});
export const renameChatResponse = z.object({ chatId: z.string(), name: z.string() });
/** `restorableUntil`: ISO 8601; until then `restoreChat` brings the chat back. */
export const deleteChatResponse = z.object({ chatId: z.string(), restorableUntil: z.string() });
export const restoreChatResponse = chat;
/** The user's new chat that now holds the guest's messages. */
export const carryGuestChatResponse = chat;
export const joinWaitlistResponse = withMessage;
export const signupResponse = withMessage;
