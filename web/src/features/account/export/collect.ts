/** Everything a user has, gathered page by page. */
import { type ExportPage, exportAccount } from '#contract/account';
import { callApi } from '../../../lib/http.ts';

export type ExportedChat = ExportPage['chats'][number];
export interface Collected {
  readonly account: ExportPage['account'];
  readonly chats: readonly ExportedChat[];
}
export interface Progress {
  readonly chats: number;
  readonly messages: number;
}

/** One page; `callApi`, unless a test has pages of its own. */
export type ReadPage = (cursor: string | undefined, signal: AbortSignal) => Promise<ExportPage>;
const readPage: ReadPage = (cursor, signal) => callApi(exportAccount, { query: { cursor }, signal });

/** @throws the signal's reason once it is aborted */
export async function collect(
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  read = readPage,
): Promise<Collected> {
  const chats = new Map<string, ExportedChat>();
  let account: ExportPage['account'];
  let messages = 0;
  let cursor: string | undefined;
  do {
    const page = await read(cursor, signal);
    signal.throwIfAborted();
    account ??= page.account;
    for (const chat of page.chats) {
      // A long chat spans several pages.
      const begun = chats.get(chat.chatId);
      chats.set(chat.chatId, begun ? { ...begun, messages: [...begun.messages, ...chat.messages] } : chat);
      messages += chat.messages.length;
    }
    onProgress({ chats: chats.size, messages });
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { account, chats: [...chats.values()] };
}
