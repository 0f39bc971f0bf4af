/** Chats that will be removed because they are not used, and the notices about them that the user has dismissed. */
import type { Chat } from '#contract/entities';
import { browserStorage } from '../../../lib/browser-storage.ts';

interface ExpiringChat {
  readonly chatId: string;
  /** Time of the removal, in ISO 8601. */
  readonly removeAt: string;
  /** Number of days for which the user's plan keeps an unused chat. */
  readonly keptDays: number | undefined;
}

/** Returns the chats that have a removal day, the earliest removal first. */
export function expiringIn(chats: readonly Chat[]): readonly ExpiringChat[] {
  return chats
    .flatMap(({ chatId, removeAt, keptDays }) =>
      removeAt === undefined ? [] : [{ chatId, removeAt, keptDays }],
    )
    .sort((a, b) => a.removeAt.localeCompare(b.removeAt));
}

/**
 * Returns the expiring chats of the chat list and of `older`, the chats of pages that the list had not read. Ignores a
 * chat of `older` that the list contains or knows to be deleted, because only the list receives later changes.
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
/** Formats the day of a removal in the browser's locale. `at` is ISO 8601. */
export const formatRemovalDay = (at: string): string => day.format(new Date(at));

const KEY = 'seenRemovals';
/** Identifies a notice by the chat's id and the removal time, so that a new removal time shows the notice again. */
const noticeKey = ({ chatId, removeAt }: ExpiringChat): string => `${chatId} ${removeAt}`;

/** Notices that the user has dismissed, in this browser's storage. */
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
 * Reads the pages of the chat list from the cursor `from` on, and returns their expiring chats. After an abort, returns
 * the chats found so far.
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
