/** The ZIP file: account.json, and each chat as Markdown. Loaded when somebody takes their data along. */
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { accountCopy } from '../copy.ts';
import type { Collected } from './collect.ts';
import { fileNames } from './file-names.ts';
import { toMarkdown } from './markdown.ts';

const texts = accountCopy.export;
/** The page stays usable meanwhile: it gets its turn this often. */
const TURN_MS = 12;

/** @throws the signal's reason once it is aborted */
export async function makeArchive(collected: Collected, signal: AbortSignal): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    failure ??= error ?? undefined;
    parts.push(chunk as Uint8Array<ArrayBuffer>); // fflate allocates plain buffers alone
  });
  let turnEnds = performance.now() + TURN_MS;
  for (const [name, text] of filesOf(collected)) {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(strToU8(text), true);
    if (performance.now() < turnEnds) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    turnEnds = performance.now() + TURN_MS;
  }
  zip.end();
  if (failure) throw failure;
  return new Blob(parts, { type: 'application/zip' });
}

/** One after the other, so that only one of them is held. */
function* filesOf({ account, chats }: Collected): Generator<readonly [name: string, text: string]> {
  yield ['account.json', JSON.stringify({ account, chats }, null, 2)];
  const names = fileNames(chats, texts.chat);
  for (const [i, chat] of chats.entries()) yield [`${texts.folder}/${names[i]}`, toMarkdown(chat)];
}
