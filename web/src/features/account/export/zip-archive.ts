/** Makes the ZIP file of an account: account.json and a Markdown file for each chat. Loaded at the first download. */
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { formatDateTime } from '../../../lib/format-date.ts';
import { accountCopy } from '../copy.ts';
import { fileNames } from './chat-file-names.ts';
import type { AccountExport, ExportedChat } from './read-all-pages.ts';

const texts = accountCopy.export;
/** Milliseconds of packing before the event loop runs, so that the page stays responsive. */
const SLICE_MS = 12;

/** Packs an account into a ZIP file. @throws the signal's reason when it is aborted */
export async function makeArchive(collected: AccountExport, signal: AbortSignal): Promise<Blob> {
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
  const names = fileNames(chats, texts.chat);
  for (const [i, chat] of chats.entries()) yield [`${texts.folder}/${names[i]}`, toMarkdown(chat)];
}

/** Writes a chat as Markdown. Messages are copied unchanged. */
export function toMarkdown({ name, createdAt, messages }: ExportedChat): string {
  const parts = messages.map(({ role, content, createdAt: at, liked }) => {
    const who = role === 'user' ? texts.you : texts.assistant;
    const notes = [formatDateTime(at), ...(liked ? [texts.liked] : [])].join(', ');
    return `## ${who} (${notes})\n\n${content}\n`;
  });
  return [`# ${inline(name)}\n\n${formatDateTime(createdAt)}\n`, ...parts].join('\n');
}

/** Puts a chat's name on one line and escapes its Markdown characters, for a heading. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/([\\`*_[\]<>#])/g, '\\$1');
