/** Web worker that reads an export file, so that hundreds of megabytes do not block the page. */
import type { ImportedPart } from '#contract/import';
import { importCopy } from './copy.ts';
import { type ChatSize, sizeOf } from './estimate-messages-and-write-units.ts';
import { LeftOut } from './formats/left-out-counts.ts';
import { readChats } from './formats/read-chats.ts';
import { ImportFailure, type ImportProblem } from './read/import-failure.ts';
import { Packer, partsOf } from './request-packing.ts';

/**
 * `look` counts what is in the file. `read` packs all chats except `skip` into requests. The answer to `read` is the
 * content of the first request, and the answer to each `next` is the content of the next request.
 */
export type ImportTask =
  | { readonly type: 'look'; readonly file: File }
  | { readonly type: 'read'; readonly file: File; readonly skip: ReadonlySet<string> }
  | { readonly type: 'next' };

export interface Look {
  readonly sizes: readonly ChatSize[];
  readonly left: LeftOut['counts'];
}

/** Content of one request. `pinned`: ids of the export's pinned chats whose last part is in this request. */
export interface Batch {
  readonly chats: readonly ImportedPart[];
  readonly pinned: readonly string[];
}

/** `share` is how much of the file `look` has read, from 0 to 1. The `batch` after the last request is undefined. */
export type ImportWorkerMessage =
  | { readonly type: 'share'; readonly share: number }
  | { readonly type: 'looked'; readonly look: Look }
  | { readonly type: 'batch'; readonly batch: Batch | undefined }
  | { readonly type: 'failed'; readonly problem: ImportProblem };

const SHARE_EVERY_MS = 100;
const post = (message: ImportWorkerMessage): void => self.postMessage(message);

let batches: AsyncGenerator<Batch> | undefined;

self.onmessage = async ({ data }: MessageEvent<ImportTask>) => {
  try {
    if (data.type === 'look') post({ type: 'looked', look: await look(data.file) });
    else {
      if (data.type === 'read') batches = read(data.file, data.skip);
      const { value } = (await batches?.next()) ?? {};
      post({ type: 'batch', batch: value });
    }
  } catch (error) {
    if (!(error instanceof ImportFailure)) console.warn('The export could not be read', error);
    post({ type: 'failed', problem: error instanceof ImportFailure ? error.problem : 'unreadable' });
  }
};

const optionsFor = (file: File, left: LeftOut) => ({
  ...{ left, words: importCopy.words, fileAt: file.lastModified, now: Date.now() },
});

async function look(file: File): Promise<Look> {
  const left = new LeftOut();
  const sizes: ChatSize[] = [];
  let shownAt = 0;
  const onShare = (share: number) => {
    if (performance.now() - shownAt < SHARE_EVERY_MS) return;
    shownAt = performance.now();
    post({ type: 'share', share });
  };
  for await (const chat of readChats(file, { ...optionsFor(file, left), onShare })) sizes.push(sizeOf(chat));
  return { sizes, left: left.counts };
}

async function* read(file: File, skip: ReadonlySet<string>): AsyncGenerator<Batch, undefined> {
  const packer = new Packer();
  const pinned = new Set<string>();
  const batchOf = (chats: readonly ImportedPart[]): Batch => {
    const ids = chats.filter(({ isLast }) => isLast).map(({ chatId }) => chatId);
    return { chats, pinned: ids.filter((id) => pinned.delete(id)) };
  };
  for await (const chat of readChats(file, optionsFor(file, new LeftOut()))) {
    if (skip.has(chat.chatId)) continue;
    if (chat.isPinned) pinned.add(chat.chatId);
    for (const part of partsOf(chat)) {
      const full = packer.add(part);
      if (full) yield batchOf(full);
    }
  }
  const rest = packer.take();
  if (rest) yield batchOf(rest);
  return undefined;
}
