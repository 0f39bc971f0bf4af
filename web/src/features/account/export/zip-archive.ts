import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { chatToMarkdown } from '../../../lib/chat-to-markdown.ts';
import type { OpenFile } from '../../../lib/fetch-file-bytes.ts';
import { accountCopy } from '../copy.ts';
import { archiveFilePaths } from './archive-file-paths.ts';
import { chatFileNames } from './chat-file-names.ts';
import type { AccountExport } from './read-account-export.ts';

const texts = accountCopy.export;

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
  // Uses no worker, because zip.js would load the worker's script from a file that is not part of the site's build.
  const zip = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false });
  const pathsOfFiles = archiveFilePaths(collected);
  for (const [name, text] of textsOf(collected, pathsOfFiles)) {
    await zip.add(name, new TextReader(text));
    signal.throwIfAborted();
  }
  let packed = 0;
  for (const [fileId, path] of pathsOfFiles) {
    const chunks = await open(fileId, signal);
    signal.throwIfAborted();
    if (chunks) await zip.add(path, streamOf(chunks), AS_IT_IS);
    packed += 1;
    onFile(packed);
  }
  return zip.close();
}

/** Options that store files without compression, because pictures and most documents are compressed already. */
const AS_IT_IS = {
  level: 0,
  // Placeholder: zip.js writes the actual size to the archive. Without a size below 4 GB here, zip.js would write the
  // file as a ZIP64 stream, which some programs cannot read.
  uncompressedSize: 1,
};

/** `ReadableStream.from` is missing in Chrome and Safari. */
function streamOf(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
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
