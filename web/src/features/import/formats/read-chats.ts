import { exportElements, type ReadOptions } from '../read/find-chats-in-export.ts';
import { ImportFailure } from '../read/import-failure.ts';
import type { Element } from '../read/json-elements.ts';
import { isChatGpt, readChatGpt } from './chatgpt.ts';
import { isClaude, readClaude } from './claude.ts';
import type { SourceChat } from './common-source-chat.ts';
import { type ChatToImport, type ConvertOptions, convertChat } from './convert-chat.ts';
import { LeftOut, type Reason } from './left-out-counts.ts';
import { isOwn, readOwn } from './own-export.ts';
import { isFields } from './untyped-json.ts';

/** Largest number of chats in a file, because the id of each chat is kept in memory. */
const CHATS_MAX = 200_000;

export interface ReadChatsOptions extends ReadOptions, ConvertOptions {
  readonly left: LeftOut;
}

/**
 * Yields the chats of an export file in any known format, with one chat in memory at a time.
 * @throws ImportFailure when the file is not an export, is damaged, or has more than CHATS_MAX chats
 */
export async function* readChats(file: Blob, options: ReadChatsOptions): AsyncGenerator<ChatToImport> {
  const { left } = options;
  const seen = new Set<string>();
  let known = 0;
  let unknown = 0;
  for await (const element of exportElements(file, options)) {
    const of = new LeftOut();
    const source = readElement(element, of);
    if (typeof source === 'string') {
      left.add(source);
      unknown += source === 'unknownChat' ? 1 : 0;
      continue;
    }
    known += 1;
    const chat = await convertChat(source, of, options);
    const isRepeated = chat !== undefined && seen.has(chat.chatId);
    if (isRepeated) left.add('repeatedChat');
    else left.addAll(of);
    if (!chat || isRepeated) continue;
    if (seen.size >= CHATS_MAX) throw new ImportFailure('tooManyChats');
    seen.add(chat.chatId);
    yield chat;
  }
  if (known === 0 && unknown > 0) throw new ImportFailure('notAnExport');
}

function readElement(element: Element, left: LeftOut): SourceChat | Reason {
  if ('problem' in element) return element.problem === 'tooLarge' ? 'largeChat' : 'unreadableChat';
  try {
    const chat: unknown = JSON.parse(element.text);
    if (!isFields(chat)) return 'unknownChat';
    if (isChatGpt(chat)) return readChatGpt(chat, left);
    if (isClaude(chat)) return readClaude(chat, left);
    return isOwn(chat) ? readOwn(chat, left) : 'unknownChat';
  } catch {
    return 'unreadableChat';
  }
}
