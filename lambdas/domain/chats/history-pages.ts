import { type Branches, isTurnOnPath, pathThrough } from '#contract/branches';
import type { Chat, Message } from '#contract/entities';
import { HISTORY_PAGE_SIZE } from '#contract/limits';
import { branchesOf } from '../../store/chats/branches.ts';
import { type ChatItem, getChat } from '../../store/chats/chats.ts';
import { listTurns, listTurnsFrom } from '../../store/turns/list-turns.ts';
import { describeChat } from './pick-chat-fields-for-owner.ts';
import { type ChatPath, newestOnPath, rangeRead, turnsOnPath } from './read-turns-on-path.ts';
import { toMessages } from './turns-to-messages.ts';

const TURNS_PAGE_SIZE = HISTORY_PAGE_SIZE / 2;

/** Indexes of messages. Without `before` and `after`, the page has the path's newest messages. */
export interface PageRequest {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** The page is read from the newest path with this message. @default the chat's newest path */
  readonly through?: number | undefined;
}

export interface HistoryPage {
  /** Oldest first. */
  readonly messages: Message[];
  /** Value of `before` for the page with older messages; undefined when there are none. */
  readonly older: number | undefined;
  readonly newer: number | undefined;
}

interface ReadHistory extends HistoryPage {
  readonly chat: Chat;
  readonly branches: Branches;
}

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
 * Reads the newest turns, or the turns before or after an index, while the caller reads the chat. The chat's path is
 * not known yet, so some of these turns may not be on the path. Returns a function that gets the path, reads the path's
 * missing turns, and builds the page.
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
    // `rangeRead` counts index 0 as read if the oldest turn has index 1. But a read may have stopped at its limit after
    // the turn at index 1, before the welcome at index 0. The page would then lack the welcome. So after a read that
    // stopped at its limit, the range begins at the oldest turn.
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

/** Builds the page after an index. If `after` is a user message, the page begins with the reply to that message. */
export function pageAfter(read: readonly Message[], after: number, hasMore: boolean): HistoryPage {
  const messages = read.filter(({ messageIndex }) => messageIndex > after);
  const [first, last] = [messages.at(0)?.messageIndex, messages.at(-1)?.messageIndex];
  return { messages, older: earlier(first ?? after + 1), newer: hasMore ? (last ?? after) : undefined };
}

/**
 * Builds the page before an index. If `before` is a reply, the page ends with the reply's user message.
 * @param nextIndex index after the path's last message
 */
export function pageBefore(read: readonly Message[], before: number, nextIndex: number): HistoryPage {
  const isNewest = before >= nextIndex;
  const messages = isNewest ? [...read] : read.filter(({ messageIndex }) => messageIndex < before);
  const [first, last] = [messages.at(0)?.messageIndex, messages.at(-1)?.messageIndex];
  return { messages, older: earlier(first ?? before), newer: isNewest ? undefined : (last ?? before - 1) };
}

const earlier = (index: number): number | undefined => (index > 0 ? index : undefined);
