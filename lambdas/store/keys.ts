/** Keys and shared expressions of the tables. Ownership is part of every key (docs/architecture.md 5). */

/** Owner key of a guest: the chat id, a random capability, is all that a guest has. */
export const guestOwner = (chatId: string): string => `guest:${chatId}`;

export const ownerPartition = (owner: string): string => `OWNER#${owner}`;
export const chatSort = (chatId: string): string => `CHAT#${chatId}`;
export const turnPartition = (owner: string, chatId: string): string => `CHAT#${owner}#${chatId}`;
export const turnSort = (index: number): string => `MSG#${String(index).padStart(8, '0')}`;
/** Finds the chat that an item's key names, if it is a chat's. */
export function chatOfKey(pk: string, sk: string): { owner: string; chatId: string } | undefined {
  const [owner, chatId] = [cut(pk, ownerPartition('')), cut(sk, chatSort(''))];
  return owner && chatId ? { owner, chatId } : undefined;
}

const cut = (text: string, prefix: string): string | undefined =>
  text.startsWith(prefix) ? text.slice(prefix.length) : undefined;

/** `at` in milliseconds; days are UTC. */
export const daySort = (at: number): string => `DAY#${new Date(at).toISOString().slice(0, 10)}`;

/** Unix seconds, as TTL wants them. */
export const inSeconds = (ms: number): number => Math.floor(ms / 1000);
