/**
 * What each HTTP call answers. One export for each, so that the client's bundle holds those that it reads.
 * Responses may carry more fields (design 4).
 */
import * as z from 'zod/mini';
import { chat, message, searchResult, subscription } from './entities.ts';

const withMessage = z.object({ message: z.string() });

export const searchChatsResponse = searchResult;
export const getChatsResponse = z.object({ chats: z.array(chat), nextCursor: z.optional(z.string()) });
export const getChatHistoryResponse = z.object({
  messages: z.object({ messages: z.array(message) }),
  nextCursor: z.optional(z.string()),
});
export const renameChatResponse = z.object({ chatId: z.string(), name: z.string() });
export const joinWaitlistResponse = withMessage;
export const signupResponse = withMessage;
export const getSubscriptionStatusResponse = z.extend(subscription, { success: z.boolean(), subscription });
export const getAvailableModelsResponse = z.object({ models: z.array(z.string()) });
export const cancelSubscriptionResponse = withMessage;
export const createTestSubscriptionResponse = z.object({ message: z.string(), subscription });
export const createCheckoutSessionResponse = z.object({ url: z.url() });
