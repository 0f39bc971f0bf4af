/** Entities in calls and frames (docs/spec.md 3.1). Times are ISO 8601 in UTC unless said otherwise. */
import * as z from 'zod/mini';

/** How much a model shall think, in rising order. Models that do not think ignore the effort. */
export const effort = z.enum(['quick', 'balanced', 'thorough']);
export type Effort = z.infer<typeof effort>;

/** Names the model behind a display name, such as `Gemma 4 31B, by Google, on Bedrock`. @default unknown */
export const trueModel = z.optional(z.string());

export const chat = z.object({
  chatId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Id of the model that the owner has chosen. @default the server chooses for each message */
  model: z.optional(z.string()),
  /** @default the plan's default effort */
  effort: z.optional(effort),
  /** Earliest time at which retention removes the chat, unless it is used or pinned before, or a new plan keeps it. */
  removeAt: z.optional(z.string()),
  /** Days for which the plan kept unused chats when `removeAt` was set. Present together with `removeAt`. */
  keptDays: z.optional(z.number()),
  /** A pinned chat is not archived, and retention keeps it. */
  pinnedAt: z.optional(z.string()),
  /** An archived chat is not in the list, but search finds it. */
  archivedAt: z.optional(z.string()),
  /** May be the id of a deleted project. The chat is then in no project. */
  projectId: z.optional(z.string()),
});
export type Chat = z.infer<typeof chat>;

export const projectColor = z.enum(['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink']);
export type ProjectColor = z.infer<typeof projectColor>;

/** Project of a user, which groups chats. */
export const project = z.object({
  projectId: z.string(),
  name: z.string(),
  emoji: z.optional(z.string()),
  /** A colour that is unknown here, because a newer deployment added it, counts as no colour. */
  color: z.catch(z.optional(projectColor), undefined),
  createdAt: z.string(),
  /** True if the project has instructions or files. */
  hasInstructions: z.optional(z.boolean()),
});
export type Project = z.infer<typeof project>;

/** A document is any file that is not a picture. */
export const fileKind = z.enum(['image', 'document']);
export type FileKind = z.infer<typeof fileKind>;

/**
 * File of a user. The client chooses `fileId` before the upload. The server derives `mediaType` from the content. For
 * text files, the ending of the name decides, such as `.md` or `.csv`.
 */
export const fileInfo = z.object({
  fileId: z.string(),
  name: z.string(),
  kind: fileKind,
  mediaType: z.string(),
  bytes: z.number(),
  /** Width and height in pixels, of pictures only. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** Number of pages of a PDF, or of sheets of a workbook. */
  pages: z.optional(z.number()),
  /** Estimated. @default unknown */
  tokens: z.optional(z.number()),
  /** True when the file was removed after its message was sent. */
  isRemoved: z.optional(z.boolean()),
});
export type FileInfo = z.infer<typeof fileInfo>;

/** `files` is the number of a user's stored files. `limitBytes` is 0 in a plan without files. */
export const storage = z.object({ usedBytes: z.number(), files: z.number(), limitBytes: z.number() });
export type Storage = z.infer<typeof storage>;

export const role = z.enum(['user', 'assistant']);
export type Role = z.infer<typeof role>;

/**
 * A user message is always `complete`. A model's reply starts as `streaming` and ends exactly once: `complete`,
 * `stopped` (by the user), `filtered` (by the model's provider), `truncated` (by length or time) or `failed`.
 */
export const messageStatus = z.enum(['streaming', 'complete', 'stopped', 'filtered', 'truncated', 'failed']);
export type MessageStatus = z.infer<typeof messageStatus>;
export type TerminalStatus = Exclude<MessageStatus, 'streaming'>;

/**
 * Message of a chat. `requestId` is the id of the `chat` frame that asked for the reply; question and reply share it. A
 * turn that no frame asked for, such as the welcome, has an id derived from its index.
 */
export const message = z.object({
  requestId: z.string(),
  role,
  content: z.string(),
  createdAt: z.string(),
  messageIndex: z.number(),
  liked: z.optional(z.boolean()),
  /** Present only if true. */
  disliked: z.optional(z.boolean()),
  model: z.optional(z.string()),
  reason: z.optional(z.string()),
  status: messageStatus,
  /** Number of the worker's run that writes the reply. Present only while the reply is `streaming`. */
  attempt: z.optional(z.number()),
  /** Milliseconds for which the model thought before the reply; absent when it did not think. */
  thoughtMs: z.optional(z.number()),
  isWelcome: z.optional(z.boolean()),
  isExtra: z.optional(z.boolean()),
  /**
   * If a branch begins with this user message, either `versionOf` or `continues` is present. `versionOf` is the index
   * of the earlier message of which this message is a new version. `continues` is the index of the last message of an
   * older path. This message continues that path.
   */
  versionOf: z.optional(z.number()),
  continues: z.optional(z.number()),
  files: z.optional(z.array(fileInfo)),
});
export type Message = z.infer<typeof message>;

