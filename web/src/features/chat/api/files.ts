/**
 * HTTP calls about the user's files. A call throws what `callApi` (`web/src/lib/api-client.ts`) throws: an AppError if
 * the server refuses the call or the response cannot be parsed, and another error, such as a timeout, if no response
 * comes.
 */
import type * as z from 'zod/mini';
import * as files from '#contract/files';
import { callApi } from '../../../lib/api-client.ts';

/**
 * Milliseconds after which a call counts as failed. Longer than the 30 s that API Gateway waits for the function that
 * registers a file, so that a late response still arrives.
 */
const TIMEOUT_MS = 35_000;

/**
 * Milliseconds to wait for the limits. Short, because files that the user adds wait for the response. After a failure,
 * `FileUploader` (`web/src/features/chat/files/state/file-uploader.ts`) uses the limits that it read last, or else
 * limits that no plan exceeds. The server checks the files in any case.
 */
const LIMITS_TIMEOUT_MS = 5_000;

/** Reads the limits of the user's plan, the used storage, and the plan's limit on storage. */
export const getFileLimits = (): Promise<z.infer<typeof files.getFileLimits.response>> =>
  callApi(files.getFileLimits, { signal: AbortSignal.timeout(LIMITS_TIMEOUT_MS) });

/** Registers an uploaded file, so that messages can be sent with it. A repeated call returns the same file. */
export const registerFile = (
  fileId: string,
  name: string,
): Promise<z.infer<typeof files.registerFile.response>> =>
  callApi(files.registerFile, { body: { fileId, name }, signal: AbortSignal.timeout(TIMEOUT_MS) });

/**
 * Makes addresses from which files can be read for a few minutes. At such an address, a browser shows a picture, or
 * saves it if `asDownload` is true. A browser saves a document in both cases.
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
