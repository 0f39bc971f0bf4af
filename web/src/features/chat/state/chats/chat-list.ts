import type { Chat } from '#contract/entities';
import type { HttpResponse } from '#contract/http';
import { createStore, type ReadStore } from '../../../../lib/store.ts';

export interface ChatListState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly chats: readonly Chat[];
  readonly nextCursor: string | undefined;
  readonly more: 'idle' | 'loading' | 'failed';
  /** Chats that were deleted since the page was opened, here or elsewhere. */
  readonly removed: ReadonlySet<string>;
}

export interface ChatListPorts {
  readonly readPage: (cursor?: string) => Promise<HttpResponse<'getChats'>>;
}

/** The user's chats, as far as they have been read. */
export class ChatList {
  readonly state: ReadStore<ChatListState>;
  readonly #store = createStore<ChatListState>({
    phase: 'loading',
    chats: [],
    nextCursor: undefined,
    more: 'idle',
    removed: new Set(),
  });
  readonly #ports: ChatListPorts;

  constructor(ports: ChatListPorts) {
    this.#ports = ports;
    this.state = this.#store;
  }

  /**
   * Reads the newest page and merges it with what is known (docs/spec.md 7.1). Resolves with the chats that turned out
   * to be gone, which are removed.
   */
  async load(): Promise<readonly Chat[]> {
    const before = this.#store.get();
    if (before.phase === 'failed') this.#update({ phase: 'loading' });
    try {
      const { chats: page, nextCursor } = await this.#ports.readPage();
      const { phase, chats, removed } = this.#store.get();
      // Removed while the page was on its way: the page may be older. Removed before that: it was restored.
      const read = page.filter(({ chatId }) => before.removed.has(chatId) || !removed.has(chatId));
      const gone = missing(before.chats, page, nextCursor === undefined);
      this.#update({
        phase: 'ready',
        chats: merge(chats, read).filter(({ chatId }) => !contains(gone, chatId)),
        removed: new Set(
          [...removed].filter((id) => !contains(read, id)).concat(gone.map(({ chatId }) => chatId)),
        ),
        ...(phase !== 'ready' && { nextCursor }),
      });
      return gone;
    } catch {
      if (before.phase !== 'ready') this.#update({ phase: 'failed' });
      return [];
    }
  }

  /** Reads the page after the oldest chat known, if there is one and it is not on its way. */
  async loadMore(): Promise<void> {
    const { nextCursor, more } = this.#store.get();
    if (nextCursor === undefined || more === 'loading') return;
    this.#update({ more: 'loading' });
    try {
      const page = await this.#ports.readPage(nextCursor);
      const { chats, removed } = this.#store.get();
      const read = page.chats.filter(({ chatId }) => !removed.has(chatId));
      this.#update({ chats: merge(chats, read), nextCursor: page.nextCursor, more: 'idle' });
    } catch {
      this.#update({ more: 'failed' });
    }
  }

  /** Puts a chat where its age belongs: a new one on top, a restored one where it was. */
  add(chat: Chat): void {
    const { chats, removed } = this.#store.get();
    this.#update({
      chats: merge(chats, [chat]),
      removed: new Set([...removed].filter((id) => id !== chat.chatId)),
    });
  }

  /** Changes what is known of a chat: its name, the model that answers in it. */
  change(chatId: string, change: Partial<Chat>): void {
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

function merge(known: readonly Chat[], read: readonly Chat[]): readonly Chat[] {
  const byId = new Map([...known, ...read].map((chat) => [chat.chatId, chat]));
  return [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

const contains = (chats: readonly Chat[], id: string): boolean => chats.some(({ chatId }) => chatId === id);

/** The known chats that belong on the newest page and are not there: they were deleted. */
function missing(known: readonly Chat[], page: readonly Chat[], isLast: boolean): readonly Chat[] {
  const oldest = page.at(-1)?.createdAt ?? '';
  return known.filter(({ chatId, createdAt }) => !contains(page, chatId) && (isLast || createdAt > oldest));
}

/** A signed-in user, whose chats share the list. */
export interface Account {
  readonly email: string;
  readonly list: ChatList;
}
