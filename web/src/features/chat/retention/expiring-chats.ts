import type { Chat } from '#contract/entities';
import { browserStorage } from '../../../lib/browser-storage.ts';

interface ExpiringChat {
  readonly chatId: string;
  /** Time of the removal, in ISO 8601. */
  readonly removeAt: string;
  /** Number of days for which the user's plan keeps an unused chat. */
  readonly keptDays: number | undefined;
}

export function expiringIn(chats: readonly Chat[]): readonly ExpiringChat[] {
  return chats
    .flatMap(({ chatId, removeAt, keptDays }) =>
      removeAt === undefined ? [] : [{ chatId, removeAt, keptDays }],
    )
    .sort((a, b) => a.removeAt.localeCompare(b.removeAt));
}

/**
 * Adds `older`, chats from pages that the list has not read. Ignores a chat of `older` that the list contains or knows
 * to be deleted, because only the list receives later changes.
 */
export function allExpiring(
  list: { readonly chats: readonly Chat[]; readonly removed: ReadonlySet<string> },
  older: readonly Chat[],
): readonly ExpiringChat[] {
  const known = new Set(list.chats.map(({ chatId }) => chatId));
  const unknown = older.filter(({ chatId }) => !known.has(chatId) && !list.removed.has(chatId));
  return expiringIn([...list.chats, ...unknown]);
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
/** `at` is ISO 8601. */
export const formatRemovalDay = (at: string): string => day.format(new Date(at));

const KEY = 'seenRemovals';
/** Contains the removal time, so that the notice is shown again when that time changes. */
const noticeKey = ({ chatId, removeAt }: ExpiringChat): string => `${chatId} ${removeAt}`;

export const dismissedNotices = {
  hasAll(due: readonly ExpiringChat[]): boolean {
    const seen = new Set((browserStorage.get(KEY) ?? '').split('\n'));
    return due.every((one) => seen.has(noticeKey(one)));
  },
  set(due: readonly ExpiringChat[]): void {
    browserStorage.set(KEY, due.map(noticeKey).join('\n'));
  },
};

/**
 * Reads the later pages of the chat list, from the cursor `from` on. After an abort, returns the chats found so far.
 */
export async function readOlderExpiring(
  readPage: (cursor: string) => Promise<{ chats: Chat[]; nextCursor?: string | undefined }>,
  from: string,
  signal: AbortSignal,
): Promise<readonly Chat[]> {
  const found: Chat[] = [];
  let cursor: string | undefined = from;
  while (cursor !== undefined && !signal.aborted) {
    const page: { chats: Chat[]; nextCursor?: string | undefined } = await readPage(cursor);
    // `readPage` asks only for expiring chats. A server of an earlier deployment does not know this filter, and answers
    // with all chats.
    found.push(...page.chats.filter(({ removeAt }) => removeAt !== undefined));
    cursor = page.nextCursor;
  }
  return found;
}
