/**
 * Reads a document in a thread. A Lambda function imports this module and calls `startDocumentThread`. The thread then
 * runs the file that contains this module. The import must be dynamic, so that the bundler puts the module into a file
 * of its own. With a static import, the thread would run the code of the whole Lambda function.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { AppError } from '#contract/error-codes';
import type { DocumentText, IsLate } from './document-reader-types.ts';
import type { ThreadLimits } from './file-reading-limits.ts';

export type DocumentFamily = 'pdf' | 'zip';

interface Task {
  readonly family: DocumentFamily;
  readonly bytes: Uint8Array;
  readonly readMs: number;
}

/**
 * Messages of the thread. `began` means that the reader's code is loaded. A failure after `began` is the fault of the
 * file. A failure before `began` is the fault of the Lambda function.
 */
export type ThreadMessage =
  | { readonly type: 'began' }
  | { readonly type: 'read'; readonly document: DocumentText }
  | { readonly type: 'failed'; readonly code: string; readonly cause: unknown };

export function startDocumentThread(family: DocumentFamily, bytes: Uint8Array, limits: ThreadLimits): Worker {
  // Copies the bytes. The transfer takes the memory away from this thread, and other Buffers may use the same memory.
  // `slice` would not copy the bytes of a Buffer.
  const copy = new Uint8Array(bytes);
  const task: Task = { family, bytes: copy, readMs: limits.readMs };
  return new Worker(new URL(import.meta.url), {
    workerData: { documentTask: task },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    // Some of the process's Node options are not valid for a thread.
    execArgv: [],
    // Sends the thread's output to streams that nothing reads. The log must not get this output, because warnings of
    // libraries may quote the document.
    stdout: true,
    stderr: true,
  });
}

const READERS: Readonly<
  Record<DocumentFamily, () => Promise<(bytes: Uint8Array, isLate: IsLate) => Promise<DocumentText>>>
> = {
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
  zip: async () => (await import('./office/read-office.ts')).readOffice,
};

function taskOf(data: unknown): Task | undefined {
  // The cast is safe: only `startDocumentThread` starts threads with a `documentTask`.
  return typeof data === 'object' && data !== null && 'documentTask' in data
    ? (data.documentTask as Task)
    : undefined;
}

async function run({ family, bytes, readMs }: Task): Promise<void> {
  const report = (message: ThreadMessage) => parentPort?.postMessage(message);
  const read = await READERS[family]();
  report({ type: 'began' });
  const end = performance.now() + readMs;
  try {
    report({ type: 'read', document: await read(bytes, () => performance.now() > end) });
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'file_damaged';
    report({ type: 'failed', code, cause: error instanceof AppError ? error.cause : error });
  }
}

const task = taskOf(workerData);
if (task) await run(task);
