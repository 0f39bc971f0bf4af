import { type ExportPage, exportAccount } from '#contract/account';
import { callApi } from '../../../lib/api-client.ts';

export type ExportedChat = ExportPage['chats'][number];
export interface AccountExport {
  readonly account: ExportPage['account'];
  readonly chats: readonly ExportedChat[];
}
export interface ExportProgress {
  readonly chats: number;
  readonly messages: number;
}

/** Reads one page of the export; without a cursor, the first page. */
export type ReadPage = (cursor: string | undefined, signal: AbortSignal) => Promise<ExportPage>;
export const readPage: ReadPage = (cursor, signal) => callApi(exportAccount, { query: { cursor }, signal });

/**
 * Reads all pages and joins them.
 * @throws when the signal is aborted, or a page cannot be read
 */
export async function readAccountExport(
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
  read = readPage,
): Promise<AccountExport> {
  const chats = new Map<string, ExportedChat>();
  let account: ExportPage['account'];
  let messages = 0;
  let cursor: string | undefined;
  do {
    const page = await read(cursor, signal);
    signal.throwIfAborted();
    account ??= page.account;
    for (const chat of page.chats) {
      // The messages of a long chat are spread over several pages.
      const begun = chats.get(chat.chatId);
      chats.set(chat.chatId, begun ? { ...begun, messages: [...begun.messages, ...chat.messages] } : chat);
      messages += chat.messages.length;
    }
    onProgress({ chats: chats.size, messages });
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { account, chats: [...chats.values()] };
}
