/** Rules of temporary chats (decision 0123). */
import { wordedError } from '#contract/server-worded-errors';
import { isTemporaryChat, TEMPORARY_CHAT_LIFE_MS, TEMPORARY_CHAT_PREFIX } from '#contract/temporary-chats';
import { inSeconds } from '../../store/unix-seconds.ts';
import { timeOf, uuidv7 } from '../uuidv7.ts';

export const newTemporaryId = (now: number): string => TEMPORARY_CHAT_PREFIX + uuidv7(now);

/**
 * Returns a temporary chat's expiry in Unix seconds; undefined for any other chat. The expiry follows from the creation
 * time in the id. So no use extends it, and a turn or file that is written late has the same expiry.
 */
export function expiryOf(chatId: string): number | undefined {
  if (!isTemporaryChat(chatId)) return undefined;
  const createdAt = timeOf(chatId.slice(TEMPORARY_CHAT_PREFIX.length)) ?? 0;
  return inSeconds(createdAt + TEMPORARY_CHAT_LIFE_MS);
}

/** @throws AppError `chat_is_temporary` for a temporary chat, whether it exists or not */
export function assertNotTemporary(chatId: string): void {
  if (isTemporaryChat(chatId)) throw wordedError('chat_is_temporary');
}
