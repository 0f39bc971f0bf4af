import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { chatToMarkdown } from '../../../lib/chat-to-markdown.ts';
import type { OpenFile } from '../../../lib/fetch-file-bytes.ts';
import { accountCopy } from '../copy.ts';
import { archiveFilePaths } from './archive-file-paths.ts';
import { chatFileNames } from './chat-file-names.ts';
import type { AccountExport } from './read-account-export.ts';

const texts = accountCopy.export;
/** Milliseconds for which texts are packed before other tasks may run, so that the page stays responsive. */
const SLICE_MS = 12;

export interface Packing {
  readonly signal: AbortSignal;
  readonly open: OpenFile;
  /** Called after each file. `packed` also counts files that no longer exist. */
  readonly onFile: (packed: number) => void;
}

/**
 * Packs an account into a ZIP file: account.json, a Markdown file for each chat, and the files of chats and projects.
 * @throws the signal's reason when it is aborted, or the error of a file that cannot be read or packed
 */
export async function makeZipArchive(collected: AccountExport, packing: Packing): Promise<Blob> {
  const { signal, open, onFile } = packing;
  const archive = new Archive();
  let sliceEnds = performance.now() + SLICE_MS;
  const pathsOfFiles = archiveFilePaths(collected);
  for (const [name, text] of textsOf(collected, pathsOfFiles)) {
    archive.addText(name, text);
    if (performance.now() < sliceEnds) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    sliceEnds = performance.now() + SLICE_MS;
  }
  let packed = 0;
  for (const [fileId, path] of pathsOfFiles) {
    const chunks = await open(fileId, signal);
    signal.throwIfAborted();
    if (chunks) await archive.addFile(path, chunks);
    packed += 1;
    onFile(packed);
  }
  return archive.end();
}

/** ZIP file that grows. Moves the packed bytes into blobs, because the browser can keep blobs on disk. */
class Archive {
  readonly #blobs: Blob[] = [];
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #failure: Error | undefined;
  readonly #zip = new Zip((error, chunk) => {
    this.#failure ??= error ?? undefined;
    this.#parts.push(chunk as Uint8Array<ArrayBuffer>); // fflate never allocates a SharedArrayBuffer
  });

  addText(name: string, text: string): void {
    const file = new ZipDeflate(name, { level: 6 });
    this.#zip.add(file);
    file.push(strToU8(text), true);
  }

  /** Adds a file uncompressed, because pictures and most documents are compressed already. */
  async addFile(name: string, chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void> {
    const file = new ZipPassThrough(name);
    this.#zip.add(file);
    for await (const chunk of chunks) {
      file.push(chunk);
      this.#flush();
    }
    file.push(new Uint8Array(), true);
  }

  end(): Blob {
    this.#zip.end();
    if (this.#failure) throw this.#failure;
    this.#flush();
    return new Blob(this.#blobs, { type: 'application/zip' });
  }

  #flush(): void {
    this.#blobs.push(new Blob(this.#parts));
    this.#parts = [];
  }
}

/** Makes each text only when it is asked for, so that only one uncompressed text is in memory at a time. */
function* textsOf(
  { account, chats }: AccountExport,
  pathsOfFiles: ReadonlyMap<string, string>,
): Generator<readonly [name: string, text: string]> {
  yield ['account.json', JSON.stringify({ account, chats }, null, 2)];
  const models = new Map(account?.models?.map((model) => [model.id, model.trueModel ?? model.displayName]));
  const nameModel = (id: string) => models.get(id) ?? id;
  const pathOf = (fileId: string) => {
    const path = pathsOfFiles.get(fileId);
    return path === undefined ? undefined : `../${path}`;
  };
  const names = chatFileNames(chats, texts.chat);
  for (const [i, chat] of chats.entries())
    yield [`${texts.folder}/${names[i]}`, chatToMarkdown(chat, { nameModel, pathOf })];
}
