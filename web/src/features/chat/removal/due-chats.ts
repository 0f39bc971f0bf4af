/** Which chats will be removed for their age, and whether the user knows. */
import type { Chat } from '#contract/entities';
import { browserStorage } from '../../../lib/storage.ts';

export interface DueChat {
  readonly chatId: string;
  /** ISO 8601. */
  readonly removeAt: string;
  readonly keptDays: number | undefined;
}

/** Picks the chats that are marked, the first to go first. */
export function dueOf(chats: readonly Chat[]): readonly DueChat[] {
  return chats
    .flatMap(({ chatId, removeAt, keptDays }) =>
      removeAt === undefined ? [] : [{ chatId, removeAt, keptDays }],
    )
    .sort((a, b) => a.removeAt.localeCompare(b.removeAt));
}

/** All that are due: what the list knows counts, and of older pages what it does not know. */
export function allDue(
  list: { readonly chats: readonly Chat[]; readonly removed: ReadonlySet<string> },
  older: readonly Chat[],
): readonly DueChat[] {
  const known = new Set(list.chats.map(({ chatId }) => chatId));
  const unknown = older.filter(({ chatId }) => !known.has(chatId) && !list.removed.has(chatId));
  return dueOf([...list.chats, ...unknown]);
}

const KEY = 'seenRemovals';
/** Ids alone: they name no person. A mark that is set again is another one. */
const nameOf = ({ chatId, removeAt }: DueChat): string => `${chatId} ${removeAt}`;

/** Notices that the user has put away, in this browser. */
export const seenRemovals = {
  hasAll(due: readonly DueChat[]): boolean {
    const seen = new Set((browserStorage.get(KEY) ?? '').split('\n'));
    return due.every((one) => seen.has(nameOf(one)));
  },
  set(due: readonly DueChat[]): void {
    browserStorage.set(KEY, due.map(nameOf).join('\n'));
  },
};

/** Reads the chats that are older than the list's, page by page, and returns those that are due. */
export async function olderDue(
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
