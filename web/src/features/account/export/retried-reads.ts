import { AppError } from '#contract/error-codes';
import { fileOpener, type OpenFile } from '../../../lib/fetch-file-bytes.ts';
import { withRetries } from '../../../lib/retry.ts';

/** Means that the last of several tries got no response from the API, or could not download a file or a script. */
export class ConnectionLost extends Error {}

/**
 * Calls `read` until it succeeds. After several failures, gives up.
 * @throws ConnectionLost; AppError for an error that the API has sent; the signal's reason after an abort
 */
export const retried = <T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  withRetries(read, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof AppError ? error : new ConnectionLost('A part was not read', { cause: error });
  });

/**
 * Returns a function that opens files with retries. Reads a file to its end before the first bytes are yielded, so that
 * a download that has failed in the middle can begin again.
 */
export function retriedOpener(fileIds: readonly string[]): OpenFile {
  const open = fileOpener(fileIds);
  const read = async (fileId: string, signal: AbortSignal) => {
    const opened = await open(fileId, signal);
    if (!opened) return undefined;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of opened) chunks.push(chunk);
    return chunks;
  };
  return async (fileId, signal) => {
    const chunks = await retried(() => read(fileId, signal), signal);
    return chunks && each(chunks);
  };
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, void> {
  yield* items;
}
