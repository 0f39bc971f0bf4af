import type { Chat } from '#contract/entities';
import { AppError } from '#contract/errors';
import { createStore, type ReadStore } from '../../../../lib/store.ts';
import type { ChatList } from './chat-list.ts';

/** Notice about a chat that went away, or did not. */
export interface ChatNotice {
  readonly kind: 'deleted' | 'deletedElsewhere' | 'deleteFailed' | 'restoreFailed';
  readonly chat: Pick<Chat, 'chatId' | 'name'>;
  /** The user was looking at it. */
  readonly wasOpen: boolean;
}

export interface DeletionPorts {
  readonly deleteChat: (chatId: string) => Promise<unknown>;
  readonly restoreChat: (chatId: string) => Promise<Chat>;
  /** Takes the chat off the screen. Returns whether it was on it. */
  readonly leave: (chatId: string) => boolean;
}

interface Deletion {
  readonly chat: Chat;
  readonly wasOpen: boolean;
  /** True when the chat is deleted once this is settled. */
  readonly done: Promise<boolean>;
  undone: boolean;
}

/** Deletes chats at once, and takes it back on demand. */
export class ChatDeletion {
  /** One for each chat at most, the latest last. */
  readonly notices: ReadStore<readonly ChatNotice[]>;
  readonly #store = createStore<readonly ChatNotice[]>([]);
  readonly #deletions = new Map<string, Deletion>();
  readonly #list: ChatList;
  readonly #ports: DeletionPorts;

  constructor(list: ChatList, ports: DeletionPorts) {
    this.#list = list;
    this.#ports = ports;
    this.notices = this.#store;
  }

  /** Removes the chat and offers to undo that; a failure puts it back and says so. */
  async delete(chatId: string): Promise<void> {
    const chat = this.#list.find(chatId);
    if (!chat) return;
    const deletion = { chat, wasOpen: this.#remove(chatId), done: this.#request(chatId), undone: false };
    this.#deletions.set(chatId, deletion);
    this.#tell('deleted', deletion);
    const isDeleted = await deletion.done;
    if (isDeleted || deletion.undone) return;
    this.#deletions.delete(chatId);
    this.#list.add(chat);
    this.#tell('deleteFailed', deletion);
  }

  /** Puts a deleted chat back where it was. Resolves with whether it is there again. */
  async undo(chatId: string): Promise<boolean> {
    const deletion = this.#deletions.get(chatId);
    if (!deletion || deletion.undone) return false;
    deletion.undone = true;
    this.dismiss(chatId);
    this.#list.add(deletion.chat);
    try {
      if (await deletion.done) this.#list.add(await this.#ports.restoreChat(chatId));
      this.#deletions.delete(chatId);
      return true;
    } catch (error) {
      warn('restored', error);
      deletion.undone = false;
      this.#remove(chatId);
      this.#tell('restoreFailed', deletion);
      return false;
    }
  }

  dismiss(chatId: string): void {
    this.#store.set(this.#store.get().filter(({ chat }) => chat.chatId !== chatId));
  }

  /** A chat was deleted in another tab or device, or here. `name`: where it is no more in the list. */
  onDeleted(chatId: string, name = this.#list.find(chatId)?.name ?? ''): void {
    // The echo of a deletion that is being undone.
    if (this.#deletions.get(chatId)?.undone) return;
    const wasOpen = this.#remove(chatId);
    if (wasOpen) this.#tell('deletedElsewhere', { chat: { chatId, name }, wasOpen });
  }

  /** A chat is there again (or new): what was said of its deletion is over. */
  onCreated(chat: Chat): void {
    this.#list.add(chat);
    this.dismiss(chat.chatId);
  }

  #request(chatId: string): Promise<boolean> {
    return this.#ports.deleteChat(chatId).then(
      () => true,
      (error: unknown) => {
        warn('deleted', error);
        return error instanceof AppError && error.code === 'chat_not_found';
      },
    );
  }

  /** Returns whether the chat was on screen. */
  #remove(chatId: string): boolean {
    this.#list.remove(chatId);
    return this.#ports.leave(chatId);
  }

  #tell(kind: ChatNotice['kind'], { chat, wasOpen }: Omit<ChatNotice, 'kind'>): void {
    this.dismiss(chat.chatId);
    this.#store.set([...this.#store.get(), { kind, chat, wasOpen }]);
  }
}

const warn = (done: string, error: unknown): void =>
  console.warn(`The chat could not be ${done}`, error instanceof AppError ? error.code : '');
