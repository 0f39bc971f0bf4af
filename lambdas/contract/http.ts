/**
 * Every HTTP call of spec section 7: method, path and the schemas of what goes in and out.
 * Paths use `{name}` for parameters, as API Gateway writes them. Responses may carry more fields (design 4).
 */
import * as z from 'zod/mini';
import { chat, chatId, message, planType, searchResult, subscription } from './entities.ts';
import { CHAT_NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH, PLANS, TEST_SUBSCRIPTION_DAYS } from './limits.ts';

const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
const withMessage = z.object({ message: z.string() });
const cursor = z.optional(z.string().check(z.maxLength(400)));

const days = z.int().check(z.gte(TEST_SUBSCRIPTION_DAYS.min), z.lte(TEST_SUBSCRIPTION_DAYS.max));

export const http = {
  searchChats: {
    method: 'GET',
    path: '/api/chats/search',
    query: z.object({
      userEmail: email,
      query: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    }),
    response: searchResult,
  },
  getChats: {
    method: 'GET',
    path: '/api/chats/getChats',
    query: z.object({ userEmail: email, cursor }),
    response: z.object({ chats: z.array(chat), nextCursor: z.optional(z.string()) }),
  },
  getChatHistory: {
    method: 'GET',
    path: '/api/chats/getChatHistory/{chatId}',
    params: z.object({ chatId }),
    /** `before`: only messages with a smaller index, the newest page of those. */
    query: z.object({ before: z.optional(z.coerce.number().check(z.int(), z.gte(1))) }),
    response: z.object({
      messages: z.object({ messages: z.array(message) }),
      nextCursor: z.optional(z.string()),
    }),
  },
  renameChat: {
    method: 'PUT',
    path: '/api/chats/{chatId}/name',
    params: z.object({ chatId }),
    body: z.object({
      newName: z.string().check(z.trim(), z.minLength(1), z.maxLength(CHAT_NAME_MAX_LENGTH)),
    }),
    response: z.object({ chatId: z.string(), name: z.string() }),
  },
  joinWaitlist: {
    method: 'POST',
    path: '/api/waitlist',
    body: z.object({ email }),
    response: withMessage,
  },
  signup: {
    method: 'POST',
    path: '/signup',
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      inviteCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      email,
      password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(256)),
    }),
    response: withMessage,
  },
  getSubscriptionStatus: {
    method: 'GET',
    path: '/api/subscription/status/{email}',
    params: z.object({ email }),
    response: z.extend(subscription, { success: z.boolean(), subscription }),
  },
  getAvailableModels: {
    method: 'GET',
    path: '/api/subscription/available-models/{email}',
    params: z.object({ email }),
    response: z.object({ models: z.array(z.string()) }),
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/subscription/cancel',
    body: z.object({ userId: email, immediate: z.boolean() }),
    response: withMessage,
  },
  createTestSubscription: {
    method: 'POST',
    path: '/api/subscription/test-subscription',
    body: z.object({
      userId: email,
      tier: z.literal('paid'),
      durationDays: days,
      planType: z.optional(planType),
    }),
    response: z.object({ message: z.string(), subscription }),
  },
  createCheckoutSession: {
    method: 'POST',
    path: '/api/subscription/create-checkout-session',
    body: z.object({
      lookup_key: z.enum([PLANS.monthly.lookupKey, PLANS.yearly.lookupKey]),
      userId: email,
    }),
    response: z.object({ url: z.url() }),
  },
} as const;

export type HttpCall = keyof typeof http;
export type HttpResponse<C extends HttpCall> = z.infer<(typeof http)[C]['response']>;
