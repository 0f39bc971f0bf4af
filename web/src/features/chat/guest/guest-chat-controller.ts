import { AppError, type ErrorCode } from '#contract/errors';
import type { ServerFrame } from '#contract/socket';
import type { GuestStorage } from '../../../lib/guest-storage.ts';
import { GUEST, type SentMessages } from '../../../lib/sent-messages.ts';
import type { SocketClient, SocketOptions } from '../../../lib/socket/client.ts';
import type { SocketStatus } from '../../../lib/socket/reconnecting-connection.ts';
import type { drafts } from '../../../lib/storage.ts';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import { creationFailure } from '../state/chats/chat-creation.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import { watchForMissedFrames } from '../state/conversation/conversation.ts';
import type { QuotaState } from '../state/conversation/delivery.ts';
import { createGuestConversation, type GuestChat, obtainGuestChat } from './guest-chat.ts';

export interface GuestChatControllerPorts {
  readonly connect: (handlers: Pick<SocketOptions, 'onFrame' | 'onOpen'>) => SocketClient;
  readonly storage: GuestStorage;
  readonly sent: SentMessages;
  readonly drafts: typeof drafts;
}

export interface GuestState {
  readonly conversation: Conversation | undefined;
  /** Grows with each conversation that takes the place of another. */
  readonly shown: number;
  /** The chat of an earlier visit had expired. */
  readonly isRenewed: boolean;
  /** The day's messages are used up. */
  readonly isLimitReached: boolean;
  /** Why the chat could not be opened. */
  readonly failure: string | undefined;
}

/** Everything behind the guest chat: the socket and the one conversation that a guest has. */
export class GuestChatController {
  readonly state: ReadStore<GuestState>;
  readonly connection: ReadStore<SocketStatus>;
  readonly quota = createStore<QuotaState>(undefined);
  readonly #store = createStore<GuestState>({
    conversation: undefined,
    shown: 0,
    isRenewed: false,
    isLimitReached: false,
    failure: undefined,
  });
  readonly #socket: SocketClient;
  readonly #ports: GuestChatControllerPorts;
  readonly #handedOver = new Set<string>();
  #opening: Promise<void> | undefined;
  /** Texts that could not be sent, for the next conversation's input. */
  #returned: string[] = [];
  #stopWatching: (() => void) | undefined;

  constructor(ports: GuestChatControllerPorts) {
    this.#ports = ports;
    this.state = this.#store;
    this.#socket = ports.connect({
      onFrame: (frame) => this.#receive(frame),
      // After what is still unanswered has been sent again.
      onOpen: () => queueMicrotask(() => void this.#store.get().conversation?.history.catchUp()),
    });
    this.connection = this.#socket.status;
  }

  start(): void {
    this.#socket.open();
    void this.open();
    this.#stopWatching = watchForMissedFrames(() => this.#store.get().conversation);
  }

  stop(): void {
    this.#stopWatching?.();
    this.#socket.close();
  }

  /** Opens the stored chat, or a first one. Without a connection it waits for one. */
  open(): Promise<void> {
    this.#opening ??= this.#openNow().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /**
   * Sends what the page before this one handed over, once for each `key`; what cannot be sent as it is waits in
   * the input.
   */
  sendHandedOver(key: string, text: string): void {
    const { conversation } = this.#store.get();
    if (!conversation || this.#handedOver.has(key)) return;
    this.#handedOver.add(key);
    if (text.trim() === '' || conversation.actions.send(text).sent) return;
    this.#returned.push(text);
    void this.open();
  }

  async #openNow(): Promise<void> {
    this.#update({ failure: undefined });
    const asked = this.#ports.storage.chatId();
    try {
      this.#show(await this.#obtain(), asked);
    } catch (error) {
      this.#update({ failure: creationFailure(error) });
    }
  }

  #obtain(): Promise<GuestChat> {
    return obtainGuestChat(this.#socket, this.#ports.storage);
  }

  /** `asked`: the chat that was asked for, where there was one. */
  #show(chat: GuestChat, asked: string | undefined): void {
    const { sent, drafts, storage } = this.#ports;
    const { chatId } = chat;
    const conversation = createGuestConversation(chat, {
      socket: this.#socket,
      sent,
      quota: this.quota,
      reread: () => this.#reread(chatId),
      onAccepted: () => storage.noteWritten(chatId),
      onAnswered: () => this.#update({ isLimitReached: false }),
      onRefused: (code, text) => this.#refused(code, text),
    });
    for (const message of sent.of(GUEST)) {
      if (message.chatId === chatId) conversation.actions.resume(message);
      else {
        sent.forget(message.requestId);
        this.#returned.push(message.text);
      }
    }
    drafts.set(chatId, [...this.#returned, drafts.get(chatId)].filter(Boolean).join('\n\n'));
    this.#returned = [];
    if (chat.messages.some(({ role }) => role === 'user')) storage.noteWritten(chatId);
    void conversation.history.load();
    const isRenewed = asked !== undefined && asked !== chatId;
    this.#update({ conversation, isRenewed, failure: undefined, shown: this.#store.get().shown + 1 });
  }

  async #reread(chatId: string): Promise<GuestChat> {
    const chat = await this.#obtain();
    if (chat.chatId === chatId) return chat;
    this.#show(chat, chatId);
    throw new AppError('chat_not_found');
  }

  /** Gives what was written back to the input, of this chat or, where this one has expired, of the next. */
  #refused(code: ErrorCode, text: string | undefined): void {
    const isLimitReached = code === 'guest_quota_exceeded';
    if (!isLimitReached && code !== 'chat_not_found') return;
    this.#update({ isLimitReached });
    if (isLimitReached && text === undefined) return;
    if (text !== undefined) this.#returned.push(text);
    void this.open();
  }

  #receive(frame: ServerFrame): void {
    const { conversation } = this.#store.get();
    if (frame.type === 'ack' || frame.type === 'pong' || frame.data.chatId !== conversation?.chatId) return;
    conversation.receive(frame);
  }

  #update(change: Partial<GuestState>): void {
    this.#store.set({ ...this.#store.get(), ...change });
  }
}
