import type { Message } from '#contract/entities';
import { fileIdsOf, fileOpener } from '../../../lib/fetch-file-bytes.ts';
import { readChat } from '../export/read-chat.ts';
import { pdfCopy } from './copy.ts';
import type { PdfTask, PdfWorkerMessage } from './pdf.worker.ts';

/**
 * Progress of the export. `count` is the number of messages read so far. `of` is the number of pictures to read, or in
 * the phase `making` the number of messages to lay out.
 */
export type Progress =
  | { readonly phase: 'reading'; readonly count: number }
  | { readonly phase: 'readingPictures' | 'making'; readonly done: number; readonly of: number };

interface ExportOptions {
  readonly chatId: string;
  /** Index of a message. The newest path that has this message is exported. @default the chat's newest path */
  readonly through?: number | undefined;
  readonly title: string;
  readonly productName: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** A failed export. Its message is shown to the user. */
export class ExportFailure extends Error {}

/**
 * Returns all messages on one path of a chat as a PDF file.
 * @throws ExportFailure with a message for the user, or the signal's reason after a cancellation
 */
export async function exportChatToPdf(options: ExportOptions): Promise<Blob> {
  const { chatId, through, title, productName, signal, onProgress } = options;
  const onCount = (count: number) => onProgress({ phase: 'reading', count });
  const messages = await readChat(chatId, { through, signal, onCount }).catch(() => {
    signal.throwIfAborted();
    throw new ExportFailure(pdfCopy.historyFailed);
  });
  const content = { title, productName, messages, exportedAt: new Date().toISOString() };
  const pictures = await readPictures(messages, options);
  const file = await make({ content, pictures }, options);
  signal.throwIfAborted();
  return new Blob([file], { type: 'application/pdf' });
}

async function readPictures(
  messages: readonly Message[],
  { signal, onProgress }: ExportOptions,
): Promise<Map<string, Blob>> {
  const fileIds = fileIdsOf(messages, 'image');
  const open = fileOpener(fileIds);
  const pictures = new Map<string, Blob>();
  for (const [done, fileId] of fileIds.entries()) {
    onProgress({ phase: 'readingPictures', done, of: fileIds.length });
    try {
      const chunks = await open(fileId, signal);
      if (chunks) pictures.set(fileId, await blobOf(chunks));
    } catch {
      signal.throwIfAborted();
      throw new ExportFailure(pdfCopy.historyFailed);
    }
  }
  return pictures;
}

async function blobOf(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Blob(parts);
}

function make(task: PdfTask, { signal, onProgress }: ExportOptions): Promise<ArrayBuffer> {
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const of = task.content.messages.length;
  onProgress({ phase: 'making', done: 0, of });
  return new Promise<ArrayBuffer>((resolve, reject) => {
    const fail = () => reject(new ExportFailure(pdfCopy.failed));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<PdfWorkerMessage>) => {
      if (data.type === 'progress') onProgress({ phase: 'making', done: data.done, of });
      else if (data.type === 'file') resolve(data.file);
      else fail();
    };
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
