/** Reads pages of a chat's messages: the newest, those before an index, or those after one. */
import type { Chat, Message } from '#contract/entities';
import { HISTORY_PAGE_SIZE } from '#contract/limits';
import { type ChatItem, getChat } from '../../store/chats/chats.ts';
import { listTurns, listTurnsFrom } from '../../store/turns/pages.ts';
import { describeChat } from './describe-chat.ts';
import { toMessages } from './turns-to-messages.ts';

/** Turns on a page of history. A turn has two messages at most. */
const TURNS_PAGE_SIZE = HISTORY_PAGE_SIZE / 2;

/** Position of a page in the chat. With neither field, it is the page of the newest messages. */
export interface PageRequest {
  /** The page ends before this message index. */
  readonly before?: number | undefined;
  /** The page begins after this message index. */
  readonly after?: number | undefined;
}

export interface HistoryPage {
  /** Oldest first. */
  readonly messages: Message[];
  /** Value of `before` for the page with older messages; undefined when there are none. */
  readonly older: number | undefined;
  /** Value of `after` for the page with newer messages; undefined when there are none. */
  readonly newer: number | undefined;
}

/** Reads a chat with a page of its messages; undefined when this owner has no such chat. */
export async function readHistory(
  owner: string,
  chatId: string,
  request: PageRequest,
): Promise<(HistoryPage & { readonly chat: Chat }) | undefined> {
  const [chat, page] = await Promise.all([getChat(owner, chatId), readPage(owner, chatId, request)]);
  return chat && { ...page(chat), chat: describeChat(chat) };
}

type Page = (chat: ChatItem) => HistoryPage;

async function readPage(owner: string, chatId: string, { before, after }: PageRequest): Promise<Page> {
  if (after !== undefined) {
    const { turns, hasMore } = await listTurnsFrom(owner, chatId, { limit: TURNS_PAGE_SIZE, from: after });
    return () => pageAfter(toMessages(turns.toReversed()), after, hasMore);
  }
  const turns = await listTurns(owner, chatId, { limit: TURNS_PAGE_SIZE, before });
  return ({ nextIndex }) => pageBefore(toMessages(turns), before ?? nextIndex, nextIndex);
}

/**
 * Builds the page after an index. The turn at `after` is read too, since its reply may be the page's first message.
 */
export function pageAfter(read: readonly Message[], after: number, hasMore: boolean): HistoryPage {
  const messages = read.filter(({ messageIndex }) => messageIndex > after);
  const [first, last] = [messages.at(0)?.messageIndex, messages.at(-1)?.messageIndex];
  return { messages, older: earlier(first ?? after + 1), newer: hasMore ? (last ?? after) : undefined };
}

/**
 * Builds the page before an index. If `before` is the index of a reply, the page ends with its user message.
 * @param nextIndex index of the chat's next message
 */
export function pageBefore(read: readonly Message[], before: number, nextIndex: number): HistoryPage {
  const isNewest = before >= nextIndex;
  const messages = isNewest ? [...read] : read.filter(({ messageIndex }) => messageIndex < before);
  const [first, last] = [messages.at(0)?.messageIndex, messages.at(-1)?.messageIndex];
  return { messages, older: earlier(first ?? before), newer: isNewest ? undefined : (last ?? before - 1) };
}

/** Returns the cursor of the messages before an index; undefined at a chat's first message, which has index 0. */
const earlier = (index: number): number | undefined => (index > 0 ? index : undefined);
