/** Pages of a chat's messages: the newest, those before a message, and those after one. */
import type { Message } from '#contract/entities';
import { HISTORY_PAGE_SIZE, POST_MAX_BYTES } from '#contract/limits';
import { type ChatItem, getChat } from '../../store/chats/chats.ts';
import { listTurns, listTurnsFrom } from '../../store/turns/pages.ts';
import { toMessages } from './turns-to-messages.ts';

/** Turns on one page of history: each holds up to two messages. */
export const TURNS_PAGE_SIZE = HISTORY_PAGE_SIZE / 2;

/** Left free in a frame for what is not messages. */
const ENVELOPE_BYTES = 2_048;

export interface PageRequest {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

export interface HistoryPage {
  /** Oldest first. */
  readonly messages: Message[];
  /** `before` of the page with older messages. */
  readonly older: number | undefined;
  /** `after` of the page with newer messages. */
  readonly newer: number | undefined;
}

/** A page of a chat's messages, or undefined when this owner has no such chat. */
export async function readHistory(
  owner: string,
  chatId: string,
  request: PageRequest,
): Promise<HistoryPage | undefined> {
  const [chat, page] = await Promise.all([getChat(owner, chatId), readPage(owner, chatId, request)]);
  return chat && page(chat);
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

/** The turn at `after` itself may hold the first message of the page: its reply. */
export function pageAfter(read: readonly Message[], after: number, hasMore: boolean): HistoryPage {
  const messages = read.filter(({ messageIndex }) => messageIndex > after);
  const [first, last] = [messages.at(0)?.messageIndex, messages.at(-1)?.messageIndex];
  return { messages, older: earlier(first ?? after + 1), newer: hasMore ? (last ?? after) : undefined };
}

/** The turn that `before` cuts in two gives its user message alone. */
export function pageBefore(read: readonly Message[], before: number, nextIndex: number): HistoryPage {
  const isNewest = before >= nextIndex;
  const messages = isNewest ? [...read] : read.filter(({ messageIndex }) => messageIndex < before);
  const [first, last] = [messages.at(0)?.messageIndex, messages.at(-1)?.messageIndex];
  return { messages, older: earlier(first ?? before), newer: isNewest ? undefined : (last ?? before - 1) };
}

/** Every chat begins with the message of index 0. */
const earlier = (index: number): number | undefined => (index > 0 ? index : undefined);

/** The newest messages that fit one frame. */
export function fitting(messages: readonly Message[]): readonly Message[] {
  let left = POST_MAX_BYTES - ENVELOPE_BYTES;
  const isOver = (message: Message): boolean => {
    left -= Buffer.byteLength(JSON.stringify(message)) + 1;
    return left < 0;
  };
  return messages.slice(messages.findLastIndex(isOver) + 1);
}
