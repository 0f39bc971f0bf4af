import type { Chat } from '#contract/entities';
import type { HttpResponse } from '#contract/http';
import { createStore, type ReadStore } from '../../../lib/store.ts';

export interface ChatListState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly chats: readonly Chat[];
  readonly nextCursor: string | undefined;
  readonly loadingMore: boolean;
}

export interface ChatListPorts {
  readonly readPage: (cursor?: string) => Promise<HttpResponse<'getChats'>>;
}

/** The user's chats, as far as they have been read. */
export class ChatList {
  readonly state: ReadStore<ChatListState>;
  private readonly store = createStore<ChatListState>({
    phase: 'loading',
    chats: [],
    nextCursor: undefined,
    loadingMore: false,
  });
  private readonly ports: ChatListPorts;

  constructor(ports: ChatListPorts) {
    this.ports = ports;
    this.state = this.store;
  }

  /** Reads the newest page and merges it with what is known (spec 7). */
  async load(): Promise<void> {
    const before = this.store.get();
    if (before.phase === 'failed') this.update({ phase: 'loading' });
    try {
      const { chats, nextCursor } = await this.ports.readPage();
      const known = this.store.get();
      this.update({
        phase: 'ready',
        chats: merge(known.chats, chats),
        ...(known.phase !== 'ready' && { nextCursor }),
      });
    } catch {
      if (before.phase !== 'ready') this.update({ phase: 'failed' });
    }
  }

  async loadMore(): Promise<void> {
    const { nextCursor, loadingMore } = this.store.get();
    if (nextCursor === undefined || loadingMore) return;
    this.update({ loadingMore: true });
    try {
      const page = await this.ports.readPage(nextCursor);
      this.update({ chats: merge(this.store.get().chats, page.chats), nextCursor: page.nextCursor });
    } finally {
      this.update({ loadingMore: false });
    }
  }

  add(chat: Chat): void {
    this.update({ chats: merge(this.store.get().chats, [chat]) });
  }

  rename(chatId: string, name: string): void {
    const chats = this.store.get().chats.map((chat) => (chat.chatId === chatId ? { ...chat, name } : chat));
    this.update({ chats });
  }

  find(chatId: string): Chat | undefined {
    return this.store.get().chats.find((chat) => chat.chatId === chatId);
  }

  private update(change: Partial<ChatListState>): void {
    this.store.set({ ...this.store.get(), ...change });
  }
}

function merge(known: readonly Chat[], read: readonly Chat[]): readonly Chat[] {
  const byId = new Map([...known, ...read].map((chat) => [chat.chatId, chat]));
  return [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
