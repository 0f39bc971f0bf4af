/**
 * Keys of items that belong to an owner, and of a day. The keys of an owner's items contain the owner
 * (docs/architecture.md 5), except those of shares and of the rows of feedback that operators read (`feedback.ts`).
 */

import { isTemporaryChat, TEMPORARY_CHAT_PREFIX } from '#contract/temporary-chats';

/**
 * Returns the owner of a guest's items. It contains the id of the guest's chat, because this random id is the guest's
 * only credential.
 */
export const guestOwner = (chatId: string): string => `guest:${chatId}`;
export const isGuestOwner = (owner: string): boolean => owner.startsWith(guestOwner(''));

export const ownerPartition = (owner: string): string => `OWNER#${owner}`;
/**
 * Returns the sort key of a chat's item. Temporary chats have another prefix, so they are missing from lists, the
 * archive, exports, the removal of unused chats and rebuilds of the search index: all of these read the range `CHAT#`.
 */
export const chatSort = (chatId: string): string =>
  isTemporaryChat(chatId)
    ? `${TEMPORARY_SORT}${chatId.slice(TEMPORARY_CHAT_PREFIX.length)}`
    : `CHAT#${chatId}`;
export const TEMPORARY_SORT = 'TEMP#';
export const turnPartition = (owner: string, chatId: string): string => `CHAT#${owner}#${chatId}`;
export const turnSort = (index: number): string => `MSG#${String(index).padStart(8, '0')}`;
export const sharePartition = (shareId: string): string => `SHARE#${shareId}`;
export const shareSort = (shareId: string): string => `SHARE#${shareId}`;
export const fileSort = (fileId: string): string => `FILE#${fileId}`;
/** Stands in place of a project's id in the sort key of the user's own instructions (`instructions.ts`). */
export const OWN_INSTRUCTIONS = 'own';
/** Returns the sort key of a project's instructions and files (`project-context.ts`). */
export const projectContextSort = (projectId: string): string => `INSTRUCTIONS#${projectId}`;
export function chatOfKey(pk: string, sk: string): { owner: string; chatId: string } | undefined {
  const [owner, chatId, temporary] = [
    cut(pk, ownerPartition('')),
    cut(sk, chatSort('')),
    cut(sk, TEMPORARY_SORT),
  ];
  if (owner && temporary) return { owner, chatId: TEMPORARY_CHAT_PREFIX + temporary };
  return owner && chatId ? { owner, chatId } : undefined;
}

export function fileOfKey(pk: string, sk: string): { owner: string; fileId: string } | undefined {
  const [owner, fileId] = [cut(pk, ownerPartition('')), cut(sk, fileSort(''))];
  return owner && fileId ? { owner, fileId } : undefined;
}

/**
 * Returns the project whose instructions and files are stored under a key. Returns undefined for any other key, also
 * for that of the user's own instructions.
 */
export function projectOfContextKey(
  pk: string,
  sk: string,
): { owner: string; projectId: string } | undefined {
  const [owner, projectId] = [cut(pk, ownerPartition('')), cut(sk, projectContextSort(''))];
  return owner && projectId && projectId !== OWN_INSTRUCTIONS ? { owner, projectId } : undefined;
}

const cut = (text: string, prefix: string): string | undefined =>
  text.startsWith(prefix) ? text.slice(prefix.length) : undefined;

/** Returns the sort key of the UTC day that contains `at` (milliseconds). */
export const daySort = (at: number): string => `DAY#${new Date(at).toISOString().slice(0, 10)}`;
