import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import {
  archiveChat,
  type ChangeOutcome,
  pinChat,
  unarchiveChat,
  unpinChat,
} from '../../store/chats/pin-and-archive.ts';
import { describeChat } from './pick-chat-fields-for-owner.ts';
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

export function describeOrThrow(outcome: ChangeOutcome): Chat {
  if (outcome === 'missing') throw new AppError('chat_not_found');
  if (outcome === 'full') throw new AppError('too_many_pinned');
  return describeChat(outcome);
}
