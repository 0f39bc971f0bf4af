import { stored } from '../../../../lib/storage.ts';
import { createStore, type ReadStore } from '../../../../lib/store.ts';
import type { Conversation } from '../conversation/conversation.ts';

/** The conversation on screen, and those with something under way, which are found again on return. */
export class OpenConversations {
  readonly open: ReadStore<Conversation | undefined>;
  readonly #store = createStore<Conversation | undefined>(undefined);
  readonly #busy = new Map<string, Conversation>();

  constructor() {
    this.open = this.#store;
  }

  /** The open conversation, or one in the background; frames of any other chat are ignored (docs/spec.md 4.3). */
  of(chatId: string): Conversation | undefined {
    const open = this.#store.get();
    return open?.chatId === chatId ? open : this.#busy.get(chatId);
  }

  /** Puts the conversation on screen, and stores the selection (docs/spec.md 4.6). */
  show(conversation: Conversation): void {
    const before = this.#store.get();
    if (before?.isBusy) this.#busy.set(before.chatId, before);
    this.#busy.delete(conversation.chatId);
    this.#store.set(conversation);
    stored.set('selectedChatId', conversation.chatId);
  }

  keepInBackground(conversation: Conversation): void {
    this.#busy.set(conversation.chatId, conversation);
  }

  /** The chat is gone. Returns whether it was on screen. */
  drop(chatId: string): boolean {
    this.#busy.delete(chatId);
    const isOpen = this.#store.get()?.chatId === chatId;
    if (isOpen) this.#store.set(undefined);
    return isOpen;
  }
}
