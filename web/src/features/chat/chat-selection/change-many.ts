/**
 * Archives, moves and deletes several chats at once. Changes the list before the calls, and puts back the chats whose
 * call failed.
 */
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { deleteChat, restoreChat } from '../api/early-chat-calls.ts';
import { setChatArchived, setChatPinned } from '../api/lazy-chat-calls.ts';
import { addNotice, newNotice, type PageNotice, pageNotices } from '../dialogs/page-notices-state.ts';
import { discardDraft } from '../files/discard-draft-files.ts';
import { setChatProject } from '../projects/project-actions.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { changeUnsaved } from '../state/chats/optimistic-chat-changes.ts';
import { selectionCopy as copy } from './copy.ts';
import { selectedChats } from './selected-chats.ts';

type Controller = Pick<ChatController, 'list' | 'deletion' | 'fileDrafts'>;

/** Calls in progress at the same time. More at once could exceed the API's rate limit. */
const CALLS_AT_ONCE = 4;

export async function archiveMany(controller: Controller, chats: readonly Chat[]): Promise<void> {
  const { list } = controller;
  const archivedAt = new Date().toISOString();
  const ends = new Map(
    chats.map((chat) => {
      const unpinned = changeUnsaved(list, chat, 'pinnedAt', undefined);
      const archived = changeUnsaved(list, chat, 'archivedAt', archivedAt);
      return [chat, (isSaved: boolean) => [unpinned, archived].map((end) => end(isSaved))];
    }),
  );
  await changeMany(chats, {
    request: async (chat) => {
      await setChatArchived(chat.chatId, true);
      ends.get(chat)?.(true);
    },
    putBack: (chat) => ends.get(chat)?.(false),
    texts: { done: copy.archived, failed: copy.archiveFailed },
    undo: async (done) => {
      const pinned = await pinAgain(done);
      const unpinned = done.filter((chat) => !pinned.has(chat));
      const failed = await callEach(unpinned, ({ chatId }) => setChatArchived(chatId, false));
      for (const chat of without(done, failed))
        list.put({
          ...(list.find(chat.chatId) ?? chat),
          ...{ archivedAt: undefined, pinnedAt: pinned.get(chat) },
        });
      showFailed(
        without(unpinned, failed).filter(({ pinnedAt }) => pinnedAt !== undefined),
        copy.notPinnedAgain,
      );
      return showFailed(failed, copy.archiveUndoFailed);
    },
  });
}

/**
 * Pins the chats that were pinned before they were archived. Pinning also restores a chat from the archive.
 * @returns the time of each new pin; a chat that could not be pinned is missing
 */
async function pinAgain(archived: readonly Chat[]): Promise<ReadonlyMap<Chat, string>> {
  const pinned = new Map<Chat, string>();
  const wasPinned = archived.filter(({ pinnedAt }) => pinnedAt !== undefined);
  await callEach(wasPinned, async (chat) => {
    await setChatPinned(chat.chatId, true);
    pinned.set(chat, new Date().toISOString());
  });
  return pinned;
}

/**
 * Moves chats into a project, or out of their projects if `projectId` is undefined. Chats whose call failed are put
 * back and selected, so that the user can retry.
 */
export async function moveMany(
  { list }: Controller,
  chats: readonly Chat[],
  projectId: string | undefined,
): Promise<void> {
  const moving = chats.filter((chat) => chat.projectId !== projectId);
  if (moving.length === 0) return;
  /** False for a chat that the user or another device has moved again since. */
  const isInPlace = ({ chatId }: Chat) => (list.find(chatId) ?? { projectId }).projectId === projectId;
  const ends = new Map(moving.map((chat) => [chat, changeUnsaved(list, chat, 'projectId', projectId)]));
  const failed = await changeMany(moving, {
    request: async (chat) => {
      await setChatProject(chat.chatId, projectId);
      ends.get(chat)?.(true);
    },
    putBack: (chat) => ends.get(chat)?.(false),
    texts: { done: copy.moved, failed: copy.moveFailed },
    undo: async (done) => {
      const back = done.filter(isInPlace);
      const kept = await callEach(back, (chat) => setChatProject(chat.chatId, chat.projectId));
      for (const chat of without(back, kept).filter(isInPlace))
        list.change(chat.chatId, { projectId: chat.projectId });
      return showFailed(kept, copy.moveUndoFailed);
    },
  });
  if (failed.length > 0)
    selectedChats.set(new Set([...(selectedChats.get() ?? []), ...failed.map(({ chatId }) => chatId)]));
}

