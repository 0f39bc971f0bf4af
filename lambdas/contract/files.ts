/**
 * Calls about the files of the signed-in user (docs/spec.md 7.1). The client uploads a file to the bucket of `config.json`
 * itself, under `uploads/<identityId>/<fileId>`, and then registers it.
 */
import * as z from 'zod/mini';
import { fileAllowance } from './deployment-config.ts';
import { fileInfo, storage } from './entities.ts';
import { FILE_NAME_MAX_LENGTH } from './limits.ts';
import { chatId, fileId } from './request-fields.ts';

/** Reports what the user's plan allows, before anything is uploaded. `limits` is absent when it allows no files. */
export const getFileLimits = {
  method: 'GET',
  path: '/api/files',
  query: z.object({}),
  response: z.object({
    limits: z.optional(
      z.extend(z.pick(fileAllowance, { perMessage: true, maxBytes: true }), {
        /** Largest number of tokens of a message's files, by the server's estimate for each. @default unknown */
        tokensPerMessage: z.optional(z.number()),
      }),
    ),
    storage,
  }),
} as const;

/**
 * Registers an upload: reads it, decides its type by content, and counts it towards the user's storage. Repeating the
 * call returns the same file. `name` is the name of the user's file. The server removes unfit characters from it.
 */
export const registerFile = {
  method: 'POST',
  path: '/api/files',
  body: z.object({
    fileId,
    name: z.string().check(z.minLength(1), z.maxLength(4 * FILE_NAME_MAX_LENGTH)),
  }),
  response: z.object({ file: fileInfo, storage }),
} as const;

/** Largest number of files in one request for addresses. */
export const FILE_ADDRESSES_MAX = 50;

/**
 * Makes addresses on the site's own origin, from which the files can be read until `expiresAt` (ISO 8601) without a
 * token. Files that the user does not have are left out. Pictures are shown in place, documents are downloaded.
 */
export const getFileAddresses = {
  method: 'POST',
  path: '/api/files/addresses',
  body: z.object({
    fileIds: z.array(fileId).check(z.minLength(1), z.maxLength(FILE_ADDRESSES_MAX)),
    /** True for addresses that download pictures, too. */
    asDownload: z.optional(z.boolean()),
  }),
  response: z.object({
    addresses: z.array(z.object({ fileId: z.string(), address: z.string(), expiresAt: z.string() })),
  }),
} as const;

/**
 * Removes a file for good. All messages with the file then show that a file was removed. `chatId` and `messageIndex`
 * name the message in which the user sees the file. The server needs them for a file that is not yet bound to its chat.
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
