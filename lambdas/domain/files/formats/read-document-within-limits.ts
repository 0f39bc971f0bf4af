import type { Worker } from 'node:worker_threads';
import type { AppError } from '#contract/error-codes';
import { WORDED_ERRORS, type WordedErrorCode } from '#contract/server-worded-errors';
import { log } from '../../../runtime/log.ts';
import { fileError } from '../file-error.ts';
import type { DocumentText } from './document-reader-types.ts';
import type { DocumentFamily, ThreadMessage } from './document-thread.ts';
import { THREAD_LIMITS, type ThreadLimits } from './file-reading-limits.ts';

/** Milliseconds between two checks of the process's memory. A reader fills about 10 MB in this time. */
const WATCH_MS = 20;

/**
 * Reads a document in a thread with bounded time and memory. If a malicious file makes the reader hang or use up the
 * memory, the file is refused and the function keeps running.
 * @throws AppError with a code of `WORDED_ERRORS`; the thread's own error when the reader's script cannot be loaded; an
 * Error when the thread ends without a result
 */
export async function readDocument(
  family: DocumentFamily,
  bytes: Uint8Array,
  limits: ThreadLimits = THREAD_LIMITS,
): Promise<DocumentText> {
  const { startDocumentThread } = await import('./document-thread.ts');
  const thread = startDocumentThread(family, bytes, limits);
  const { promise, reject, resolve } = Promise.withResolvers<DocumentText>();
  const refuse = (code: WordedErrorCode, cause?: unknown) => {
    log('INFO', 'file refused', { code, cause });
    reject(fileError(code, cause));
  };
  listen(thread, { resolve, reject, refuse });
  const hang = setTimeout(refuse, limits.hangMs, 'file_too_complex');
  const most = process.memoryUsage.rss() + limits.growthMb * 1_000_000;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > most) refuse('file_too_complex');
  }, WATCH_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(hang);
    clearInterval(watch);
    await thread.terminate();
  }
}

interface Outcome {
  readonly resolve: (document: DocumentText) => void;
  readonly reject: (error: AppError | Error) => void;
  readonly refuse: (code: WordedErrorCode, cause?: unknown) => void;
}

function listen(thread: Worker, { resolve, reject, refuse }: Outcome): void {
  let hasBegun = false;
  thread.on('message', (message: ThreadMessage) => {
    if (message.type === 'began') hasBegun = true;
    else if (message.type === 'read') resolve(message.document);
    else refuse(isFileError(message.code) ? message.code : 'file_damaged', message.cause);
  });
  thread.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse('file_too_complex', error);
    else if (hasBegun) refuse('file_damaged', error);
    else reject(error);
  });
  thread.on('exit', () => reject(new Error('the thread ended without a result')));
}

const isFileError = (code: string): code is WordedErrorCode => Object.hasOwn(WORDED_ERRORS, code);
