/** HTTP calls about the user's files. Each call throws as `callApi` (`web/src/lib/api-client.ts`). */
import type * as z from 'zod/mini';
import * as files from '#contract/files';
import { callApi } from '../../../lib/api-client.ts';

/** Milliseconds until a call fails. Longer than the 30 s that API Gateway waits for a function. */
const TIMEOUT_MS = 35_000;

/** Milliseconds to wait for the limits. Short, because files that the user adds wait for the response. */
const LIMITS_TIMEOUT_MS = 5_000;

/** Reads the limits of the user's plan, and the used storage. */
export const getFileLimits = (): Promise<z.infer<typeof files.getFileLimits.response>> =>
  callApi(files.getFileLimits, { signal: AbortSignal.timeout(LIMITS_TIMEOUT_MS) });

/** Registers an uploaded file, so that messages can be sent with it. A repeated call returns the same file. */
export const registerFile = (
  fileId: string,
  name: string,
): Promise<z.infer<typeof files.registerFile.response>> =>
  callApi(files.registerFile, { body: { fileId, name }, signal: AbortSignal.timeout(TIMEOUT_MS) });

/**
 * Makes addresses from which files can be read for a few minutes. With `asDownload`, the browser saves a picture
 * instead of showing it. Documents are always saved.
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

/** Removes a file for good. `message` is the message that shows the file. It is absent for a file of a draft. */
export async function deleteFile(fileId: string, message?: SentWith): Promise<void> {
  await callApi(files.deleteFile, {
    params: { fileId },
    query: { ...message },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
