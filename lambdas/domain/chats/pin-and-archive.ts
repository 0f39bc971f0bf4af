import type { Chat } from '#contract/entities';
import { AppError } from '#contract/errors';
import type { ChatItem } from '../../store/chats/chats.ts';
import { restoreChat } from '../../store/chats/delete-and-restore.ts';
import {
  archiveChat,
  type ChangeOutcome,
  dropPin,
  pinChat,
  unarchiveChat,
  unpinChat,
} from '../../store/chats/pin-and-archive.ts';
import { describeChat } from './describe-chat.ts';
import { assertNotTemporary } from './temporary-chat-rules.ts';

/**
 * Pins or unpins a chat.
 * @throws AppError `chat_not_found`; `chat_is_temporary`; `too_many_pinned` at the limit of pinned chats;
 * `too_many_requests` when other writes conflicted with every attempt
 */
export async function setPinned(owner: string, chatId: string, isPinned: boolean): Promise<Chat> {
  assertNotTemporary(chatId);
  return describeOrThrow(await (isPinned ? pinChat : unpinChat)(owner, chatId, Date.now()));
}

/**
 * Archives a chat and unpins it, or takes a chat out of the archive.
 * @throws AppError `chat_not_found`; `chat_is_temporary`; `too_many_requests` when other writes conflicted with every
 * attempt to archive
 */
export async function setArchived(owner: string, chatId: string, isArchived: boolean): Promise<Chat> {
  assertNotTemporary(chatId);
  return describeOrThrow(await (isArchived ? archiveChat : unarchiveChat)(owner, chatId, Date.now()));
}

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

function describeOrThrow(outcome: ChangeOutcome): Chat {
  if (outcome === 'missing') throw new AppError('chat_not_found');
  if (outcome === 'full') throw new AppError('too_many_pinned');
  return describeChat(outcome);
}
