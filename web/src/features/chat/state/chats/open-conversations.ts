import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import { storedIdentity } from '../../../../lib/personal-data-storage.ts';
import type { Conversation } from '../conversation/conversation.ts';

/**
 * The conversation on screen, and the background conversations. A conversation that leaves the screen goes into the
 * background if one of its messages waits for its ack. It stays there until its chat is shown again or deleted.
 */
export class OpenConversations {
  readonly open: ReadStore<Conversation | undefined>;
  /** True if the chat on screen replaces a deleted chat, and the user did not delete that chat on this page. */
  isUnasked = false;
  readonly #store = createStore<Conversation | undefined>(undefined);
  readonly #background = new Map<string, Conversation>();

  constructor() {
    this.open = this.#store;
  }

  of(chatId: string): Conversation | undefined {
    const open = this.#store.get();
    return open?.chatId === chatId ? open : this.#background.get(chatId);
  }

  /** Shows a conversation and stores its chat as the selected one (docs/spec.md 4.6). */
  show(conversation: Conversation): void {
    const before = this.#store.get();
    if (before) this.isUnasked = false;
    if (before?.isBusy) this.#background.set(before.chatId, before);
    this.#background.delete(conversation.chatId);
    this.#store.set(conversation);
    storedIdentity.set('selectedChatId', conversation.chatId);
  }

  /** Adds a conversation that resends a message, because this tab was reloaded before the message's ack. */
  keepInBackground(conversation: Conversation): void {
    this.#background.set(conversation.chatId, conversation);
  }

  /**
   * Drops the conversation of a deleted chat. Returns true if it was on screen.
   * @param isAsked true if the user has just deleted the chat on this page
   */
  drop(chatId: string, isAsked: boolean): boolean {
    this.#background.delete(chatId);
    const isOpen = this.#store.get()?.chatId === chatId;
    if (isOpen) {
      this.isUnasked = !isAsked;
      this.#store.set(undefined);
    }
    return isOpen;
  }
}
