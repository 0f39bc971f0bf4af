/**
 * Limits (docs/spec.md 9): lengths, sizes, page sizes, counts, paces and lifetimes. The product sets most of them. AWS
 * or a standard sets the rest. A limit that concerns one file of this folder alone may be in that file instead, such as
 * `BRANCHES_MAX` in `branches.ts`. Lengths are in UTF-16 units unless said otherwise.
 */

/** Longest chat name. */
export const CHAT_NAME_MAX_LENGTH = 120;
/**
 * Longest snippet of a search result, in grapheme clusters, without the '...' for text that is left out. The client
 * cuts the snippet from the beginning of the excerpt that the server returns.
 */
export const SEARCH_SNIPPET_LENGTH = 80;
/**
 * Longest excerpt of a matched message. An excerpt starts shortly before the first match, so that the snippet shows it.
 * If the match is near the beginning of the message, the excerpt starts there.
 */
export const SEARCH_EXCERPT_LENGTH = 200;
/** Longest query of a search. */
export const SEARCH_QUERY_MAX_LENGTH = 200;

/**
 * Milliseconds for which a deleted chat can be restored. After that, the chat and its messages are removed for good. A
 * temporary chat can be restored only until the time at which it would have expired.
 */
export const DELETED_CHAT_LIFE_MS = 24 * 60 * 60_000;

/** Longest user message, before line breaks become `<br>` (docs/spec.md 5). */
export const MESSAGE_MAX_LENGTH = 20_000;
/** Largest frame that API Gateway accepts from a client, in bytes. A larger one closes the socket with 1009. */
export const FRAME_MAX_BYTES = 32 * 1024;
/**
 * Largest payload that `@connections` accepts, in bytes. If a reply's text does not fit, `assistantMessage` and the ack
 * leave the text out. If a chat's messages do not fit, a frame contains only the newest messages that fit.
 */
export const POST_MAX_BYTES = 128 * 1024;
/**
 * Shortest pause between two chunks of a streaming reply, in milliseconds. In the first `earlyMs` milliseconds after
 * the first chunk, the pause is `earlyIntervalMs`, because the user waits for the beginning, and the client shows each
 * chunk at once. Afterwards the pause is `intervalMs`, because API Gateway bills each chunk, and the client reveals a
 * chunk in even steps until the next.
 */
export const CHUNK_PACE = { earlyMs: 1_000, earlyIntervalMs: 40, intervalMs: 100 };
/** Largest stored reply in bytes of UTF-8. The rest of DynamoDB's 400 KB item is left for the user's message. */
export const REPLY_MAX_BYTES = 300 * 1024;
/**
 * Longest text of a model's thoughts that is streamed for one reply. Further thoughts are not sent, but still restart
 * the idle timeout of the model's stream.
 */
export const THINKING_MAX_LENGTH = 200_000;
/** Messages on one page of history, at most (docs/spec.md 7.1). */
export const HISTORY_PAGE_SIZE = 100;
/** Largest number of chats on one page of a list. */
export const CHATS_PAGE_SIZE = 50;
/** Largest number of pinned chats of a user. The first page of the list contains all of them, in a field of its own. */
export const PINNED_CHATS_MAX = 20;

/**
 * Largest number of ranges in the `path` of a `chat` frame (`socket.ts`). A range is the message indexes of the first
 * and the last message of a part of the path.
 */
export const PATH_RANGES_MAX = 8;

/** Largest number of files of one message in any plan. */
export const FILES_PER_MESSAGE_MAX = 20;
/** Longest name of a file, as stored and shown. */
export const FILE_NAME_MAX_LENGTH = 200;
/**
 * Largest number of bytes of one file in any plan. Functions read whole files into memory, for example `registerFile`.
 * Before you raise the limit, check their memory (`memorySize` in `lib/constructs/`).
 */
export const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** Longest instructions of a user for all chats. */
export const INSTRUCTIONS_MAX_LENGTH = 2_000;
/** Limits of saved prompts: lengths of the name and the text, and prompts of one user. */
export const SAVED_PROMPT = { nameMaxLength: 60, textMaxLength: 4_000, countMax: 200 };
/**
 * Limits of projects: graphemes of the name, length of the instructions, files of one project, and projects of one
 * user.
 */
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
  /** Bytes of a message's text that count as one message in the day's limit. A longer text counts several times. */
  countedBytes: 4_096,
  messagesOfChatMax: 1_000_000,
  /** Longest name of the model that wrote an imported reply, such as `gpt-4o`. */
  modelMaxLength: 64,
  /** Ids in one request of `checkImport`. */
  checkedMax: 500,
} as const;

/** Largest number of chats that a user shares at a time. */
export const SHARES_MAX = 100;
/** Longest text of a report about a shared chat. */
export const SHARE_REPORT_MAX_LENGTH = 1_000;
/** Largest number of reports of one user on a UTC day. */
export const SHARE_REPORTS_PER_DAY = 10;

/** Longest life of one WebSocket connection, in milliseconds. API Gateway then closes it, even in use. */
export const SOCKET_LIFE_LIMIT_MS = 2 * 60 * 60_000;
/**
 * Days that a sign-in lasts. Renewals do not prolong it: the refresh token of a renewal expires when the first one would
 * have expired (decision 0081).
 */
export const SIGN_IN_DAYS = 30;
/** Shortest password. */
export const PASSWORD_MIN_LENGTH = 8;
/** Longest password that Cognito accepts. */
export const PASSWORD_MAX_LENGTH = 256;
/** Longest e-mail address (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254;
/** Longest full name. */
export const NAME_MAX_LENGTH = 100;

/** Limits of invites: invites per request, uses of one invite, days of validity, and length of the note. */
export const INVITES = {
  countMax: 100,
  maxUsesMax: 500,
  days: { min: 1, max: 365, default: 30 },
  noteMaxLength: 200,
};
/** Longest text and longest link of the operator's announcement to all signed-in users. */
export const ANNOUNCEMENT = { textMaxLength: 300, linkMaxLength: 500 };
/** Largest number of addresses in one request that approves or removes waitlist entries. */
export const WAITLIST_BATCH_MAX = 25;
/** Largest number of rows on one page of an operator's lists. */
export const ADMIN_PAGE_SIZE = 50;

/** Limits of messages to the operator: lengths, and messages of one user on a UTC day. */
export const SUPPORT = { subjectMaxLength: 120, messageMaxLength: 5_000, perDay: 5 };
/** Days that a test subscription may run. */
export const TEST_SUBSCRIPTION_DAYS = { min: 1, max: 365, default: 30 };

/** Longest text of feedback on a reply. */
export const FEEDBACK_TEXT_MAX_LENGTH = 500;
/** Days for which feedback is kept. */
export const FEEDBACK_DAYS = 180;
