/** Calls about shared chats: read-only snapshots of a chat, each at a random address. */
import * as z from 'zod/mini';
import { chat, fileKind, messageStatus, role, trueModel } from './entities.ts';
import { SHARE_REPORT_MAX_LENGTH } from './limits.ts';
import { messageIndex, requestId } from './request-fields.ts';

/** Readers of a share: `members` are signed-in users, `anyone` includes visitors without an account. */
export const shareReaders = z.enum(['members', 'anyone']);
export type ShareReaders = z.infer<typeof shareReaders>;

/**
 * Setting of the operator: the largest group of readers that a share may have. With `off`, no share can be made,
 * changed or read. Users can still list and end the shares that they made before.
 */
export const sharing = z.enum(['members', 'anyone', 'off']);
export type Sharing = z.infer<typeof sharing>;

/**
 * Id of a share: 128 random bits as 32 hex digits, chosen by the client. A reader of a share for `anyone` has no other
 * credential, so the id must not be guessable.
 */
export const SHARE_ID = /^[0-9a-f]{32}$/;

/**
 * Share as its owner sees it. `updatedAt` is the time when the snapshot was taken. `messages` is the number of messages
 * in it.
 */
export const share = z.object({
  shareId: z.string(),
  chatId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  readers: shareReaders,
  messages: z.number(),
  /**
   * True if the chat's name or last turn has changed since the snapshot was taken, otherwise absent. Set only in the
   * response of `listShares`.
   */
  isOutdated: z.optional(z.boolean()),
});
export type Share = z.infer<typeof share>;

/** Message of a snapshot. Does not say who the chat's owner is. Has the names and kinds of files, not their content. */
export const sharedMessage = z.object({
  role,
  content: z.string(),
  createdAt: z.string(),
  status: messageStatus,
  /** Display name of the model that replied. Absent if the model is no longer configured. */
  model: z.optional(z.string()),
  trueModel,
  files: z.optional(z.array(z.object({ name: z.string(), kind: fileKind }))),
});
export type SharedMessage = z.infer<typeof sharedMessage>;

/**
 * Part of a snapshot. `version` changes with each update of the share. A client whose next part has another version
 * reads the snapshot again from the first part.
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

/** Lists the caller's shares, newest first. */
export const listShares = {
  method: 'GET',
  path: '/api/shares',
  query: z.object({}),
  response: z.object({ shares: z.array(share) }),
} as const;

/**
 * Shares a chat as it is now. Safe to repeat: a share that exists stays as it is. `through` is the index of a message:
 * the snapshot has the newest path that contains this message. Without `through`, the snapshot has the chat's newest
 * path.
 */
export const createShare = {
  method: 'PUT',
  path: '/api/shares/{shareId}',
  params: z.object({ shareId: z.string().check(z.regex(SHARE_ID)) }),
  body: z.object({ chatId: z.uuid(), readers: shareReaders, through: z.optional(messageIndex) }),
  response: share,
} as const;

/**
 * Replaces the snapshot by the chat as it is now. `through` selects the path, as in `createShare`. The default is the
 * `through` of the earlier snapshot.
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

/** Ends a share. Its address finds no share from then on. Succeeds also if the share does not exist. */
export const deleteShare = {
  method: 'DELETE',
  path: '/api/shares/{shareId}',
  params,
  response: z.object({ shareId: z.string() }),
} as const;

/** Reads a share as a signed-in user. */
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

/** Copies a snapshot into a new chat of the caller. Repeating a `requestId` returns the same chat. */
export const continueShare = {
  method: 'POST',
  path: '/api/shares/{shareId}/continue',
  params,
  body: z.object({ requestId }),
  response: chat,
} as const;

/** Mails a signed-in reader's report about a share to the operator. */
export const reportShare = {
  method: 'POST',
  path: '/api/shares/{shareId}/report',
  params,
  body: report,
  response: thanks,
} as const;

/** Mails a visitor's report about a share to the operator. The readers of the share must be `anyone`. */
export const reportPublicShare = {
  method: 'POST',
  path: '/api/shared/{shareId}/report',
  params,
  body: report,
  response: thanks,
} as const;
