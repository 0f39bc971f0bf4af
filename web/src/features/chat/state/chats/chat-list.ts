import type { Announcement } from '#contract/announcements';
import type { Chat } from '#contract/entities';
import type { HttpResponse } from '#contract/http';
import { isTemporaryChat } from '#contract/temporary-chats';
import type { KeptList } from '../../../../lib/kept-chats-storage.ts';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import { Projects } from './projects.ts';

interface ChatListState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /**
   * True while `chats` is the list that this browser has kept, not yet brought up to date. `phase` is then `loading`.
   */
  readonly isKept: boolean;
  /** Known chats, the last created one first. Archived and temporary chats that were opened are among them. */
  readonly chats: readonly Chat[];
  /** Cursor of the next older page; undefined if there is none. */
  readonly nextCursor: string | undefined;
  /** State of the request for the next older page. */
  readonly more: 'idle' | 'loading' | 'failed';
  /**
   * Ids of the chats that this client knows to be deleted since the web page was loaded, by itself or another client.
   */
  readonly removed: ReadonlySet<string>;
  /** The operator's announcement, from the last read of the newest page. */
  readonly announcement?: Announcement | undefined;
}

export interface ChatListPorts {
  readonly readPage: (cursor?: string, projectId?: string) => Promise<HttpResponse<'getChats'>>;
}

