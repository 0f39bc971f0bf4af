/** The entities of docs/spec.md 3.1 in their wire form. Times are ISO 8601 in UTC unless a name says otherwise. */
import * as z from 'zod/mini';

/** 128-bit ids: a UUID (a signed-in user's chat) or 32 hex digits (a guest's chat, which is its capability). */
export const chatId = z
  .string()
  .check(z.regex(/^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})$/));
export const requestId = z.uuid();
/** As a client may send it. What the server tells is its own, and is not checked again by who reads it. */
export const messageIndex = z.int().check(z.gte(0));

export const chat = z.object({
  chatId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** The model that answers in this chat, where its owner has chosen one for all of it. */
  model: z.optional(z.string()),
  /** When it is removed for its age, unless it is used again or the plan keeps it longer. */
  removeAt: z.optional(z.string()),
  /** With `removeAt`: for how many days the plan keeps a chat that is not used. */
  keptDays: z.optional(z.number()),
});
export type Chat = z.infer<typeof chat>;

export const role = z.enum(['user', 'assistant']);
export type Role = z.infer<typeof role>;

/**
 * Where a message stands. A user message is always `complete`. A reply starts `streaming` and ends exactly
 * once: complete, stopped (by the user), filtered (by the model's provider), truncated (length or time), failed.
 */
export const messageStatus = z.enum(['streaming', 'complete', 'stopped', 'filtered', 'truncated', 'failed']);
export type MessageStatus = z.infer<typeof messageStatus>;
export type TerminalStatus = Exclude<MessageStatus, 'streaming'>;

/**
 * `requestId` is the identity of the turn, which a question and its reply share: the id of the `chat` frame that asked
 * for it. The server derives one from the place of a message that no frame asked for, such as the welcome.
 */
export const message = z.object({
  requestId: z.string(),
  role,
  content: z.string(),
  createdAt: z.string(),
  messageIndex: z.number(),
  liked: z.optional(z.boolean()),
  model: z.optional(z.string()),
  reason: z.optional(z.string()),
  status: messageStatus,
  /** Which run of the worker wrote a streaming reply; see `assistantDelta`. */
  attempt: z.optional(z.number()),
  isWelcome: z.optional(z.boolean()),
  isExtra: z.optional(z.boolean()),
});
export type Message = z.infer<typeof message>;

/** Where a query's words stand in a text: start and end in UTF-16 units, in order, not overlapping. */
export const matchRanges = z.array(z.tuple([z.number(), z.number()]));
export type MatchRanges = z.infer<typeof matchRanges>;

/**
 * A message that matched. `messageId` is its index in the chat, as a string. `content` is a piece of the text
 * of at most SEARCH_EXCERPT_LENGTH: its beginning when the first match is within the first
 * SEARCH_SNIPPET_LENGTH characters, else from shortly before the first match (`cutBefore`); `cutAfter` when
 * text follows it.
 */
export const matchedMessage = z.object({
  chatId: z.string(),
  messageId: z.string(),
  content: z.string(),
  role,
  createdAt: z.string(),
  matches: matchRanges,
  cutBefore: z.optional(z.boolean()),
  cutAfter: z.optional(z.boolean()),
});
export type MatchedMessage = z.infer<typeof matchedMessage>;

/**
 * Newest chats first. `matchedMessages` holds ids of `messages`, newest first; it is empty where only the
 * chat's name matched (`nameMatches`). `hasMore`: older matches were left out.
 */
export const searchResult = z.object({
  chats: z.array(z.extend(chat, { matchedMessages: z.array(z.string()), nameMatches: matchRanges })),
  messages: z.array(matchedMessage),
  hasMore: z.optional(z.boolean()),
});
export type SearchResult = z.infer<typeof searchResult>;

export const tier = z.enum(['free', 'paid']);
export type Tier = z.infer<typeof tier>;

export const planType = z.enum(['monthly', 'yearly']);
export type PlanType = z.infer<typeof planType>;

export const subscription = z.object({
  tier,
  active: z.boolean(),
  /** Unix seconds. */
  expiresAt: z.optional(z.int()),
  cancelAtPeriodEnd: z.optional(z.boolean()),
  /** It is paid for again at `expiresAt`; without it, Premium ends then. */
  renews: z.optional(z.boolean()),
  planType: z.optional(planType),
  /** The last payment failed and is tried again; the plan stays active meanwhile. */
  paymentFailed: z.optional(z.boolean()),
  /** There are cards and invoices to look after at the payment provider's. */
  hasBilling: z.optional(z.boolean()),
});
export type Subscription = z.infer<typeof subscription>;