/** Ranges of a text that match a query's words: start and end in UTF-16 units, in order, not overlapping. */
const matchRanges = z.array(z.tuple([z.number(), z.number()]));
export type MatchRanges = z.infer<typeof matchRanges>;

/**
 * Document in which a search found words of the query. The first match is on `page`, counted from 1, or in a workbook's
 * `sheet`. A document without pages or sheets has neither.
 */
const matchedFile = z.object({
  fileId: z.string(),
  name: z.string(),
  page: z.optional(z.number()),
  sheet: z.optional(z.string()),
  /** True when the document is so long that only its beginning is searched. */
  isPartial: z.optional(z.boolean()),
});
export type MatchedFile = z.infer<typeof matchedFile>;

/**
 * Message that matched a search. `messageId` is the message's index as a string. A message has one entry if its text
 * or the names of its files match, and one entry for each matching document (`file`). `content` is an excerpt of at
 * most SEARCH_EXCERPT_LENGTH UTF-16 units. The source of the excerpt is the message with the names of its files, or one
 * passage of the document. If the first match ends within the first SEARCH_SNIPPET_LENGTH units of the source, the
 * excerpt starts at the source's beginning. Otherwise, the excerpt starts shortly before the first match. `cutBefore`
 * is true when text before the excerpt is left out, `cutAfter` when text after the excerpt is left out.
 */
const matchedMessage = z.object({
  chatId: z.string(),
  messageId: z.string(),
  content: z.string(),
  role,
  createdAt: z.string(),
  matches: matchRanges,
  cutBefore: z.optional(z.boolean()),
  cutAfter: z.optional(z.boolean()),
  file: z.optional(matchedFile),
});
export type MatchedMessage = z.infer<typeof matchedMessage>;

/**
 * Result of a search, newest chats first. `matchedMessages` holds the `messageId`s of the chat's messages in
 * `messages`, newest first. It is empty when only the chat's name matched. `hasMore` is true when there may be more
 * matches.
 */
export const searchResult = z.object({
  chats: z.array(z.extend(chat, { matchedMessages: z.array(z.string()), nameMatches: matchRanges })),
  messages: z.array(matchedMessage),
  hasMore: z.optional(z.boolean()),
});
export type SearchResult = z.infer<typeof searchResult>;

const tier = z.enum(['free', 'paid']);
export type Tier = z.infer<typeof tier>;

export const planType = z.enum(['monthly', 'yearly']);
export type PlanType = z.infer<typeof planType>;

export const subscription = z.object({
  tier,
  active: z.boolean(),
  /** End of the paid period, in Unix seconds. */
  expiresAt: z.optional(z.int()),
  cancelAtPeriodEnd: z.optional(z.boolean()),
  /** True when the subscription is charged again at `expiresAt`. Otherwise Premium ends then. */
  renews: z.optional(z.boolean()),
  planType: z.optional(planType),
  /** True when the last payment failed and the payment provider retries it. The plan stays active meanwhile. */
  paymentFailed: z.optional(z.boolean()),
  /** True when the payment provider has the user as a customer. */
  hasBilling: z.optional(z.boolean()),
});
export type Subscription = z.infer<typeof subscription>;

const count = z.int();

/** Quota of messages of the current UTC day. `resetsAt` is the next midnight in UTC. */
export const quota = z.object({ limit: count, left: count, resetsAt: z.string() });
export type Quota = z.infer<typeof quota>;

/** Usage of one UTC day. `cost` is in US dollars. */
export const usageDay = z.object({
  day: z.string(),
  messages: count,
  cost: z.number(),
  models: z.array(
    z.object({
      model: z.string(),
      messages: count,
      inputTokens: count,
      /** Part of `inputTokens` that the provider read from its prompt cache. */
      cachedReadTokens: z.optional(count),
      /** Part of `inputTokens` that the provider wrote to its prompt cache. */
      cachedWriteTokens: z.optional(count),
      outputTokens: count,
      cost: z.number(),
    }),
  ),
});
export type UsageDay = z.infer<typeof usageDay>;

/** Browser in which a user is signed in. All tabs of a browser are one device. */
export const signedInDevice = z.object({
  id: z.string(),
  /** Time of the first sign-in that is still valid. */
  since: z.string(),
  /** UTC day of the last use, `yyyy-mm-dd`. */
  lastUsed: z.string(),
  /** For example `Firefox`. Absent when unknown. */
  browser: z.optional(z.string()),
  /** For example `Android`. Absent when unknown. */
  system: z.optional(z.string()),
  /** True for the device that sent the request. */
  isThis: z.boolean(),
});
export type SignedInDevice = z.infer<typeof signedInDevice>;
