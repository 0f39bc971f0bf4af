import { streamChunks } from '../../../lib/iterate-readable-stream.ts';
import { ImportFailure } from './import-failure.ts';
import { type Element, jsonElements } from './json-elements.ts';
import { isZip, openEntry, type ZipEntry, zipEntries } from './zip-entries.ts';

/**
 * Names of the files with chats: `conversations.json` of ChatGPT and Claude, `conversations-000.json` and so on of
 * ChatGPT, and `account.json` of our own export. An archive may have them in a folder.
 */
const WITH_CHATS = /^(?:[^/]+\/)?(?:conversations(?:-\d+)?|account)\.json$/;
/** Limits time, not memory, because the files are streamed. */
const INFLATED_MAX_BYTES = 8 * 1024 ** 3;
/** Largest number of bytes of text for one compressed byte. Chats have 3 to 20; DEFLATE can reach 1,032. */
const RATIO_MAX = 200;
const RATIO_FROM_BYTES = 16 * 1024 * 1024;

export interface ReadOptions {
  /** Called with the share of the file that was read, from 0 to 1. */
  readonly onShare?: (share: number) => void;
  /** Bytes of text that an archive's files with chats may hold together. @default INFLATED_MAX_BYTES */
  readonly maxBytes?: number;
}

/**
 * Yields the JSON text of each chat in a JSON file, or in the files with chats of a ZIP archive.
 * @throws ImportFailure when the file is not an export, is damaged, or is a ZIP archive that is encrypted or too large
 */
export async function* exportElements(file: Blob, options: ReadOptions = {}): AsyncGenerator<Element> {
  if (file.size === 0) throw new ImportFailure('notAnExport');
  if (!(await isZip(file))) {
    yield* jsonElements(measured(file.stream(), { ...options, from: 0, to: 1, bytes: file.size }));
    return;
  }
  const found = (await zipEntries(file))
    .filter(({ name }) => WITH_CHATS.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (found.length === 0) throw new ImportFailure('notAnExport');
  const all = found.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  let done = 0;
  let bytes = 0;
  const onBytes = (count: number): void => {
    bytes += count;
    if (bytes > (options.maxBytes ?? INFLATED_MAX_BYTES)) throw new ImportFailure('zipBomb');
  };
  for (const entry of found) {
    const part = { from: done / all, to: (done + entry.packedBytes) / all, onBytes };
    yield* jsonElements(inflated(file, entry, { ...options, ...part }));
    done += entry.packedBytes;
  }
}

interface Part extends ReadOptions {
  readonly from: number;
  readonly to: number;
}

interface InflatedPart extends Part {
  /** Called with the length of each chunk of text. @throws ImportFailure when the archive holds too much text */
  readonly onBytes: (count: number) => void;
}

async function* inflated(
  file: Blob,
  entry: ZipEntry,
  part: InflatedPart,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { packedBytes } = entry;
  let bytes = 0;
  const stream = await openEntry(file, entry);
  try {
    // The text's length is not known yet. For the progress, it is estimated as 8 times the compressed length.
    for await (const chunk of measured(stream, { ...part, bytes: packedBytes * 8 })) {
      bytes += chunk.length;
      part.onBytes(chunk.length);
      if (bytes > RATIO_FROM_BYTES && bytes > packedBytes * RATIO_MAX) throw new ImportFailure('zipBomb');
      yield chunk;
    }
  } catch (error) {
    // The browser's inflater throws a TypeError for damaged data.
    throw error instanceof TypeError ? new ImportFailure('zipBroken', { cause: error }) : error;
  }
}

async function* measured(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onShare, from, to, bytes }: Part & { readonly bytes: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let read = 0;
  for await (const chunk of streamChunks(stream)) {
    read += chunk.length;
    onShare?.(from + (to - from) * Math.min(1, read / bytes));
    yield chunk;
  }
}
