/** Pins and archives chats. Changes the list before the request, and restores the list if the request fails. */
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { setChatArchived, setChatPinned } from '../api/lazy-chat-calls.ts';
import type { ChatNotice } from '../state/chats/chat-notice.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { changeUnsaved } from '../state/chats/optimistic-chat-changes.ts';

type Controller = Pick<ChatController, 'list' | 'deletion'>;
type Place = Pick<Chat, 'pinnedAt' | 'archivedAt' | 'removeAt'>;
type Kind = ChatNotice['kind'];

/**
 * Pins or unpins a chat. Pinning also restores the chat from the archive, and takes away its removal day. Resolves with
 * false after a failure.
 */
export function setPinned(controller: Controller, chat: Chat, isPinned: boolean): Promise<boolean> {
  const pin = isPinned ? { pinnedAt: now(), removeAt: undefined } : { pinnedAt: undefined };
  const place = { ...pin, archivedAt: undefined };
  return move(controller, chat, place, {
    request: () => setChatPinned(chat.chatId, isPinned),
    failed: isPinned ? 'pinFailed' : 'unpinFailed',
  });
}

/**
 * Archives a chat, which also unpins it, and shows a notice with Undo. With `isArchived` false, restores the chat from
 * the archive. Resolves with false after a failure.
 */
export function setArchived(controller: Controller, chat: Chat, isArchived: boolean): Promise<boolean> {
  if (isArchived) controller.deletion.notify('archived', { chat, wasOpen: false });
  const place = { pinnedAt: undefined, archivedAt: isArchived ? now() : undefined };
  return move(controller, chat, place, {
    request: () => setChatArchived(chat.chatId, isArchived),
    failed: isArchived ? 'archiveFailed' : 'unarchiveFailed',
  });
}

/**
 * Restores a chat that was archived from this page, with its pin if it had one. If the pin fails, for example because
 * too many chats are pinned, restores the chat without it. Resolves with false if the chat stays archived.
 */
export async function undoArchiving(
  controller: Controller,
  chat: Chat,
  wasPinned: boolean,
): Promise<boolean> {
  const isPinned = wasPinned && (await setPinned(controller, chat, true));
  return isPinned || setArchived(controller, chat, false);
}

const now = (): string => new Date().toISOString();

async function move(
  { list, deletion }: Controller,
  chat: Chat,
  place: Place,
  { request, failed }: { readonly request: () => Promise<void>; readonly failed: Kind },
): Promise<boolean> {
  const ends = [
    changeUnsaved(list, chat, 'pinnedAt', place.pinnedAt),
    changeUnsaved(list, chat, 'archivedAt', place.archivedAt),
    ...('removeAt' in place ? [changeUnsaved(list, chat, 'removeAt', place.removeAt)] : []),
  ];
  list.put({ ...chat, ...place });
  try {
    await request();
    for (const end of ends) end(true);
    return true;
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    console.warn('A chat could not be pinned or archived', code ?? '');
    for (const end of ends) end(false);
    deletion.notify(code === 'too_many_pinned' ? 'pinFull' : failed, { chat, wasOpen: false });
    return false;
  }
}
