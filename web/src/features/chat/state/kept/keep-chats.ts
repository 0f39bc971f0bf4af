import { isTemporaryChat } from '#contract/temporary-chats';
import { browserStorage } from '../../../../lib/browser-storage.ts';
import {
  eraseKeptChats,
  inTransaction,
  type KeptList,
  type KeptPage,
  LIST_KEY,
  type ListRecord,
  mayKeep,
  type OpenedChat,
  owned,
  SHAPE,
  settled,
} from '../../../../lib/kept-chats-storage.ts';
import { KEPT_OWNER_KEY } from '../../../../lib/personal-data-storage.ts';
import type { Viewer } from '../../../../lib/session/session-state.ts';
import type { ChatController } from '../chats/chat-screen-controller.ts';
import type { ConversationState } from '../conversation/conversation-state.ts';
import { listToKeep, pageToKeep } from './list-and-page-to-keep.ts';

export const MAX_CHATS = 20;
/** Largest length of all kept chats together, as JSON in UTF-16 units. */
export const MAX_SIZE = 4_000_000;
/** Delay of a write after a change. */
const DELAY_MS = 1_000;
/** Longest time that a write then waits for an idle browser. A busy browser may be idle at no time. */
const IDLE_MS = 2_000;

interface Changes {
  readonly list: KeptList | undefined;
  readonly pages: ReadonlyMap<string, KeptPage>;
  readonly removed: ReadonlySet<string>;
}

/**
 * Keeps the list of chats and the open chat in this browser, but no streaming reply and no temporary chat. Returns a
 * function that writes pending changes and then stops.
 */
export function keepChats(controller: ChatController, viewer: Viewer): () => void {
  const pages = new Map<string, KeptPage>();
  let isListChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | undefined;
  let unwatch: (() => void) | undefined;
  let isStopped = false;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    // If IndexedDB hangs, only one write waits for it.
    if (writing) return;
    const { list } = controller;
    // Before the list has been read, a write could store an empty list, which the user would see at the next visit. So
    // the changes wait. When the list has been read, `onList` plans the next write.
    const { phase, isKept } = list.state.get();
    if (phase !== 'ready' && !isKept) return;
    const changes: Changes = {
      list: isListChanged ? listToKeep(list.state.get(), list.projects.state.get()) : undefined,
      pages: new Map(pages),
      removed: list.state.get().removed,
    };
    isListChanged = false;
    pages.clear();
    writing = writeChanges(viewer, changes).then((isWritten) => {
      writing = undefined;
      if (!isWritten) stop();
      else if (isListChanged || pages.size > 0)
        if (isStopped) write();
        else plan();
    });
  };
  const plan = () => {
    if (isStopped) return;
    timer ??= setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(write, { timeout: IDLE_MS });
      else write();
    }, DELAY_MS);
  };
  const onList = () => {
    isListChanged = true;
    plan();
  };
  let last: ConversationState['turns'] | undefined;
  const onConversation = () => {
    const open = controller.open.get();
    const state = open?.state.get();
    if (!open || !state || state.turns === last || isTemporaryChat(open.chatId)) return;
    const page = pageToKeep(state);
    if (!page) return;
    last = state.turns;
    pages.set(open.chatId, page);
    plan();
  };
  const onOpen = () => {
    unwatch?.();
    unwatch = controller.open.get()?.state.subscribe(onConversation);
    onConversation();
  };
  // A reload or a phone may end a hidden page before the timer fires.
  const onVisibility = () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) write();
  };
  document.addEventListener('visibilitychange', onVisibility);
  const stops = [
    controller.list.state.subscribe(onList),
    controller.list.projects.state.subscribe(onList),
    controller.open.subscribe(onOpen),
    () => document.removeEventListener('visibilitychange', onVisibility),
    () => unwatch?.(),
  ];
  function stop(): void {
    isStopped = true;
    for (const end of stops) end();
    clearTimeout(timer);
  }
  onList();
  onOpen();
  return () => {
    if (isStopped) return;
    stop();
    if (timer !== undefined) write();
  };
}

/**
 * Writes in one transaction, so that two tabs do not undo each other's writes. If IndexedDB fails, erases all kept
 * chats and resolves with false.
 */
async function writeChanges(viewer: Viewer, changes: Changes): Promise<boolean> {
  if (!mayKeep(viewer)) return true;
  browserStorage.set(KEPT_OWNER_KEY, viewer.owner);
  try {
    await inTransaction('readwrite', (records) => putChanges(records, viewer.owner, changes));
  } catch (error) {
    console.warn('Chats cannot be kept in this browser', error);
    await eraseKeptChats();
    return false;
  }
  // A logout in another tab may have erased the records just before this write.
  if (!mayKeep(viewer)) await eraseKeptChats();
  return true;
}

async function putChanges(
  records: IDBObjectStore,
  owner: string,
  { list, pages, removed }: Changes,
): Promise<void> {
  const stored: ListRecord | undefined = await settled(records.get(LIST_KEY));
  const known = owned(stored, owner);
  if (!known) records.clear();
  const at = Date.now();
  const added = [...pages].map(([chatId, page]) => ({ chatId, at, size: JSON.stringify(page).length }));
  const others = (known?.opened ?? []).filter(({ chatId }) => !pages.has(chatId));
  const [kept, left] = bounded([...added, ...others], removed);
  const record: ListRecord = {
    ...{ chats: [], projects: [], nextCursor: undefined },
    ...known,
    ...list,
    ...{ owner, shape: SHAPE, opened: kept },
  };
  records.put(record, LIST_KEY);
  for (const [chatId, page] of pages) records.put({ ...page, owner, shape: SHAPE }, chatId);
  for (const { chatId } of left) records.delete(chatId);
  await settled(records.transaction);
}

/**
 * Divides the kept chats into those that stay and those to erase. The last written chats stay, as far as MAX_CHATS and
 * MAX_SIZE allow.
 */
export function bounded(
  opened: readonly OpenedChat[],
  removed: ReadonlySet<string>,
): [kept: OpenedChat[], left: OpenedChat[]] {
  const kept: OpenedChat[] = [];
  const left: OpenedChat[] = [];
  let size = 0;
  for (const chat of [...opened].sort((a, b) => b.at - a.at)) {
    const fits = kept.length < MAX_CHATS && size + chat.size <= MAX_SIZE && !removed.has(chat.chatId);
    if (fits) size += chat.size;
    (fits ? kept : left).push(chat);
  }
  return [kept, left];
}
