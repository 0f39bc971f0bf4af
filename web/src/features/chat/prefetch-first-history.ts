/**
 * Requests the history of the chat in the address before the first render, because that render takes long on a slow
 * device.
 */
import { session } from '../../lib/session/session-state.ts';
import { getChatHistory, type HistoryPage, type PageQuery } from './api/chats.ts';

let first: { readonly chatId: string; readonly page: Promise<HistoryPage> } | undefined;

/**
 * Id of the chat in the address, if its newest page will be shown. An address with a hash names a message, which may be
 * on an older page.
 */
export function chatInAddress(): string | undefined {
  const { pathname, hash } = window.location;
  return hash === '' ? /^\/chat\/([^/]+)$/.exec(pathname)?.[1] : undefined;
}

/** Asks for the newest page of a chat as soon as the session says that the user is signed in. */
export function prefetchHistory(chatId: string | undefined): void {
  if (chatId === undefined) return;
  const ask = () => {
    if (session.get().status !== 'authenticated') return;
    stop();
    const page = getChatHistory(chatId);
    // `Conversation` handles a failure, but only when it gets the page. Without this line, the browser would report an
    // earlier failure as unhandled.
    page.catch(() => undefined);
    first = { chatId, page };
  };
  const stop = session.subscribe(ask);
  ask();
}

/**
 * Reads a page of a chat's messages. The first call gets the page that `prefetchHistory` has requested, if it is for
 * the newest page of the same chat. Frames may have been lost since that early request, so `ChatController` reads the
 * open chat again when the socket opens.
 */
export function readHistory(chatId: string, query: PageQuery = {}): Promise<HistoryPage> {
  const early = first;
  first = undefined;
  const isNewest = Object.values(query).every((value) => value === undefined);
  return early?.chatId === chatId && isNewest ? early.page : getChatHistory(chatId, query);
}
