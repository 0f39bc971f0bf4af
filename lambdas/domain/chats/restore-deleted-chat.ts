import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import type { ChatItem } from '../../store/chats/chats.ts';
import { restoreChat } from '../../store/chats/delete-and-restore.ts';
import { type ChangeOutcome, dropPin, pinChat } from '../../store/chats/pin-and-archive.ts';
import { describeOrThrow } from './pin-and-archive.ts';

/**
 * Restores a deleted chat with its pin (`restoreWithPin`).
 * @throws AppError `chat_not_found` when the chat is missing, expired, or still being imported
 */
export const restoreDeleted = async (owner: string, chatId: string): Promise<Chat> =>
  describeOrThrow(await restoreWithPin(owner, chatId, Date.now()));

/**
 * Restores a deleted chat with its pin. The pin is lost if the user already has as many other pinned chats as the limit
 * allows, or if other writes conflicted with every attempt to pin.
 */
export async function restoreWithPin(owner: string, chatId: string, now: number): Promise<ChangeOutcome> {
  const restored: ChatItem | undefined = await restoreChat(owner, chatId, now);
  if (restored?.pinnedAt === undefined) return restored ?? 'missing';
  const pinned = await pinChat(owner, chatId, now).catch((error: unknown): ChangeOutcome => {
    if (error instanceof AppError && error.code === 'too_many_requests') return 'full';
    throw error;
  });
  return pinned === 'full' ? dropPin(owner, chatId, now) : pinned;
}
