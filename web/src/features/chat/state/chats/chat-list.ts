import type { Announcement } from '#contract/announcement';
import type { Chat } from '#contract/entities';
import type { HttpResponse } from '#contract/http-calls';
import { isTemporaryChat } from '#contract/temporary-chats';
import type { KeptList } from '../../../../lib/kept-chats-storage.ts';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import { Projects } from './projects.ts';

interface ChatListState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** True while the list kept by this browser is shown and `phase` is `loading`: the server has not answered yet. */
  readonly isKept: boolean;
  /** Known chats, newest first, archived and temporary ones too. */
  readonly chats: readonly Chat[];
  readonly nextCursor: string | undefined;
  /** True if the newest page has skipped archived chats. `chats` may lack them. */
  readonly hasArchived?: boolean;
  /** State of the request for the next older page. */
  readonly more: 'idle' | 'loading' | 'failed';
  /** Ids of the chats known to be deleted, here or on another device. */
  readonly removed: ReadonlySet<string>;
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
   * For each read in progress, the changes to chats since the read began, by chat id. The page that the read returns
   * may be older than these changes.
   */
  readonly #changes = new Set<Map<string, Partial<Chat>>>();
  /** Ids of the kept chats that the server has not confirmed. They leave the list if the newest page lacks them. */
  #unconfirmed: ReadonlySet<string> = new Set();
  /**
   * The requests of this tab that delete chats, by chat id. An entry stays until the server has answered the request,
   * or until a frame or a page shows that the chat is deleted. Until then, a page may still contain the chat.
   */
  readonly #deleting = new Map<string, Promise<unknown>>();

  #isStale = false;
  /**
   * Number of calls of `load(true)`, which moves the cursor back to the end of the newest page. If such a call fails,
   * the next successful `load` moves the cursor.
   */
  #startsAsked = 0;
  /**
   * Value of `#startsAsked` at the start of the last `load` that moved the cursor back. If such a `load` ends during a
   * `loadMore`, the `loadMore` leaves the cursor as it is.
   */
  #starts = 0;
  /**
   * `exist` is true if the user has instructions for all chats and they are switched on; undefined when unknown. When
   * the instructions change, a new object replaces this one. A read that began before the change then sets `exist` of
   * the old object, which has no effect.
   */
  instructions: { exist?: boolean | undefined } = {};

  constructor(ports: ChatListPorts) {
    this.#ports = ports;
    this.state = this.#store;
  }

  /** Shows a list that this browser has kept, until the newest page has been read. */
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
   * Reads the newest page into the list (docs/spec.md 7.1). Removes known chats that should be in the page but are
   * missing, and resolves with these deleted chats. Never rejects: a failure sets `phase` to `failed`, or `isStale` if
   * a list is shown.
   * @param fromStart true to move the cursor back to the end of this page, so that scrolling reads the older pages
   * again
   */
  async load(fromStart = false): Promise<readonly Chat[]> {
    const before = this.#store.get();
    const deleted = this.#deleted();
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
      // A project was changed during the first read of the projects, so `applyProjects` has ignored the projects in the
      // answer. Because of `isStale`, the list and the projects are soon read again.
      if (projects && !this.projects.isRead) this.#isStale = true;
      instructions.exist = hasInstructions;
      const restarts = start > this.#starts;
      if (restarts) this.#starts = start;
      const { phase, chats, removed } = this.#store.get();
      const unconfirmed = chats.filter(({ chatId }) => this.#unconfirmed.has(chatId));
      const read = this.#withoutRemoved([...page, ...pinned], deleted);
      // A temporary or archived chat may be missing from the page although it is not deleted. So a chat counts as
      // deleted only if it was listed (see `isListed`) when the request began, and is still listed now.
      const gone = missing([...before.chats, ...unconfirmed], page, nextCursor === undefined).filter(
        (chat) => isListed(chat) && isListed(this.find(chat.chatId)),
      );
      this.#update({
        phase: 'ready',
        isKept: false,
        announcement,
        hasArchived: answer.archivedIds?.[0] !== undefined,
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

  /** True if the list may lack changes, for example because the last read failed with a 429. */
  get isStale(): boolean {
    return this.#isStale;
  }

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

  async #mergePage(cursor: string | undefined, projectId?: string): Promise<string | undefined> {
    const deleted = this.#deleted();
    const { chats, nextCursor } = await this.#readPage(cursor, projectId);
    this.#show(this.#withoutRemoved(chats, deleted));
    return nextCursor;
  }

  /** Ids of the removed chats whose deletion the server has confirmed. */
  #deleted(): ReadonlySet<string> {
    return new Set([...this.#store.get().removed].filter((id) => !this.#deleting.has(id)));
  }

  /** True for a removed chat whose deletion the server has confirmed. */
  isDeleted(chatId: string): boolean {
    return this.#deleted().has(chatId);
  }

  /**
   * Leaves out removed chats, because the page may be older than the removal. Keeps a chat whose deletion was confirmed
   * before the read began: if the page contains such a chat, the chat has been restored.
   * @param deleted result of `#deleted` when the read began
   */
  #withoutRemoved(read: readonly Chat[], deleted: ReadonlySet<string>): readonly Chat[] {
    const { removed } = this.#store.get();
    return read.filter(({ chatId }) => deleted.has(chatId) || !removed.has(chatId));
  }

  /** Adds or replaces chats, which then no longer count as deleted or unconfirmed. */
  #show(read: readonly Chat[]): void {
    const { chats, removed } = this.#store.get();
    this.#unconfirmed = idsWithout(this.#unconfirmed, read);
    this.#update({ chats: merge(chats, read), removed: idsWithout(removed, read) });
  }

  /**
   * Returns the id of the chat's project if the project has instructions or files, and null if the project has neither.
   * Returns undefined if the chat is in no project, or if this tab does not know its project. The server then reads the
   * chat's project itself.
   */
  instructedProject(chatId: string): string | null | undefined {
    const projectId = this.find(chatId)?.projectId;
    const project = this.projects.isRead ? this.projects.find(projectId) : undefined;
    if (!project) return undefined;
    return project.hasInstructions ? project.projectId : null;
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
   * Marks known chats as archived or unpinned if the newest page shows that another device has done so. Changes no
   * other field, because `change` also overwrites the answers to reads in progress, which may have newer values.
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
   * Moves a chat to the list, the pinned chats, the archive or a project, as its fields say. Adds an unknown chat only
   * if it is neither archived nor temporary.
   */
  put(chat: Chat): void {
    const { pinnedAt, archivedAt, projectId } = chat;
    this.change(chat.chatId, { pinnedAt, archivedAt, projectId });
    if (isListed(chat) || this.find(chat.chatId)) this.add(chat);
  }

  /**
   * Called with a chat that the server sends together with its messages. Adds the chat if it is archived or temporary,
   * because no page of the list contains such a chat. Updates the chat if this tab knows it as archived, because another
   * device may have restored it.
   */
  know(chat: Chat): void {
    if (this.#store.get().removed.has(chat.chatId)) return;
    if (!isListed(chat) || !isListed(this.find(chat.chatId))) this.add(chat);
  }

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

  /** @param deletion request that deletes the chat. @default the server has already deleted it */
  remove(chatId: string, deletion?: Promise<unknown>): void {
    const { chats, removed } = this.#store.get();
    if (deletion) {
      this.#deleting.set(chatId, deletion);
      // A second deletion, after an undo, may have begun before the first one ended.
      void deletion.finally(() => this.#deleting.get(chatId) === deletion && this.#deleting.delete(chatId));
    } else this.#deleting.delete(chatId);
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

/** True for a chat that is neither archived nor temporary, and for an unknown chat (undefined). */
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
 * Returns the known chats that the newest page lacks although they are newer than its oldest chat. If there is no older
 * page (`isLast`), the page should contain all known chats.
 */
function missing(known: readonly Chat[], page: readonly Chat[], isLast: boolean): readonly Chat[] {
  const oldest = page.at(-1)?.createdAt ?? '';
  return known.filter(({ chatId, createdAt }) => !contains(page, chatId) && (isLast || createdAt > oldest));
}