/** List of the user's chats: the pages that have been read, and the changes since. */
export class ChatList {
  readonly state: ReadStore<ChatListState>;
  readonly projects = new Projects();
  readonly #store = createStore<ChatListState>({
    phase: 'loading',
    isKept: false,
    chats: [],
    nextCursor: undefined,
    more: 'idle',
    removed: new Set(),
  });
  readonly #ports: ChatListPorts;
  /**
   * Holds a map for each read in progress: the changes made to chats since the read began, by chat id. The page that
   * the read returns may be older than these changes.
   */
  readonly #changes = new Set<Map<string, Partial<Chat>>>();
  /**
   * Ids of the kept chats that the server has not confirmed yet. `restore` sets them. `add` and `#mergePage` remove the
   * ids of the chats that they add or read. When the newest page has been read, the chats of the remaining ids leave
   * the list, unless they are in the page.
   */
  #unconfirmed: ReadonlySet<string> = new Set();

  #isStale = false;
  /**
   * Number of calls of `load(true)`. After a failed call, the next `load` that succeeds moves the cursor back instead.
   */
  #startsAsked = 0;
  /**
   * Number of calls of `load(true)` for which the cursor was moved back to the end of the newest page. After a move
   * back, the answer to an older `loadMore` does not move the cursor.
   */
  #starts = 0;
  /**
   * `exist` is true if the user has instructions for all chats, and they are switched on; undefined when unknown. The
   * object is replaced when the instructions change. A read in progress, which may be older than the change, then sets
   * `exist` only in the object that was replaced.
   */
  instructions: { exist?: boolean | undefined } = {};

  constructor(ports: ChatListPorts) {
    this.#ports = ports;
    this.state = this.#store;
  }

  /** Shows a list that this browser has kept, until the newest page has been read. Does nothing after that. */
  restore({ chats: kept, nextCursor, projects }: KeptList): void {
    const { phase, chats, removed } = this.#store.get();
    const added = kept.filter(({ chatId }) => !removed.has(chatId) && !contains(chats, chatId));
    if (phase === 'ready' || added.length === 0) return;
    this.projects.restore(projects);
    this.#unconfirmed = new Set(added.map(({ chatId }) => chatId));
    this.#isStale = phase === 'failed';
    this.#update({ phase: 'loading', isKept: true, chats: merge(added, chats), nextCursor });
  }

  /**
   * Reads the newest page and merges it into the list (docs/spec.md 7.1). Treats known chats that should be in the page
   * but are missing as deleted: removes them, and resolves with them. Never rejects. A failure before the first success
   * sets `phase` to `failed`, unless a kept list is shown. After any other failure `isStale` is true.
   * @param fromStart true to move the cursor back to the end of this page, so that scrolling reads the older pages
   * again
   */
  async load(fromStart = false): Promise<readonly Chat[]> {
    const before = this.#store.get();
    if (fromStart) this.#startsAsked += 1;
    const start = this.#startsAsked;
    this.#isStale = false;
    const applyProjects = this.projects.beginRead();
    const { instructions } = this;
    if (before.phase === 'failed') this.#update({ phase: 'loading' });
    try {
      const answer = await this.#readPage();
      const { chats: page, pinned = [], nextCursor, hasInstructions, projects, announcement } = answer;
      applyProjects(projects);
      // A project was changed during the first read, whose answer may be older. The list is then read again.
      if (projects && !this.projects.isRead) this.#isStale = true;
      instructions.exist = hasInstructions;
      const restarts = start > this.#starts;
      if (restarts) this.#starts = start;
      const { phase, chats, removed } = this.#store.get();
      const unconfirmed = chats.filter(({ chatId }) => this.#unconfirmed.has(chatId));
      const read = this.#withoutRemoved([...page, ...pinned], before.removed);
      // A temporary or archived chat may be on no page although it exists. So a chat counts as deleted only if it was
      // listed (see `isListed`) when the request began, and still is.
      const gone = missing([...before.chats, ...unconfirmed], page, nextCursor === undefined).filter(
        (chat) => isListed(chat) && isListed(this.find(chat.chatId)),
      );
      this.#update({
        phase: 'ready',
        isKept: false,
        announcement,
        chats: merge(without(chats, unconfirmed), read).filter(({ chatId }) => !contains(gone, chatId)),
        removed: new Set([...idsWithout(removed, read), ...gone.map(({ chatId }) => chatId)]),
        ...((restarts || phase !== 'ready') && { nextCursor }),
      });
      this.#unconfirmed = new Set();
      return gone;
    } catch {
      const { phase, isKept } = this.#store.get();
      if (phase !== 'ready' && !isKept) this.#update({ phase: 'failed' });
      else this.#isStale = true;
      return [];
    }
  }

  /**
   * True if the last read failed, for example with a 429, or if a project was changed during the first read. The list
   * on screen may lack changes.
   */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Reads the next older page, unless there is none, it is already being read, or a kept list is shown. */
  async loadMore(): Promise<void> {
    const { nextCursor, more, isKept } = this.#store.get();
    if (nextCursor === undefined || more === 'loading' || isKept) return;
    const starts = this.#starts;
    this.#update({ more: 'loading' });
    try {
      const older = await this.#mergePage(nextCursor);
      this.#update({ more: 'idle', ...(starts === this.#starts && { nextCursor: older }) });
    } catch {
      this.#update({ more: 'failed' });
    }
  }

  /** Reads a page of a project's chats into the list. Resolves with the cursor of the project's next older page. */
  loadProject(projectId: string, cursor: string | undefined): Promise<string | undefined> {
    return this.#mergePage(cursor, projectId);
  }

  /** Reads a page into the list. Resolves with the cursor of the next older one. */
  async #mergePage(cursor: string | undefined, projectId?: string): Promise<string | undefined> {
    const { removed } = this.#store.get();
    const { chats, nextCursor } = await this.#readPage(cursor, projectId);
    this.#show(this.#withoutRemoved(chats, removed));
    return nextCursor;
  }

  /**
   * Leaves out the chats that were removed during a read, because its page may be older than the removal. A chat that
   * was removed before the read, but is in the page, has been restored.
   * @param before ids of the chats that were removed before the read
   */
  #withoutRemoved(read: readonly Chat[], before: ReadonlySet<string>): readonly Chat[] {
    const { removed } = this.#store.get();
    return read.filter(({ chatId }) => before.has(chatId) || !removed.has(chatId));
  }

  /** Adds chats to the list, or replaces them there. The server has these chats, so they no longer count as deleted. */
  #show(read: readonly Chat[]): void {
    const { chats, removed } = this.#store.get();
    // The server has these chats, so `load` must not drop them as unconfirmed.
    this.#unconfirmed = idsWithout(this.#unconfirmed, read);
    this.#update({ chats: merge(chats, read), removed: idsWithout(removed, read) });
  }

  /**
   * Returns the id of the chat's project if the project has instructions or files, and null if it has neither or was
   * deleted. Undefined when this is not known, or the chat is in no project.
   */
  instructedProject(chatId: string): string | null | undefined {
    const projectId = this.find(chatId)?.projectId;
    if (projectId === undefined || !this.projects.isRead) return undefined;
    return this.projects.find(projectId)?.hasInstructions ? projectId : null;
  }

  /** Reads a page. Chats that were changed during the request keep these changes. */
  async #readPage(cursor?: string, projectId?: string): Promise<HttpResponse<'getChats'>> {
    const changes = new Map<string, Partial<Chat>>();
    this.#changes.add(changes);
    try {
      const page = await (cursor === undefined && projectId === undefined
        ? this.#ports.readPage()
        : this.#ports.readPage(cursor, projectId));
      const isUnchanged = ({ chatId }: Pick<Chat, 'chatId'>) => !changes.has(chatId);
      if (page.pinned) this.#applyPlaces(page.pinned, page.archivedIds ?? [], isUnchanged);
      return {
        ...page,
        chats: page.chats.map((chat) => ({ ...chat, ...changes.get(chat.chatId) })),
        ...(page.pinned && { pinned: page.pinned.filter(isUnchanged) }),
      };
    } finally {
      this.#changes.delete(changes);
    }
  }

  /**
   * Marks known chats as archived or unpinned if the newest page shows that another device has archived or unpinned
   * them. Leaves out chats that were changed during the read. Changes no other field, because `change` also overwrites
   * the answers to reads in progress, which may have newer values. Kept chats stay in `#unconfirmed`, because a chat
   * that `pinned` lacks may have been deleted instead of unpinned.
   */
  #applyPlaces(
    pinned: readonly Chat[],
    archivedIds: readonly string[],
    isUnchanged: (chat: Chat) => boolean,
  ): void {
    for (const chat of this.#store.get().chats.filter(isUnchanged)) {
      const { chatId, createdAt, pinnedAt } = chat;
      // The page does not say when a chat was archived. Any `archivedAt` marks the chat as archived.
      if (archivedIds.includes(chatId) && isListed(chat)) this.change(chatId, { archivedAt: createdAt });
      else if (pinnedAt !== undefined && !contains(pinned, chatId))
        this.change(chatId, { pinnedAt: undefined });
    }
  }

  /**
   * Moves a chat to where its fields say that it belongs: to the list, the pinned chats, the archive, or a project.
   * Adds an unknown chat only if it is neither archived nor temporary.
   */
  put(chat: Chat): void {
    const { pinnedAt, archivedAt, projectId } = chat;
    this.change(chat.chatId, { pinnedAt, archivedAt, projectId });
    if (isListed(chat) || this.find(chat.chatId)) this.add(chat);
  }

  /**
   * Takes over the chat that a page of history describes, if it is archived or temporary, because no page of the list
   * contains such a chat. Also takes over a chat that the list still has as archived, because another device may have
   * restored it.
   */
  know(chat: Chat): void {
    if (this.#store.get().removed.has(chat.chatId)) return;
    if (!isListed(chat) || !isListed(this.find(chat.chatId))) this.add(chat);
  }

  /**
   * Adds a chat, or replaces it, in the order of creation. A new chat is first. A restored one is back in its old
   * position, and no longer counts as deleted.
   */
  add(chat: Chat): void {
    this.#show([chat]);
  }

  /** Changes fields of a chat, such as its name or its model, also in the answers to the reads in progress. */
  change(chatId: string, change: Partial<Chat>): void {
    for (const changes of this.#changes) changes.set(chatId, { ...changes.get(chatId), ...change });
    const chats = this.#store
      .get()
      .chats.map((chat) => (chat.chatId === chatId ? { ...chat, ...change } : chat));
    this.#update({ chats });
  }

  remove(chatId: string): void {
    const { chats, removed } = this.#store.get();
    this.#update({
      chats: chats.filter((chat) => chat.chatId !== chatId),
      removed: new Set([...removed, chatId]),
    });
  }

  find(chatId: string): Chat | undefined {
    return this.#store.get().chats.find((chat) => chat.chatId === chatId);
  }

  #update(change: Partial<ChatListState>): void {
    this.#store.set({ ...this.#store.get(), ...change });
  }
}

