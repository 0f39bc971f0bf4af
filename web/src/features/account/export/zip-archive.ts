/** Makes the ZIP file of an account: account.json and a Markdown file for each chat. Loaded at the first download. */
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { accountCopy } from '../copy.ts';
import { chatFileNames } from './chat-file-names.ts';
import { chatToMarkdown } from './chat-to-markdown.ts';
import type { AccountExport } from './read-all-pages.ts';

const texts = accountCopy.export;
/** Milliseconds of packing before the event loop runs, so that the page stays responsive. */
const SLICE_MS = 12;

/** Packs an account into a ZIP file. @throws the signal's reason when it is aborted */
export async function makeZipArchive(collected: AccountExport, signal: AbortSignal): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    failure ??= error ?? undefined;
    parts.push(chunk as Uint8Array<ArrayBuffer>); // fflate never allocates a SharedArrayBuffer
  });
  let sliceEnds = performance.now() + SLICE_MS;
  for (const [name, text] of filesOf(collected)) {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(strToU8(text), true);
    if (performance.now() < sliceEnds) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    sliceEnds = performance.now() + SLICE_MS;
  }
  zip.end();
  if (failure) throw failure;
  return new Blob(parts, { type: 'application/zip' });
}

/** Yields the files one at a time, so that only one text is in memory. */
function* filesOf({ account, chats }: AccountExport): Generator<readonly [name: string, text: string]> {
  yield ['account.json', JSON.stringify({ account, chats }, null, 2)];
  const models = new Map(account?.models?.map((model) => [model.id, model.trueModel ?? model.displayName]));
  const nameModel = (id: string) => models.get(id) ?? id;
  const names = chatFileNames(chats, texts.chat);
  for (const [i, chat] of chats.entries())
    yield [`${texts.folder}/${names[i]}`, chatToMarkdown(chat, nameModel)];
}
