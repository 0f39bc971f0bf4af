import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import type { ChatList } from './chat-list.ts';
import type { ChatNotice } from './chat-notice.ts';

export interface DeletionPorts {
  readonly deleteChat: (chatId: string) => Promise<unknown>;
  readonly restoreChat: (chatId: string) => Promise<Chat>;
  /** Closes the chat. Returns true if it was on screen. `isAsked` is true if the user has just deleted it here. */
  readonly close: (chatId: string, isAsked: boolean) => boolean;
  /** Called when this tab no longer offers Undo for a deletion: the notice was closed or has timed out. */
  readonly onFinal: (chatId: string) => void;
}

interface Deletion {
  readonly chat: Chat;
  readonly wasOpen: boolean;
  /** Resolves with true if the chat is deleted or does not exist, and with false if the request failed. */
  readonly done: Promise<boolean>;
  undone: boolean;
  /** True if the server has told of the deletion during an undo. */
  isTold?: boolean;
  /** Settles when the restore of an undo has ended. Undefined before an undo. */
  restoring: Promise<unknown> | undefined;
}

/**
 * Deletes chats optimistically, restores them on undo, and applies deletions by other tabs and devices. Holds the
 * notices about chats.
 */
export class ChatDeletion {
  /** At most one notice for each chat, the latest last. */
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

  /** Removes the chat at once, with a notice. Puts the chat back if the request fails. */
  async delete(chatId: string): Promise<void> {
    const chat = this.#list.find(chatId);
    if (!chat) return;
    // If the restore of an earlier undo is in progress, the deletion request is sent after the restore has ended.
    // Otherwise the server could receive the restore last, and bring the chat back.
    const restoring = this.#deletions.get(chatId)?.restoring;
    const done = restoring ? restoring.then(() => this.#request(chatId)) : this.#request(chatId);
    const deletion: Deletion = {
      chat,
      wasOpen: this.remove(chatId, done),
      done,
      undone: false,
      restoring: undefined,
    };
    this.#deletions.set(chatId, deletion);
    this.notify('deleted', deletion);
    const isDeleted = await deletion.done;
    if (isDeleted || deletion.undone) return;
    this.#deletions.delete(chatId);
    this.#list.add(chat);
    this.notify('deleteFailed', deletion);
  }

  /**
   * Puts the chat back at once, and asks the server to restore it. If the restore fails and the server has deleted the
   * chat, removes the chat again. Resolves with true if the chat stays in the list. Resolves with false if the user
   * deletes the chat again before the restore has ended.
   */
  async undo(chatId: string): Promise<boolean> {
    const deletion = this.#deletions.get(chatId);
    if (!deletion || deletion.undone) return false;
    deletion.undone = true;
    this.#hide(chatId);
    this.#list.add(deletion.chat);
    // Sends the restore even if the deletion request failed, because the server may have deleted the chat although the
    // response was lost. For a chat that is not deleted, the restore succeeds too.
    const restored = deletion.done.then(() => this.#ports.restoreChat(chatId));
    deletion.restoring = restored.catch(() => undefined);
    const isCurrent = () => this.#deletions.get(chatId) === deletion;
    try {
      const chat = await restored;
      if (!isCurrent()) return false;
      this.#list.add(chat);
      this.#deletions.delete(chatId);
      return true;
    } catch (error) {
      warn('restored', error);
      const isDeleted = (await deletion.done) || deletion.isTold;
      if (!isCurrent()) return false;
      if (!isDeleted) {
        this.#deletions.delete(chatId);
        return true;
      }
      deletion.undone = false;
      deletion.restoring = undefined;
      this.remove(chatId);
      this.notify('restoreFailed', deletion);
      return false;
    }
  }

  /** Removes a chat's notice, and with it the offer to undo the deletion. */
  dismiss(chatId: string): void {
    if (!this.#hide(chatId)) return;
    void this.#deletions.get(chatId)?.done.then((isDeleted) => {
      // A chat that was restored, here or on another device, is in the list again.
      if (isDeleted && !this.#list.find(chatId)) this.#ports.onFinal(chatId);
    });
  }

  /**
   * Applies a deletion that the server reports.
   * @param name the chat's name for the notice; needed if `ChatList.load` has already removed the chat from the list.
   * @default the name in the list
   */
  onDeleted(chatId: string, name = this.#list.find(chatId)?.name ?? ''): void {
    // While the user's undo is in progress, a late frame of the deletion must not remove the chat again.
    const deletion = this.#deletions.get(chatId);
    if (deletion?.undone) {
      deletion.isTold = true;
      return;
    }
    const wasOpen = this.remove(chatId);
    if (wasOpen) this.notify('deletedElsewhere', { chat: { chatId, name }, wasOpen });
  }

  onCreated(chat: Chat): void {
    this.#list.add(chat);
    this.#hide(chat.chatId);
  }

  /**
   * Shows a change of a chat. Ignores a frame about a deleted chat, because the change was made before the deletion.
   * If the deletion is undone, the server sends `chatCreated`, not `chatChanged`.
   */
  onChanged(chat: Chat): void {
    if (!this.#list.state.get().removed.has(chat.chatId)) this.#list.put(chat);
  }

  #request(chatId: string): Promise<boolean> {
    return this.#ports.deleteChat(chatId).then(
      () => true,
      (error: unknown) => {
        warn('deleted', error);
        // The server may have deleted the chat although the request failed, for example if the response was lost. The
        // chat counts as deleted if a frame has told of the deletion, or if the server does not find the chat.
        return this.#list.isDeleted(chatId) || (error instanceof AppError && error.code === 'chat_not_found');
      },
    );
  }

  /**
   * Returns true if the chat was on screen.
   * @param deletion request that deletes the chat. @default the server has already deleted it
   */
  remove(chatId: string, deletion?: Promise<unknown>): boolean {
    this.#list.remove(chatId, deletion);
    return this.#ports.close(chatId, deletion !== undefined);
  }

  /** Removes a chat's notice. Returns true if there was one. */
  #hide(chatId: string): boolean {
    const notices = this.#store.get();
    const others = notices.filter(({ chat }) => chat.chatId !== chatId);
    this.#store.set(others);
    return others.length < notices.length;
  }

  notify(kind: ChatNotice['kind'], { chat, wasOpen }: Omit<ChatNotice, 'kind'>): void {
    this.#hide(chat.chatId);
    this.#store.set([...this.#store.get(), { kind, chat, wasOpen }]);
  }
}

const warn = (done: string, error: unknown): void =>
  console.warn(`The chat could not be ${done}`, error instanceof AppError ? error.code : '');
