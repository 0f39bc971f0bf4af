/**
 * Requests the history of the chat in the address before the first render, because that render takes long on a slow
 * device.
 */
import { session } from '../../lib/session/session-state.ts';
import { getChatHistory, type HistoryPage, type PageQuery } from './api/early-chat-calls.ts';

let first: { readonly chatId: string; readonly page: Promise<HistoryPage> } | undefined;

/**
 * Returns the id of the chat in the address. Returns undefined if a hash names a message: the prefetch reads only the
 * newest page, and the message may be on an older page.
 */
export function chatInAddress(): string | undefined {
  const { pathname, hash } = window.location;
  return hash === '' ? /^\/chat\/([^/]+)$/.exec(pathname)?.[1] : undefined;
}

export function prefetchHistory(chatId: string | undefined): void {
  if (chatId === undefined) return;
  const ask = () => {
    if (session.get().status !== 'authenticated') return;
    stop();
    const page = getChatHistory(chatId);
    // `Conversation` takes `page` later and then handles a failure. Until then, this `catch` keeps the browser from
    // reporting the failure as unhandled.
    page.catch(() => undefined);
    first = { chatId, page };
  };
  const stop = session.subscribe(ask);
  ask();
}

/**
 * Reads a page of a chat's messages. The first call gets the page of `prefetchHistory` if it asks for the newest
 * page of the same chat. Messages may have arrived since the prefetch, so `ChatController` reads the open chat again
 * when the socket opens.
 */
export function readHistory(chatId: string, query: PageQuery = {}): Promise<HistoryPage> {
  const early = first;
  first = undefined;
  const isNewest = Object.values(query).every((value) => value === undefined);
  return early?.chatId === chatId && isNewest ? early.page : getChatHistory(chatId, query);
}
