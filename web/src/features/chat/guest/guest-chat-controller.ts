import { AppError, type ErrorCode } from '#contract/error-codes';
import type { ServerFrame } from '#contract/socket';
import type { draftStorage } from '../../../lib/draft-storage.ts';
import type { GuestStorage } from '../../../lib/guest-storage.ts';
import { createStore, type ReadStore } from '../../../lib/observable-store.ts';
import type { SocketClient, SocketOptions } from '../../../lib/socket/client.ts';
import type { SocketStatus } from '../../../lib/socket/reconnecting-connection.ts';
import { GUEST, type SentMessageStorage } from '../../../lib/unacknowledged-message-storage.ts';
import { nextMidnight } from '../quota/quota-reset-texts.ts';
import { creationFailureText } from '../state/chats/chat-creation.ts';
import type { Conversation } from '../state/conversation/conversation.ts';
import { watchForMissedFrames } from '../state/conversation/watch-for-missed-frames.ts';
import type { QuotaState } from '../state/quota-or-refusal.ts';
import { createGuestConversation, type GuestChat, requestGuestChat } from './open-guest-conversation.ts';

/**
 * Draft key of the texts that were refused or could not be sent. They go into the input field of the next conversation.
 */
const RETURNED = 'returned';

interface GuestChatControllerPorts {
  readonly connect: (handlers: Pick<SocketOptions, 'onFrame' | 'onOpen'>) => SocketClient;
  readonly storage: GuestStorage;
  readonly sent: SentMessageStorage;
  readonly drafts: typeof draftStorage;
}

interface GuestState {
  readonly conversation: Conversation | undefined;
  /** Number of conversations shown so far. Views use it as a React key. */
  readonly conversationNumber: number;
  /** True if the server created a new chat because the stored chat had expired or an account had claimed it. */
  readonly isRenewed: boolean;
  /**
   * Time at which the daily limit is reset, in milliseconds since the epoch. Set when the limit refuses a message. Set
   * back to undefined when a later message is acknowledged, or is refused because the chat no longer exists.
   */
  readonly limitResetsAt: number | undefined;
  readonly failure: string | undefined;
}

const joined = (...texts: readonly string[]): string => texts.filter(Boolean).join('\n\n');

/** State and actions of the guest chat screen: the socket and the guest's only conversation. */
export class GuestChatController {
  readonly state: ReadStore<GuestState>;
  readonly connection: ReadStore<SocketStatus>;
  readonly quota = createStore<QuotaState>(undefined);
  readonly #store = createStore<GuestState>({
    conversation: undefined,
    conversationNumber: 0,
    isRenewed: false,
    limitResetsAt: undefined,
    failure: undefined,
  });
  readonly #socket: SocketClient;
  readonly #ports: GuestChatControllerPorts;
  readonly #sentPrefills = new Set<string>();
  #opening: Promise<void> | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(ports: GuestChatControllerPorts) {
    this.#ports = ports;
    this.state = this.#store;
    this.#socket = ports.connect({
      onFrame: (frame) => this.#receive(frame),
      // The socket first calls `onOpen`, and then sends all frames that the server has not acknowledged. The microtask
      // starts the catch-up after that. If the catch-up started inside `onOpen`, the socket would send the frame
      // `initChat` of the catch-up twice: at once, and again with all unacknowledged frames.
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

  /** Opens the stored chat, or a new one. Never rejects: a failure sets `failure` of the state. */
  open(): Promise<void> {
    this.#opening ??= this.#openNow().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /**
   * Sends a text that the user typed on the previous page, once for each navigation (`key`). A text that cannot be sent
   * goes into the input field.
   */
  sendPrefill(key: string, text: string): void {
    const { conversation } = this.#store.get();
    if (!conversation || this.#sentPrefills.has(key)) return;
    this.#sentPrefills.add(key);
    if (text.trim() === '' || conversation.actions.send(text).sent) return;
    this.#return(text);
    void this.open();
  }

  async #openNow(): Promise<void> {
    this.#update({ failure: undefined });
    const asked = this.#ports.storage.chatId();
    try {
      this.#show(await this.#obtain(), asked);
    } catch (error) {
      this.#update({ failure: creationFailureText(error) });
    }
  }

  #obtain(): Promise<GuestChat> {
    return requestGuestChat(this.#socket, this.#ports.storage);
  }

  #show(chat: GuestChat, asked: string | undefined): void {
    const { sent, drafts, storage } = this.#ports;
    const { chatId } = chat;
    const conversation = createGuestConversation(chat, {
      socket: this.#socket,
      sent,
      quota: this.quota,
      reread: () => this.#reread(chatId),
      onAccepted: () => storage.noteWritten(chatId),
      onAnswered: () => this.#update({ limitResetsAt: undefined }),
      onRefused: (code, text) => this.#refused(code, text),
    });
    for (const message of sent.of(GUEST)) {
      if (message.chatId === chatId) conversation.actions.resume(message);
      else {
        sent.forget(message.requestId);
        this.#return(message.text);
      }
    }
    drafts.set(chatId, joined(drafts.get(RETURNED), drafts.get(chatId)));
    drafts.set(RETURNED, '');
    if (chat.messages.some(({ role }) => role === 'user')) storage.noteWritten(chatId);
    void conversation.history.load();
    const isRenewed = asked !== undefined && asked !== chatId;
    this.#update({
      conversation,
      isRenewed,
      failure: undefined,
      conversationNumber: this.#store.get().conversationNumber + 1,
    });
  }

  /**
   * Reads the chat again. If the chat has expired or an account has claimed it, the server answers with a new chat,
   * and this method shows the new chat.
   * @throws AppError `chat_not_found` if the server has answered with a new chat
   */
  async #reread(chatId: string): Promise<GuestChat> {
    const chat = await this.#obtain();
    if (chat.chatId === chatId) return chat;
    this.#show(chat, chatId);
    throw new AppError('chat_not_found');
  }

  /**
   * Handles two kinds of refusal; the conversation itself shows all others. If the daily limit was reached, opens the
   * same chat again with the text in the input field. If the chat no longer exists, opens a new chat with the text.
   * @param text undefined if the message replaces the last one, for example to regenerate the reply
   */
  #refused(code: ErrorCode, text: string | undefined): void {
    const isLimitReached = code === 'guest_quota_exceeded';
    if (!isLimitReached && code !== 'chat_not_found') return;
    this.#update({ limitResetsAt: isLimitReached ? nextMidnight(Date.now()) : undefined });
    if (isLimitReached && text === undefined) return;
    if (text !== undefined) this.#return(text);
    void this.open();
  }

  /** Keeps a text in the tab's storage until a conversation is shown. */
  #return(text: string): void {
    const { drafts } = this.#ports;
    drafts.set(RETURNED, joined(drafts.get(RETURNED), text));
  }

  #receive(frame: ServerFrame): void {
    const { conversation } = this.#store.get();
    if (!('data' in frame) || frame.type === 'ack' || !('chatId' in frame.data)) return;
    if (conversation && frame.data.chatId === conversation.chatId) conversation.receive(frame);
  }

  #update(change: Partial<GuestState>): void {
    this.#store.set({ ...this.#store.get(), ...change });
  }
}
