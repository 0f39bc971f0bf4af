/** Exports a user's chats, without temporary ones, in pages that fit a response. The newest chat is first. */
import * as z from 'zod/mini';
import { isTurnOnPath, pathTo } from '#contract/branches';
import type { Chat, Message } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { listedChatId } from '#contract/request-fields';
import { branchesOf } from '../../store/chats/branches.ts';
import { type ChatItem, getChat, listChats } from '../../store/chats/chats.ts';
import { listTurnsFrom } from '../../store/turns/list-turns.ts';
import { toMessages } from '../chats/turns-to-messages.ts';

export interface ExportedChat extends Chat {
  readonly messages: Message[];
}
export interface ExportPage {
  readonly chats: ExportedChat[];
  readonly nextCursor?: string;
}

/**
 * Largest number of bytes of messages on a page, below Lambda's response limit of 6 MB. Leaves room for the account's
 * data and for a page's first turn, which is added whatever its size.
 */
const PAGE_BYTES = 2_500_000;
/** Largest number of chats that begin on a page, few enough to be read within API Gateway's timeout of 30 seconds. */
const CHATS_MAX = 50;
const TURNS_AT_A_TIME = 25;

/**
 * With `from`: the chat to continue, and the index of the turn to read next. Without `from`: the last chat that was
 * read to its end.
 */
const position = z.object({ chat: listedChatId, from: z.optional(z.int().check(z.gte(0))) });
type Position = z.infer<typeof position>;

const toCursor = (at: Position): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** @throws AppError `invalid_request` */
function fromCursor(cursor: string): Position {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new AppError('invalid_request', { field: 'cursor', cause });
  }
}

/**
 * Reads the page after `cursor`. A forged cursor is harmless, since only this owner's chats are read.
 * @throws AppError `invalid_request` for a malformed cursor
 */
export async function exportChats(owner: string, cursor: string | undefined): Promise<ExportPage> {
  const at = cursor === undefined ? undefined : fromCursor(cursor);
  const started = at?.from === undefined ? undefined : await getChat(owner, at.chat);
  const { chats: listed } = await listChats(owner, { limit: CHATS_MAX + 1, after: at?.chat });
  const chats: ExportedChat[] = [];
  let left = PAGE_BYTES;
  for (const chat of [...(started ? [started] : []), ...listed.slice(0, CHATS_MAX)]) {
    const read = await readMessages(owner, chat, {
      from: chat === started ? (at?.from ?? 0) : 0,
      bytes: left,
      isPageEmpty: chats.length === 0,
    });
    left = read.bytesLeft;
    if (read.next === undefined || read.messages.length > 0) chats.push(toExported(chat, read.messages));
    if (read.next !== undefined)
      return { chats, nextCursor: toCursor({ chat: chat.chatId, from: read.next }) };
  }
  const last = listed.length > CHATS_MAX ? listed[CHATS_MAX - 1] : undefined;
  return { chats, ...(last && { nextCursor: toCursor({ chat: last.chatId }) }) };
}

const toExported = (chat: ChatItem, messages: Message[]): ExportedChat => ({
  ...{ chatId: chat.chatId, name: chat.name, createdAt: chat.createdAt },
  ...(chat.pinnedAt !== undefined && { pinnedAt: chat.pinnedAt }),
  ...(chat.archivedAt !== undefined && { archivedAt: chat.archivedAt }),
  ...(chat.projectId !== undefined && { projectId: chat.projectId }),
  messages,
});

interface ChatPart {
  readonly from: number;
  readonly bytes: number;
  /** If true, the part's first turn is added whatever its size, so that every page makes progress. */
  readonly isPageEmpty: boolean;
}

/** `from` and `next` are indexes of turns. `next` is undefined at the chat's end. */
async function readMessages(owner: string, chat: ChatItem, { from, bytes, isPageEmpty }: ChatPart) {
  const { chatId } = chat;
  // The export has the turns of all branches, so this path has every index. `isTurnOnPath` still leaves out a turn
  // whose branch the chat does not list. Such a turn was taken back, and a late worker stored it afterwards.
  const all = { branches: branchesOf(chat), path: pathTo([]) };
  const messages: Message[] = [];
  let [next, bytesLeft]: [number | undefined, number] = [from, bytes];
  while (next !== undefined) {
    const { turns, hasMore } = await listTurnsFrom(owner, chatId, { limit: TURNS_AT_A_TIME, from: next });
    for (const turn of turns.filter((one) => isTurnOnPath(all, one))) {
      const some = toMessages([turn]);
      const size = Buffer.byteLength(JSON.stringify(some));
      const isNeeded = isPageEmpty && messages.length === 0;
      if (size > bytesLeft && !isNeeded) return { messages, next: turn.index, bytesLeft };
      messages.push(...some);
      bytesLeft -= size;
    }
    const last = turns.at(-1);
    next = hasMore && last ? last.index + 1 : undefined;
  }
  return { messages, next, bytesLeft };
}
