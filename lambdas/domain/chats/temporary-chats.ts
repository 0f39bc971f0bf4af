/** Rules of temporary chats (decision 0123). Their creation is in `create-chat.ts`. */
import { AppError } from '#contract/errors';
import { isTemporaryChat, TEMPORARY_CHAT_LIFE_MS, TEMPORARY_CHAT_PREFIX } from '#contract/temporary-chats';
import { inSeconds } from '../../store/keys.ts';
import { timeOf, uuidv7 } from '../uuid.ts';

export const newTemporaryId = (now: number): string => TEMPORARY_CHAT_PREFIX + uuidv7(now);

/**
 * Returns the expiry in Unix seconds of everything in a temporary chat; undefined for any other chat. The expiry
 * follows from the creation time that the id contains. So no use of the chat extends it, and rows that are written late
 * have it too.
 */
export function expiryOf(chatId: string): number | undefined {
  if (!isTemporaryChat(chatId)) return undefined;
  const createdAt = timeOf(chatId.slice(TEMPORARY_CHAT_PREFIX.length)) ?? 0;
  return inSeconds(createdAt + TEMPORARY_CHAT_LIFE_MS);
}

/** @throws AppError `chat_is_temporary` for a temporary chat, whether it exists or not */
export function assertNotTemporary(chatId: string): void {
  if (isTemporaryChat(chatId)) throw new AppError('chat_is_temporary');
}
