/**
 * Schemas of the entities that calls and frames contain (docs/spec.md 3.1 describes the main ones). Times are ISO 8601
 * in UTC unless a name or a comment says otherwise.
 */
import * as z from 'zod/mini';

/** How much a model shall think before it replies, from least to most. Models that do not think ignore the effort. */
export const effort = z.enum(['quick', 'balanced', 'thorough']);
export type Effort = z.infer<typeof effort>;

/**
 * Text that names the model behind a display name, for example `Gemma 4 31B, by Google, on Bedrock`. Used in
 * `account.ts`, `sharing.ts` and `subscription.ts`. The server takes the text from the catalogue of models at the time
 * of the response. `message` and `usageDay` hold only the model's id. @default unknown
 */
export const trueModel = z.optional(z.string());

export const chat = z.object({
  chatId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Id of the model that the owner has chosen for the whole chat. When absent, the server chooses for each message. */
  model: z.optional(z.string()),
  /** Effort that the owner has chosen for the chat. When absent, the plan's default effort applies. */
  effort: z.optional(effort),
  /**
   * Earliest time at which retention removes the chat. The chat stays if the owner uses or pins it before this time, or
   * if a new plan keeps it.
   */
  removeAt: z.optional(z.string()),
  /** Days for which the plan kept unused chats when `removeAt` was set. Present together with `removeAt`. */
  keptDays: z.optional(z.number()),
  /** Time at which the owner pinned the chat. A pinned chat is not archived, and retention keeps it. */
  pinnedAt: z.optional(z.string()),
  /** Time at which the owner archived the chat. An archived chat is not in the list, but search finds it. */
  archivedAt: z.optional(z.string()),
  /** Id of the chat's project. If there is no such project, because it was deleted, the chat is in none. */
  projectId: z.optional(z.string()),
});
export type Chat = z.infer<typeof chat>;

/** Colours of projects, by name. The client has a tone of each for its light theme and another for its dark theme. */
export const projectColor = z.enum(['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink']);
export type ProjectColor = z.infer<typeof projectColor>;

/** Project of a user, which groups chats. */
export const project = z.object({
  projectId: z.string(),
  name: z.string(),
  emoji: z.optional(z.string()),
  /** Name of the project's colour. A name that only a newer deployment knows counts as no colour. */
  color: z.catch(z.optional(projectColor), undefined),
  createdAt: z.string(),
  /** True if the project has instructions or files for the replies in its chats. */
  hasInstructions: z.optional(z.boolean()),
});
export type Project = z.infer<typeof project>;

/** Kind of a file, by its content. A document is anything that is not a picture. */
export const fileKind = z.enum(['image', 'document']);
export type FileKind = z.infer<typeof fileKind>;

/**
 * File of a user, as messages and the calls about files describe it. `fileId` is chosen by the client before the
 * upload. `mediaType` comes from the content. For a text file, the ending of the name decides the type of text, such as
 * Markdown or CSV.
 */
export const fileInfo = z.object({
  fileId: z.string(),
  name: z.string(),
  kind: fileKind,
  mediaType: z.string(),
  bytes: z.number(),
  /** Width and height in pixels. Only pictures have them. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** Number of pages of a PDF, or of sheets of a workbook. */
  pages: z.optional(z.number()),
  /** Estimated tokens of the file. The plan limits their sum for the files of a message. @default unknown */
  tokens: z.optional(z.number()),
  /** True when the file was removed after its message was sent. */
  isRemoved: z.optional(z.boolean()),
});
export type FileInfo = z.infer<typeof fileInfo>;

/**
 * Number of a user's stored files (`files`), the bytes that they use, and the plan's limit in bytes. The limit is 0
 * where the plan has no files.
 */
export const storage = z.object({ usedBytes: z.number(), files: z.number(), limitBytes: z.number() });
export type Storage = z.infer<typeof storage>;

export const role = z.enum(['user', 'assistant']);
export type Role = z.infer<typeof role>;

/**
 * State of a message. A user message is always `complete`. A model's reply starts as `streaming` and ends exactly once:
 * `complete`, `stopped` (by the user), `filtered` (by the model's provider), `truncated` (by length or time) or
 * `failed`.
 */
export const messageStatus = z.enum(['streaming', 'complete', 'stopped', 'filtered', 'truncated', 'failed']);
export type MessageStatus = z.infer<typeof messageStatus>;
export type TerminalStatus = Exclude<MessageStatus, 'streaming'>;

/**
 * Message of a chat. `requestId` identifies the turn, which consists of a question and its reply. It is the id of the
 * `chat` frame that asked for the reply. A turn that no frame asked for, such as the welcome, gets an id that the
 * server derives from the turn's index.
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
  /**
   * Number of the worker's run that writes the reply, as in `assistantDeltaData` (`socket.ts`). Present only while the
   * reply is `streaming`.
   */
  attempt: z.optional(z.number()),
  /** Milliseconds for which the model thought before the reply; absent when it did not think. */
  thoughtMs: z.optional(z.number()),
  isWelcome: z.optional(z.boolean()),
  isExtra: z.optional(z.boolean()),
  /**
   * `versionOf` and `continues` are the fields of `fork` (`branches.ts`), for the branch that begins with this user
   * message. Exactly one of the two is present. Both are absent when no branch begins with the message.
   */
  versionOf: z.optional(z.number()),
  continues: z.optional(z.number()),
  /** Files that the user sent with the message. */
  files: z.optional(z.array(fileInfo)),
});
export type Message = z.infer<typeof message>;

/** Ranges of a text that match a query's words: start and end in UTF-16 units, in order, not overlapping. */
const matchRanges = z.array(z.tuple([z.number(), z.number()]));
export type MatchRanges = z.infer<typeof matchRanges>;

/**
 * Document of a message in which a search found words of the query. `page` is the page of the first match, counted from
 * 1. A match in a workbook has `sheet` instead. A match in a document without pages or sheets has neither.
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
 * Message that matched a search. `messageId` is its index in the chat, as a string. `content` is an excerpt of at most
 * SEARCH_EXCERPT_LENGTH UTF-16 units (`limits.ts`). Without `file`, the excerpt comes from the message's text, followed
 * by the names of its files. With `file`, it comes from a passage of that document. So a message may occur several
 * times: once for its own text, once for each document. The excerpt is the beginning of the text or passage when the
 * first match lies within the first SEARCH_SNIPPET_LENGTH units. Otherwise it starts shortly before the first match.
 * `cutBefore` is true when text comes before the excerpt, `cutAfter` when text follows it.
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
 * Result of a search, newest chats first. `messages` holds the matched messages of all these chats. `matchedMessages`
 * holds the `messageId`s of one chat's matched messages, newest first. It is empty when only the name of the chat
 * matched (`nameMatches`). `hasMore` is true when there may be more matches than the result holds.
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
  /** True when the payment provider knows the user as a customer, who can manage cards and invoices there. */
  hasBilling: z.optional(z.boolean()),
});
export type Subscription = z.infer<typeof subscription>;

const count = z.int();

/**
 * Quota of the current UTC day: the limit of messages, and how many are left. It is full again at `resetsAt`, the next
 * midnight in UTC.
 */
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
      /** Part of `inputTokens` that the provider read from its prompt cache. Absent where there was none. */
      cachedReadTokens: z.optional(count),
      /** Part of `inputTokens` that the provider wrote to its prompt cache. Absent where there was none. */
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
  /** Time of the first sign-in that is still valid (ISO 8601). */
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
