/**
 * HTTP calls about the user's files. Each throws as `callApi`: an AppError for a refusal by the server, or the error of
 * `fetch`, such as a timeout.
 */
import type * as z from 'zod/mini';
import * as files from '#contract/files';
import { callApi } from '../../../lib/api-client.ts';

/** Milliseconds after which a call counts as failed. API Gateway waits 30 s for the function that registers a file. */
const TIMEOUT_MS = 35_000;

/**
 * Milliseconds to wait for the limits. Short, because files that the user adds wait for the response. After a failure
 * they are checked against the limits known before. The server checks the limits anyway.
 */
const LIMITS_TIMEOUT_MS = 5_000;

/** Reads the limits of the user's plan, and the storage that is left. */
export const getFileLimits = (): Promise<z.infer<typeof files.getFileLimits.response>> =>
  callApi(files.getFileLimits, { signal: AbortSignal.timeout(LIMITS_TIMEOUT_MS) });

/** Registers an uploaded file. Repeating the call returns the same file. */
export const registerFile = (
  fileId: string,
  name: string,
): Promise<z.infer<typeof files.registerFile.response>> =>
  callApi(files.registerFile, { body: { fileId, name }, signal: AbortSignal.timeout(TIMEOUT_MS) });

/**
 * Makes addresses from which files can be read for a few minutes. At such an address, a browser shows a picture, or
 * saves it if `asDownload` is true. It saves any other file in both cases.
 */
export const getFileAddresses = (
  fileIds: readonly string[],
  asDownload = false,
): Promise<z.infer<typeof files.getFileAddresses.response>> =>
  callApi(files.getFileAddresses, {
    body: { fileIds, ...(asDownload && { asDownload }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

interface SentWith {
  readonly chatId: string;
  readonly messageIndex: number;
}

/** Removes a file for good. `message` is the one that it was sent with; absent for a file of a draft. */
export async function deleteFile(fileId: string, message?: SentWith): Promise<void> {
  await callApi(files.deleteFile, {
    params: { fileId },
    query: { ...message },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
