/**
 * Keys of the items that belong to an owner, and the forms in which keys and items store times. Every such key contains
 * the owner (docs/architecture.md 5), except that of a share, which its readers find by the share's id. Feedback also
 * has rows without the owner in their keys, which operators list (`feedback.ts`).
 */

import { isTemporaryChat, TEMPORARY_CHAT_PREFIX } from '#contract/temporary-chats';

/** Returns the owner key of a guest. It is the chat id, because a guest's only credential is that random id. */
export const guestOwner = (chatId: string): string => `guest:${chatId}`;
export const isGuestOwner = (owner: string): boolean => owner.startsWith(guestOwner(''));

export const ownerPartition = (owner: string): string => `OWNER#${owner}`;
/**
 * Returns the sort key of a chat's item. Temporary chats have keys of their own, so that nothing that reads or walks
 * `CHAT#` finds them: lists, the archive, exports, retention, a rebuild of the search index.
 */
export const chatSort = (chatId: string): string =>
  isTemporaryChat(chatId)
    ? `${TEMPORARY_SORT}${chatId.slice(TEMPORARY_CHAT_PREFIX.length)}`
    : `CHAT#${chatId}`;
/** Begins the sort keys of temporary chats. */
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
/** Returns the chat that an item's key names, or undefined when the key is not that of a chat. */
export function chatOfKey(pk: string, sk: string): { owner: string; chatId: string } | undefined {
  const [owner, chatId, temporary] = [
    cut(pk, ownerPartition('')),
    cut(sk, chatSort('')),
    cut(sk, TEMPORARY_SORT),
  ];
  if (owner && temporary) return { owner, chatId: TEMPORARY_CHAT_PREFIX + temporary };
  return owner && chatId ? { owner, chatId } : undefined;
}

/** Returns the file that an item's key names, or undefined when the key is not that of a file. */
export function fileOfKey(pk: string, sk: string): { owner: string; fileId: string } | undefined {
  const [owner, fileId] = [cut(pk, ownerPartition('')), cut(sk, fileSort(''))];
  return owner && fileId ? { owner, fileId } : undefined;
}

/**
 * Returns the project whose context is stored under a key, or undefined when the key is not that of a context. The key
 * of the user's own instructions has the same form, but no project.
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

/** Converts milliseconds to Unix seconds, the unit of TTL. */
export const inSeconds = (ms: number): number => Math.floor(ms / 1000);
