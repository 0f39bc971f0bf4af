/** Calls about shared chats: read-only snapshots of a chat, each at a random address. */
import * as z from 'zod/mini';
import { chat, fileKind, messageStatus, role, trueModel } from './entities.ts';
import { SHARE_REPORT_MAX_LENGTH } from './limits.ts';
import { messageIndex, requestId } from './request-fields.ts';

/** Readers of a share: `members` are signed-in users, `anyone` includes visitors without an account. */
export const shareReaders = z.enum(['members', 'anyone']);
export type ShareReaders = z.infer<typeof shareReaders>;

/**
 * Operator's setting: the largest group of readers that a share may have. With `off`, users can only list and end their
 * earlier shares.
 */
export const sharing = z.enum(['members', 'anyone', 'off']);
export type Sharing = z.infer<typeof sharing>;

/**
 * Id of a share: 128 random bits as 32 hex digits, chosen by the client. A reader of a share for `anyone` has no other
 * credential, so the id must not be guessable.
 */
export const SHARE_ID = /^[0-9a-f]{32}$/;

/** `updatedAt` is the time of the snapshot, and `messages` the number of its messages. */
export const share = z.object({
  shareId: z.string(),
  chatId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  readers: shareReaders,
  messages: z.number(),
  /**
   * True if the chat's name or last turn has changed since the snapshot. Set only by `listShares`, otherwise absent.
   */
  isOutdated: z.optional(z.boolean()),
});
export type Share = z.infer<typeof share>;

/** Message of a snapshot, without the owner's identity and without the content of files. */
export const sharedMessage = z.object({
  role,
  content: z.string(),
  createdAt: z.string(),
  status: messageStatus,
  /** Display name. Absent if the model is no longer configured. */
  model: z.optional(z.string()),
  trueModel,
  files: z.optional(z.array(z.object({ name: z.string(), kind: fileKind }))),
});
export type SharedMessage = z.infer<typeof sharedMessage>;

/**
 * `version` changes with each update of the share. The owner may update the share while a client reads the parts. The
 * client then gets a part with another `version` than the first part, and reads all parts again from the first one.
 */
const sharedPart = z.object({
  name: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  messages: z.array(sharedMessage),
  nextPart: z.optional(z.number()),
});
export type SharedPart = z.infer<typeof sharedPart>;

/** Accepts any text as an id, so that a malformed id is answered like the id of a share that does not exist. */
const params = z.object({ shareId: z.string() });
const part = z.optional(z.coerce.number().check(z.int(), z.gte(0)));
const report = z.object({ message: z.string().check(z.trim(), z.maxLength(SHARE_REPORT_MAX_LENGTH)) });
const thanks = z.object({ message: z.string() });

export const listShares = {
  method: 'GET',
  path: '/api/shares',
  query: z.object({}),
  response: z.object({ shares: z.array(share) }),
} as const;

/**
 * Shares a chat as it is now. Safe to repeat: a share that exists stays as it is.
 * `through` is the index of a message: the snapshot has the newest path with this message. @default the newest path
 */
export const createShare = {
  method: 'PUT',
  path: '/api/shares/{shareId}',
  params: z.object({ shareId: z.string().check(z.regex(SHARE_ID)) }),
  body: z.object({ chatId: z.uuid(), readers: shareReaders, through: z.optional(messageIndex) }),
  response: share,
} as const;

/**
 * Replaces the snapshot by the chat as it is now. `through` selects the path, as in `createShare`.
 * @default the `through` of the earlier snapshot
 */
export const updateShare = {
  method: 'POST',
  path: '/api/shares/{shareId}/update',
  params,
  body: z.object({ through: z.optional(messageIndex) }),
  response: share,
} as const;

export const setShareReaders = {
  method: 'PUT',
  path: '/api/shares/{shareId}/readers',
  params,
  body: z.object({ readers: shareReaders }),
  response: share,
} as const;

export const deleteShare = {
  method: 'DELETE',
  path: '/api/shares/{shareId}',
  params,
  response: z.object({ shareId: z.string() }),
} as const;

export const readShare = {
  method: 'GET',
  path: '/api/shares/{shareId}',
  params,
  query: z.object({ part }),
  response: sharedPart,
} as const;

/** Reads a share whose readers are `anyone`, without an account. */
export const readPublicShare = {
  method: 'GET',
  path: '/api/shared/{shareId}',
  params,
  query: z.object({ part }),
  response: sharedPart,
} as const;

/** Copies a snapshot into a new chat. Repeating a `requestId` returns the same chat. */
export const continueShare = {
  method: 'POST',
  path: '/api/shares/{shareId}/continue',
  params,
  body: z.object({ requestId }),
  response: chat,
} as const;

export const reportShare = {
  method: 'POST',
  path: '/api/shares/{shareId}/report',
  params,
  body: report,
  response: thanks,
} as const;

export const reportPublicShare = {
  method: 'POST',
  path: '/api/shared/{shareId}/report',
  params,
  body: report,
  response: thanks,
} as const;
