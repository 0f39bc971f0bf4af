/**
 * Business constants and limits: docs/spec.md 9.
 * Every number that client and server must agree on lives here, once.
 */

/** Chat auto-name length in characters (docs/spec.md 9). */
export const CHAT_AUTO_NAME_LENGTH = 20;
/** Prefix of a chat's default name. The first message renames a chat whose name starts with it (docs/spec.md 4.5). */
export const CHAT_DEFAULT_NAME_PREFIX = 'Chat';
/** Longest chat name a rename accepts, in characters. */
export const CHAT_NAME_MAX_LENGTH = 120;
/** Search snippet length in characters; '...' follows a longer text (docs/spec.md 9). */
export const SEARCH_SNIPPET_LENGTH = 80;
/** Longest excerpt of a matched message in a search result, in UTF-16 units. */
export const SEARCH_EXCERPT_LENGTH = 200;
export const SEARCH_QUERY_MAX_LENGTH = 200;

/** Milliseconds for which a deleted chat can be restored. After that, it and its messages are removed for good. */
export const DELETED_CHAT_LIFE_MS = 24 * 60 * 60_000;

/** Longest user message in UTF-16 units, before line breaks become `<br>` (docs/spec.md 5). */
export const MESSAGE_MAX_LENGTH = 20_000;
/** Largest frame that API Gateway accepts from a client, in bytes. A larger one closes the socket with 1009. */
export const FRAME_MAX_BYTES = 32 * 1024;
/** Largest payload that `@connections` accepts, in bytes. A larger reply is announced without its body. */
export const POST_MAX_BYTES = 128 * 1024;
/**
 * Least milliseconds between two chunks of a streaming reply: short in the reply's first `earlyMs`, when the user waits
 * for the beginning, then long, because API Gateway bills each chunk. The client reveals a chunk evenly until the next.
 */
export const CHUNK_PACE = { earlyMs: 1_000, earlyIntervalMs: 40, intervalMs: 100 };
/** Largest stored reply in bytes of UTF-8. The rest of DynamoDB's 400 KB item is left for the user's message. */
export const REPLY_MAX_BYTES = 300 * 1024;
/** Messages on one page of history, at most (docs/spec.md 7.1). */
export const HISTORY_PAGE_SIZE = 100;
/** Chats on one page of the list. */
export const CHATS_PAGE_SIZE = 50;

/**
 * Socket reconnection (docs/spec.md 9), in milliseconds. Each delay is varied at random by up to the share
 * `randomisation`, both ways.
 */
export const RECONNECT = { delayMs: 1_000, maxDelayMs: 5_000, randomisation: 0.5, connectTimeoutMs: 20_000 };
/** API Gateway closes a connection that is idle for 10 minutes, and every connection after 2 hours. */
export const SOCKET_IDLE_LIMIT_MS = 10 * 60_000;
export const SOCKET_LIFE_LIMIT_MS = 2 * 60 * 60_000;
/** Subprotocol that the server selects (docs/spec.md 7.2). */
export const SOCKET_PROTOCOL = 'parley.v1';
/** Subprotocol that a guest's client offers in place of an ID token. */
export const GUEST_PROTOCOL = 'guest';

export const THANK_YOU_SCROLL_DELAY_MS = 100;

export const PASSWORD_MIN_LENGTH = 8;
/** Longest full name, in characters. */
export const NAME_MAX_LENGTH = 100;

/** Limits of invites: invites per request, uses of one invite, days of validity, and characters of the note. */
export const INVITES = {
  countMax: 100,
  maxUsesMax: 500,
  days: { min: 1, max: 365, default: 30 },
  noteMaxLength: 200,
};
/** Most addresses in one request that approves or removes waitlist entries. */
export const WAITLIST_BATCH_MAX = 25;
/** Rows on one page of an operator's lists. */
export const ADMIN_PAGE_SIZE = 50;

/** Prices in US cents (docs/spec.md 1.2). */
export const PLANS = {
  monthly: {
    lookupKey: 'monthly_subscription',
    interval: 'month',
    priceCents: 999,
    price: '$9.99',
    testDays: 30,
  },
  yearly: {
    lookupKey: 'yearly_subscription',
    interval: 'year',
    priceCents: 9_999,
    price: '$99.99',
    testDays: 365,
  },
} as const;
/** Limits of messages to the operator: lengths in characters, and messages per user and day. */
export const SUPPORT = { subjectMaxLength: 120, messageMaxLength: 5_000, perDay: 5 };
export const TEST_SUBSCRIPTION_DAYS = { min: 1, max: 365, default: 30 };
export const TEST_CARD = { numberMinLength: 16, expiryMinLength: 5, cvcMinLength: 3 };
