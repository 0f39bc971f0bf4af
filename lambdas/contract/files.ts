/**
 * Calls about the files of the signed-in user (docs/spec.md 7.1). The client itself uploads a file to the bucket that
 * `config.json` names, under `uploads/<identityId>/<fileId>`, and then registers it.
 */
import * as z from 'zod/mini';
import { fileAllowance } from './deployment-config.ts';
import { fileInfo, storage } from './entities.ts';
import { FILE_NAME_MAX_LENGTH } from './limits.ts';
import { chatId, fileId } from './request-fields.ts';

/**
 * Returns the limits of the user's plan and the used storage. The client asks before it uploads. `limits` is absent
 * when the plan allows no files.
 */
export const getFileLimits = {
  method: 'GET',
  path: '/api/files',
  query: z.object({}),
  response: z.object({
    limits: z.optional(
      z.extend(z.pick(fileAllowance, { perMessage: true, maxBytes: true }), {
        /**
         * Largest sum of the tokens of all files that the model gets with a message: the message's own files, the files
         * of earlier turns and the project's files. The server estimates the tokens of each file (`fileInfo`). Absent
         * only in the response of an earlier version of the server.
         */
        tokensPerMessage: z.optional(z.number()),
      }),
    ),
    storage,
  }),
} as const;

/**
 * Registers an upload: the server reads it, decides its type by its content, and counts it towards the user's storage.
 * Repeating the call returns the same file. `name` is the name of the file on the user's device. The server cleans
 * the name, so that clients can show it and save the file under it (`lambdas/domain/files/clean-file-name.ts`).
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
 * token. Files that the user does not have are left out. At such an address, a browser shows a picture and downloads a
 * document.
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
 * Removes a file for good. All messages with the file then show that a file was removed, and a project with the file
 * loses it. `chatId` and `messageIndex` name the message in which the user sees the file. The server needs them for a
 * file that was just sent, because the file's item names no chat until a worker has claimed the turn.
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
