import type { Chat } from '#contract/entities';
import { browserStorage } from '../../../lib/browser-storage.ts';

interface ExpiringChat {
  readonly chatId: string;
  /** Time of the removal, in ISO 8601. */
  readonly removeAt: string;
  readonly isArchived: boolean;
  /** Number of days for which the user's plan keeps an unused chat. */
  readonly keptDays: number | undefined;
}

export function expiringIn(chats: readonly Chat[]): readonly ExpiringChat[] {
  return chats
    .flatMap(({ chatId, removeAt, keptDays, archivedAt }) =>
      removeAt === undefined ? [] : [{ chatId, removeAt, keptDays, isArchived: archivedAt !== undefined }],
    )
    .sort((a, b) => a.removeAt.localeCompare(b.removeAt));
}

/**
 * Adds `others`, chats that the list may lack: archived ones, and those of pages that it has not read. Ignores a chat
 * of `others` that the list contains or knows to be deleted, because only the list receives later changes.
 */
export function allExpiring(
  list: { readonly chats: readonly Chat[]; readonly removed: ReadonlySet<string> },
  others: readonly Chat[],
): readonly ExpiringChat[] {
  const known = new Set(list.chats.map(({ chatId }) => chatId));
  const unknown = others.filter(({ chatId }) => !known.has(chatId) && !list.removed.has(chatId));
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
 * Reads all pages of the expiring chats. After an abort, returns the chats found so far.
 */
export async function readAllExpiring(
  readPage: (cursor?: string) => Promise<{ chats: Chat[]; nextCursor?: string | undefined }>,
  signal: AbortSignal,
): Promise<readonly Chat[]> {
  const found: Chat[] = [];
  let cursor: string | undefined;
  do {
    const page: { chats: Chat[]; nextCursor?: string | undefined } = await readPage(cursor);
    // `readPage` asks only for expiring chats. A server of an earlier deployment does not know this filter, and answers
    // with all chats.
    found.push(...page.chats.filter(({ removeAt }) => removeAt !== undefined));
    cursor = page.nextCursor;
  } while (cursor !== undefined && !signal.aborted);
  return found;
}
