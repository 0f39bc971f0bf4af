/**
 * Calls about a user's files (docs/spec.md 7.1). The client uploads a file to the bucket itself, under
 * `uploads/<identityId>/<fileId>`, and then registers it.
 */
import * as z from 'zod/mini';
import { fileAllowance } from './deployment-config.ts';
import { fileInfo, storage } from './entities.ts';
import { FILE_NAME_MAX_LENGTH } from './limits.ts';
import { chatId, fileId } from './request-fields.ts';

/** Returns the plan's limits and the used storage. `limits` is absent when the plan allows no files. */
export const getFileLimits = {
  method: 'GET',
  path: '/api/files',
  query: z.object({}),
  response: z.object({
    limits: z.optional(
      z.extend(z.pick(fileAllowance, { perMessage: true, maxBytes: true }), {
        /** Same meaning as in `fileAllowance`. Absent in the response of an earlier deployment. */
        tokensPerMessage: z.optional(z.number()),
      }),
    ),
    storage,
  }),
} as const;

/**
 * Registers an upload and counts it towards the user's storage. The server decides the file's type by its content, and
 * cleans the `name` that the file has on the user's device. Safe to repeat.
 */
export const registerFile = {
  method: 'POST',
  path: '/api/files',
  body: z.object({
    fileId,
    name: z.string().check(z.minLength(1), z.maxLength(FILE_NAME_MAX_LENGTH)),
  }),
  response: z.object({ file: fileInfo, storage }),
} as const;

export const FILE_ADDRESSES_MAX = 50;

/**
 * Makes addresses on the site's own origin that serve the files without a token until `expiresAt`. Leaves out files
 * that the user does not have. A browser shows pictures and downloads documents.
 */
export const getFileAddresses = {
  method: 'POST',
  path: '/api/files/addresses',
  body: z.object({
    fileIds: z.array(fileId).check(z.minLength(1), z.maxLength(FILE_ADDRESSES_MAX)),
    /** True for addresses at which a browser downloads pictures, too. */
    asDownload: z.optional(z.boolean()),
  }),
  response: z.object({
    addresses: z.array(z.object({ fileId: z.string(), address: z.string(), expiresAt: z.string() })),
  }),
} as const;

/**
 * Removes a file for good, also from its project. `chatId` and `messageIndex` name the message in which the user sees
 * the file. Without them, the user removes the file from a draft. The server then keeps a file that was sent, because
 * another tab may have sent the same draft. A file counts as sent as soon as a worker has stored the chat's id in the
 * file's item. If the user deletes the file earlier, the worker marks the file as removed in the turn.
 */
export const deleteFile = {
  method: 'DELETE',
  path: '/api/files/{fileId}',
  params: z.object({ fileId }),
  query: z.object({
    chatId: z.optional(chatId),
    messageIndex: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  }),
  response: z.object({ fileId: z.string() }),
} as const;