export async function deleteMany(controller: Controller, chats: readonly Chat[]): Promise<void> {
  const { list, deletion, fileDrafts } = controller;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const [open] = chats.filter(({ chatId }) => deletion.remove(chatId, ended));
  const deleting = changeMany(chats, {
    request: ({ chatId }) =>
      deleteChat(chatId).catch((error: unknown) => {
        // The server may have deleted the chat although this call failed, for example if the response was lost. The
        // chat counts as deleted if the server has told of the deletion by a frame, or if it does not find the chat.
        if (!list.isDeleted(chatId) && !isMissing(error)) throw error;
      }),
    putBack: (chat) => list.add(chat),
    texts: { done: copy.deleted, failed: copy.deleteFailed },
    undo: async (done) => {
      const failed = await callEach(done, async ({ chatId }) => list.add(await restoreChat(chatId)));
      showFailed(failed, copy.deleteUndoFailed);
      return open && without(done, failed).includes(open) ? open.chatId : undefined;
    },
    onFinal: (done) => {
      // A chat that is in the list again was restored, for example on another device, so it keeps its draft.
      for (const { chatId } of done) if (!list.find(chatId)) void discardDraft(fileDrafts, chatId);
    },
  });
  await deleting.finally(end);
}

/** True if the chat no longer exists, so that it counts as deleted. */
const isMissing = (error: unknown): boolean => error instanceof AppError && error.code === 'chat_not_found';

interface ManyChange {
  readonly request: (chat: Chat) => Promise<unknown>;
  readonly putBack: (chat: Chat) => void;
  readonly texts: Readonly<Record<'done' | 'failed', (count: number) => string>>;
  /** Undoes the change of the chats in `done`. Resolves with the id of the chat to open again, if any. */
  readonly undo: (done: readonly Chat[]) => Promise<string | undefined>;
  /** Called with the changed chats once all calls have ended and Undo is gone without being used. @default nothing */
  readonly onFinal?: (done: readonly Chat[]) => void;
}

/**
 * Sends the request of each chat, and shows a notice with Undo at once. If calls fail, a second notice counts the
 * changed and the failed chats. Undo waits until all calls have ended. Resolves with the chats whose call failed, or
 * with none if the user has pressed Undo before: the failed chats are then as the user wants them.
 */
async function changeMany(
  chats: readonly Chat[],
  { request, putBack, texts, undo, onFinal }: ManyChange,
): Promise<readonly Chat[]> {
  const ended = callEach(chats, request);
  let isUndone = false;
  const undoAll = async () => {
    isUndone = true;
    return undo(without(chats, await ended));
  };
  const first = newNotice([texts.done(chats.length)], undoAll);
  pageNotices.set([first]);
  whenNotOffered(undoAll, async () => {
    const done = without(chats, await ended);
    if (!isUndone) onFinal?.(done);
  });
  const failed = await ended;
  if (failed.length === 0) return failed;
  for (const chat of failed) putBack(chat);
  if (isUndone) return [];
  const done = chats.length - failed.length;
  const said = [...(done > 0 ? [texts.done(done)] : []), texts.failed(failed.length)];
  // If the first notice is gone, the user has let Undo go, so the second notice does not offer it either.
  const shown = pageNotices.get();
  const canUndo = done > 0 && shown.includes(first);
  pageNotices.set([
    ...shown.filter((notice) => notice !== first),
    newNotice(said, canUndo ? undoAll : undefined),
  ]);
  return failed;
}

/**
 * Calls `then` once, when no notice offers `undo` any more. After a click on Undo, the order is: the notice is removed,
 * `then` starts, and `undo` is called. So `then` must await something before it checks if `undo` was called.
 */
function whenNotOffered(undo: PageNotice['undo'], then: () => void): void {
  const stop = pageNotices.subscribe(() => {
    if (pageNotices.get().some((notice) => notice.undo === undo)) return;
    stop();
    then();
  });
}

/** Calls `request` for each chat. Resolves with the chats whose request failed. */
async function callEach(chats: readonly Chat[], request: (chat: Chat) => Promise<unknown>): Promise<Chat[]> {
  const failed: Chat[] = [];
  const waiting = chats.values();
  const callNext = async () => {
    for (const chat of waiting)
      try {
        await request(chat);
      } catch (error) {
        console.warn(
          'One of several chats could not be changed',
          error instanceof AppError ? error.code : '',
        );
        failed.push(chat);
      }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, callNext));
  return failed;
}

const without = (chats: readonly Chat[], others: readonly Chat[]): Chat[] =>
  chats.filter((chat) => !others.includes(chat));

function showFailed(failed: readonly Chat[], text: (count: number) => string): undefined {
  if (failed.length > 0) addNotice(text(failed.length));
}