/**
 * True for a chat that is neither archived nor temporary. Also true for undefined, which stands for an unknown chat.
 */
export const isListed = (chat: Chat | undefined): boolean =>
  chat === undefined || (chat.archivedAt === undefined && !isTemporaryChat(chat.chatId));

function merge(known: readonly Chat[], read: readonly Chat[]): readonly Chat[] {
  const byId = new Map([...known, ...read].map((chat) => [chat.chatId, chat]));
  return [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

const without = (chats: readonly Chat[], others: readonly Chat[]): readonly Chat[] =>
  chats.filter(({ chatId }) => !contains(others, chatId));

const idsWithout = (ids: ReadonlySet<string>, chats: readonly Chat[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !contains(chats, id)));

const contains = (chats: readonly Chat[], id: string): boolean => chats.some(({ chatId }) => chatId === id);

/**
 * Returns the known chats that the newest page should contain but does not: those that are newer than the page's
 * oldest chat. With `isLast`, there is no older page, so the page should contain all of them.
 */
function missing(known: readonly Chat[], page: readonly Chat[], isLast: boolean): readonly Chat[] {
  const oldest = page.at(-1)?.createdAt ?? '';
  return known.filter(({ chatId, createdAt }) => !contains(page, chatId) && (isLast || createdAt > oldest));
}
