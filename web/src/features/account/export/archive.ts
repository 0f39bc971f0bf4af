/** The ZIP file: account.json, and each chat as Markdown. Loaded when a user downloads their data. */
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { formatDateTime } from '../../../lib/dates.ts';
import { accountCopy } from '../copy.ts';
import type { Collected, ExportedChat } from './collect.ts';
import { fileNames } from './file-names.ts';

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

/** A chat as Markdown, to be read anywhere: messages are left as they were written. */
export function toMarkdown({ name, createdAt, messages }: ExportedChat): string {
  const parts = messages.map(({ role, content, createdAt: at, liked }) => {
    const who = role === 'user' ? texts.you : texts.assistant;
    const notes = [formatDateTime(at), ...(liked ? [texts.liked] : [])].join(', ');
    return `## ${who} (${notes})\n\n${content}\n`;
  });
  return [`# ${inline(name)}\n\n${formatDateTime(createdAt)}\n`, ...parts].join('\n');
}

/** A heading is one line, and what is in a name is not markup. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/([\\`*_[\]<>#])/g, '\\$1');
