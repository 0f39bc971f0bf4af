/** Reads a page of the messages on one path of a chat: the newest messages, or those before or after an index. */
import { type Branches, isTurnOnPath, pathThrough } from '#contract/branches';
import type { Chat, Message } from '#contract/entities';
import { HISTORY_PAGE_SIZE } from '#contract/limits';
import { type ChatItem, getChat } from '../../store/chats/chats.ts';
import { branchesOf } from '../../store/chats/packed-branches.ts';
import { listTurns, listTurnsFrom } from '../../store/turns/list-turns.ts';
import { describeChat } from './describe-chat.ts';
import { type ChatPath, newestOnPath, rangeRead, turnsOnPath } from './read-turns-on-path.ts';
import { toMessages } from './turns-to-messages.ts';

/** Turns on a page of history. A turn has two messages at most. */
const TURNS_PAGE_SIZE = HISTORY_PAGE_SIZE / 2;

/** Position of a page in the chat. Without `before` and `after`, it is the page of the path's newest messages. */
export interface PageRequest {
  /** The page ends before this message index. */
  readonly before?: number | undefined;
  /** The page begins after this message index. */
  readonly after?: number | undefined;
  /** Index of a message. The page is read from the newest path with this message. @default the chat's newest path */
  readonly through?: number | undefined;
}

export interface HistoryPage {
  /** Oldest first. */
  readonly messages: Message[];
  /** Value of `before` for the page with older messages; undefined when there are none. */
  readonly older: number | undefined;
  /** Value of `after` for the page with newer messages; undefined when there are none. */
  readonly newer: number | undefined;
}

interface ReadHistory extends HistoryPage {
  readonly chat: Chat;
  readonly branches: Branches;
}

/** Reads a chat with a page of its messages; undefined when this owner has no such chat. */
export async function readHistory(
  owner: string,
  chatId: string,
  request: PageRequest,
): Promise<ReadHistory | undefined> {
  const [item, page] = await Promise.all([getChat(owner, chatId), readPage(owner, chatId, request)]);
  if (!item) return undefined;
  const branches = branchesOf(item);
  const path = pathThrough(branches, request.through);
  return { ...(await page(item, { branches, path })), chat: describeChat(item), branches };
}

type Page = (chat: ChatItem, on: ChatPath) => Promise<HistoryPage>;

/**
 * Reads the turns of a page by their indexes alone, so that the caller can read the chat at the same time. Returns a
 * function that takes the chat and its path, reads the turns of the path that are still missing, and builds the page.
 */
async function readPage(owner: string, chatId: string, { before, after }: PageRequest): Promise<Page> {
  const chat = { owner, chatId };
  if (after !== undefined) {
    const window = { limit: TURNS_PAGE_SIZE, from: after };
    const read = await listTurnsFrom(owner, chatId, window);
    return async (_, on) => {
      const { turns, hasMore } = on.branches.length === 0 ? read : await turnsOnPath(chat, on, window);
      const listed = turns.filter((turn) => isTurnOnPath(on, turn));
      return pageAfter(toMessages(listed.toReversed()), after, hasMore);
    };
  }
  const read = await listTurns(owner, chatId, { limit: TURNS_PAGE_SIZE, before });
  return async ({ nextIndex }, on) => {
    // `rangeRead` returns a range from 0 even if the oldest turn has index 1. On a full page, a welcome at index 0 may
    // then be unread. So the range of a full page begins at its oldest turn instead.
    const range = rangeRead(read, before);
    const known = [read.length < TURNS_PAGE_SIZE ? range : { ...range, from: read.at(-1)?.index ?? 0 }];
    const turns =
      on.branches.length === 0
        ? read.filter((turn) => isTurnOnPath(on, turn))
        : await newestOnPath(chat, on, { limit: TURNS_PAGE_SIZE, before, known });
    const end = Math.min(nextIndex, (on.path.at(-1)?.to ?? nextIndex) + 1);
    return pageBefore(toMessages(turns), before ?? end, end);
  };
}

/**
 * Builds the page after an index. If `after` is the index of a user message, `read` also has that message's turn, and
 * the reply of that turn is the page's first message.
 */
export function pageAfter(read: readonly Message[], after: number, hasMore: boolean): HistoryPage {
  const messages = read.filter(({ messageIndex }) => messageIndex > after);
  const [first, last] = [messages.at(0)?.messageIndex, messages.at(-1)?.messageIndex];
  return { messages, older: earlier(first ?? after + 1), newer: hasMore ? (last ?? after) : undefined };
}

/**
 * Builds the page before an index. If `before` is the index of a reply, the page ends with the reply's user message.
 * @param nextIndex index after the path's last message; on the newest path, the index of the chat's next message
 */
export function pageBefore(read: readonly Message[], before: number, nextIndex: number): HistoryPage {
  const isNewest = before >= nextIndex;
  const messages = isNewest ? [...read] : read.filter(({ messageIndex }) => messageIndex < before);
  const [first, last] = [messages.at(0)?.messageIndex, messages.at(-1)?.messageIndex];
  return { messages, older: earlier(first ?? before), newer: isNewest ? undefined : (last ?? before - 1) };
}

/** Returns the value of `before` for the messages before an index; undefined for 0, the chat's first message. */
const earlier = (index: number): number | undefined => (index > 0 ? index : undefined);
