/**
 * Keys of the items that belong to an owner, and the forms in which keys and items store times. Every key of such an
 * item contains the owner (docs/architecture.md 5).
 */

/** Returns the owner key of a guest. It is the chat id, because a guest's only credential is that random id. */
export const guestOwner = (chatId: string): string => `guest:${chatId}`;
export const isGuestOwner = (owner: string): boolean => owner.startsWith(guestOwner(''));

export const ownerPartition = (owner: string): string => `OWNER#${owner}`;
export const chatSort = (chatId: string): string => `CHAT#${chatId}`;
export const turnPartition = (owner: string, chatId: string): string => `CHAT#${owner}#${chatId}`;
export const turnSort = (index: number): string => `MSG#${String(index).padStart(8, '0')}`;
export const fileSort = (fileId: string): string => `FILE#${fileId}`;
/** Returns the chat that an item's key names, or undefined when the key is not that of a chat. */
export function chatOfKey(pk: string, sk: string): { owner: string; chatId: string } | undefined {
  const [owner, chatId] = [cut(pk, ownerPartition('')), cut(sk, chatSort(''))];
  return owner && chatId ? { owner, chatId } : undefined;
}

/** Returns the file that an item's key names, or undefined when the key is not that of a file. */
export function fileOfKey(pk: string, sk: string): { owner: string; fileId: string } | undefined {
  const [owner, fileId] = [cut(pk, ownerPartition('')), cut(sk, fileSort(''))];
  return owner && fileId ? { owner, fileId } : undefined;
}

const cut = (text: string, prefix: string): string | undefined =>
  text.startsWith(prefix) ? text.slice(prefix.length) : undefined;

/** Returns the sort key of the UTC day that contains `at` (milliseconds). */
export const daySort = (at: number): string => `DAY#${new Date(at).toISOString().slice(0, 10)}`;

/** Converts milliseconds to Unix seconds, the unit of TTL. */
export const inSeconds = (ms: number): number => Math.floor(ms / 1000);
