import type { Batch, ImportTask, ImportWorkerMessage, Look } from './import.worker.ts';
import { ImportFailure } from './read/import-failure.ts';

type Answer = Extract<ImportWorkerMessage, { type: 'looked' | 'batch' }>;

/**
 * Owns a web worker. The caller awaits each answer before the next `ask`, and must call `close`, also after an abort.
 */
class Reader {
  readonly #worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * @param onShare called with the share of the file that has been read, from 0 to 1
   * @throws ImportFailure, or the signal's reason when the signal is aborted
   */
  ask(task: ImportTask, onShare: (share: number) => void = () => undefined): Promise<Answer> {
    const signal = this.#signal;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    this.#worker.onerror = () => reject(new ImportFailure('unreadable'));
    this.#worker.onmessage = ({ data }: MessageEvent<ImportWorkerMessage>) => {
      if (data.type === 'share') onShare(data.share);
      else if (data.type === 'failed') reject(new ImportFailure(data.problem));
      else resolve(data);
    };
    this.#worker.postMessage(task);
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  close = (): void => this.#worker.terminate();
}

/** Counts what is in an export file: the size of each chat, and what would be left out. */
export async function lookInto(
  file: File,
  { signal, onShare }: { readonly signal: AbortSignal; readonly onShare: (share: number) => void },
): Promise<Look> {
  const reader = new Reader(signal);
  try {
    const answer = await reader.ask({ type: 'look', file }, onShare);
    return answer.type === 'looked' ? answer.look : { sizes: [], left: {} };
  } finally {
    reader.close();
  }
}

/**
 * Yields the content of each request that imports a file's chats. The worker packs a request only when asked for it.
 * @param skip ids of chats to leave out
 */
export async function* batchesOf(
  file: File,
  skip: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const reader = new Reader(signal);
  try {
    let answer = await reader.ask({ type: 'read', file, skip });
    while (answer.type === 'batch' && answer.batch) {
      yield answer.batch;
      answer = await reader.ask({ type: 'next' });
    }
  } finally {
    reader.close();
  }
}
