/** Which chats will be removed for their age, and whether the user knows. */
import type { Chat } from '#contract/entities';
import { browserStorage } from '../../../lib/storage.ts';

export interface ExpiringChat {
  readonly chatId: string;
  /** ISO 8601. */
  readonly removeAt: string;
  readonly keptDays: number | undefined;
}

/** Picks the chats that are marked, the first to go first. */
export function expiringIn(chats: readonly Chat[]): readonly ExpiringChat[] {
  return chats
    .flatMap(({ chatId, removeAt, keptDays }) =>
      removeAt === undefined ? [] : [{ chatId, removeAt, keptDays }],
    )
    .sort((a, b) => a.removeAt.localeCompare(b.removeAt));
}

/** All that are due: what the list knows counts, and of older pages what it does not know. */
export function allExpiring(
  list: { readonly chats: readonly Chat[]; readonly removed: ReadonlySet<string> },
  older: readonly Chat[],
): readonly ExpiringChat[] {
  const known = new Set(list.chats.map(({ chatId }) => chatId));
  const unknown = older.filter(({ chatId }) => !known.has(chatId) && !list.removed.has(chatId));
  return expiringIn([...list.chats, ...unknown]);
}

const KEY = 'seenRemovals';
/** Ids alone: they name no person. A mark that is set again is another one. */
const noticeKey = ({ chatId, removeAt }: ExpiringChat): string => `${chatId} ${removeAt}`;

/** Notices that the user has put away, in this browser. */
export const dismissedNotices = {
  hasAll(due: readonly ExpiringChat[]): boolean {
    const seen = new Set((browserStorage.get(KEY) ?? '').split('\n'));
    return due.every((one) => seen.has(noticeKey(one)));
  },
  set(due: readonly ExpiringChat[]): void {
    browserStorage.set(KEY, due.map(noticeKey).join('\n'));
  },
};

/** Reads the chats that are older than the list's, page by page, and returns those that are due. */
export async function readOlderExpiring(
  readPage: (cursor: string) => Promise<{ chats: Chat[]; nextCursor?: string | undefined }>,
  from: string,
  signal: AbortSignal,
): Promise<readonly Chat[]> {
  const found: Chat[] = [];
  let cursor: string | undefined = from;
  while (cursor !== undefined && !signal.aborted) {
    const page: { chats: Chat[]; nextCursor?: string | undefined } = await readPage(cursor);
    found.push(...page.chats.filter(({ removeAt }) => removeAt !== undefined));
    cursor = page.nextCursor;
  }
  return found;
}
