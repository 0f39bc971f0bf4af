/**
 * Limits (docs/spec.md 9). Lengths are in UTF-16 units if no other unit is named. Schemas (`z.minLength`,
 * `z.maxLength`) count code points, so a schema may accept a text that has more UTF-16 units than the limit.
 */

export const CHAT_NAME_MAX_LENGTH = 120;
/** Longest snippet, in grapheme clusters. The client shows the beginning of the server's excerpt as the snippet. */
export const SEARCH_SNIPPET_LENGTH = 80;
export const SEARCH_EXCERPT_LENGTH = 200;
export const SEARCH_QUERY_MAX_LENGTH = 200;

/** Time for which a deleted chat can be restored. A temporary chat can be restored only until its own expiry. */
export const DELETED_CHAT_LIFE_MS = 24 * 60 * 60_000;

/** Longest user message, before line breaks become `<br>` (docs/spec.md 5). */
export const MESSAGE_MAX_LENGTH = 20_000;
/** Largest frame that API Gateway accepts from a client, in bytes. A larger one closes the socket with 1009. */
export const FRAME_MAX_BYTES = 32 * 1024;
/** Largest payload that API Gateway's `@connections` accepts. */
export const POST_MAX_BYTES = 128 * 1024;
/**
 * Shortest pauses between two chunks of a streaming reply. For `earlyMs` after the first chunk, the pause is short,
 * because the user waits for the beginning. Later the pause is longer, because API Gateway bills each chunk. The client
 * hides the longer pause: it reveals the text of a chunk in steps until it expects the next chunk.
 */
export const CHUNK_PACE = { earlyMs: 1_000, earlyIntervalMs: 40, intervalMs: 100 };
/** Largest stored reply in bytes of UTF-8. The rest of DynamoDB's 400 KB item is left for the user's message. */
export const REPLY_MAX_BYTES = 300 * 1024;
/** Longest text of thoughts that is streamed for one reply. Further thoughts are not sent. */
export const THINKING_MAX_LENGTH = 200_000;
/** Messages per page (docs/spec.md 7.1). */
export const HISTORY_PAGE_SIZE = 100;
export const CHATS_PAGE_SIZE = 50;
export const PINNED_CHATS_MAX = 20;

/** Ranges in the `path` of a `chat` frame (`socket.ts`). */
export const PATH_RANGES_MAX = 8;

/** In any plan. */
export const FILES_PER_MESSAGE_MAX = 20;
/** Longest name that `registerFile` accepts, in code points. `clean-file-name.ts` shortens it before it is stored. */
export const FILE_NAME_MAX_LENGTH = 800;
/**
 * In any plan. Functions read whole files into memory: before you raise the limit, check `memorySize` in
 * `lib/constructs/`.
 */
export const FILE_MAX_BYTES = 20 * 1024 * 1024;

export const INSTRUCTIONS_MAX_LENGTH = 2_000;
/** `countMax`: prompts of one user. */
export const SAVED_PROMPT = { nameMaxLength: 60, textMaxLength: 4_000, countMax: 200 };
/** `filesMax`: files of one project. `countMax`: projects of one user. */
export const PROJECT = { nameMaxGraphemes: 60, instructionsMaxLength: 4_000, filesMax: 10, countMax: 200 };

/** Limits of imports (decision 0126). */
export const IMPORT = {
  /** Chats in one request. `turnsMax`: turns of all these chats together. */
  chatsMax: 50,
  turnsMax: 1_000,
  /** Bytes of all texts in one request. */
  requestMaxBytes: 900_000,
  /** Bytes of one turn's texts. DynamoDB's item holds 400 KB. */
  turnMaxBytes: 390_000,
  /** Bytes of a message's text that count as one message in the day's limit. */
  countedBytes: 4_096,
  messagesOfChatMax: 1_000_000,
  modelMaxLength: 64,
  /**
   * Longest reason for the choice of a model. Our own reasons fit if the model's name has at most 60 letters
   * (`lambdas/domain/routing/needs-and-reasons.test.ts`).
   */
  reasonMaxLength: 500,
  /** Ids in one request of `checkImport`. */
  checkedMax: 500,
} as const;

export const SHARES_MAX = 100;
export const SHARE_REPORT_MAX_LENGTH = 1_000;
/** Per user and UTC day. */
export const SHARE_REPORTS_PER_DAY = 10;

/** API Gateway closes a WebSocket after this time, even in use. */
export const SOCKET_LIFE_LIMIT_MS = 2 * 60 * 60_000;
/**
 * Longest duration of a sign-in. A renewal does not prolong the sign-in: the new refresh token expires when the
 * first refresh token of the sign-in expires (decision 0081).
 */
export const SIGN_IN_DAYS = 30;
export const PASSWORD_MIN_LENGTH = 8;
/** Longest password that Cognito accepts. */
export const PASSWORD_MAX_LENGTH = 256;
/** Longest e-mail address (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254;
/** Longest e-mail address of an account. The address is Cognito's `Username`, which has at most 128 characters. */
export const ACCOUNT_EMAIL_MAX_LENGTH = 128;
/** Longest full name. */
export const NAME_MAX_LENGTH = 100;

/** `countMax`: invites per request. `maxUsesMax`: uses of one invite. `days`: validity. */
export const INVITES = {
  countMax: 100,
  maxUsesMax: 500,
  days: { min: 1, max: 365, default: 30 },
  noteMaxLength: 200,
};
export const ANNOUNCEMENT = { textMaxLength: 300, linkMaxLength: 500 };
/** Addresses in one request that approves or removes waitlist entries. */
export const WAITLIST_BATCH_MAX = 25;
export const ADMIN_PAGE_SIZE = 50;

/** `perDay`: messages of one user on a UTC day. */
export const SUPPORT = { subjectMaxLength: 120, messageMaxLength: 5_000, perDay: 5 };
export const TEST_SUBSCRIPTION_DAYS = { min: 1, max: 365, default: 30 };

export const FEEDBACK_TEXT_MAX_LENGTH = 500;
/** Days for which feedback is kept. */
export const FEEDBACK_DAYS = 180;
