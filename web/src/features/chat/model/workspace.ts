import { AppError } from '#contract/errors';
import type { ServerFrame } from '#contract/socket';
import { chatTexts } from '../../../lib/chat-texts.ts';
import type { Viewer } from '../../../lib/session/session.ts';
import type { SocketClient, SocketOptions } from '../../../lib/socket/client.ts';
import type { SocketStatus } from '../../../lib/socket/link.ts';
import { stored } from '../../../lib/storage.ts';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import type { HistoryPage } from '../api/get-chat-history.ts';
import { ChatList, type ChatListPorts } from './chat-list.ts';
import { Conversation } from './conversation.ts';
import { hasDefaultName, nameFromMessage } from './naming.ts';

export interface WorkspacePorts extends ChatListPorts {
  readonly viewer: Viewer;
  readonly connect: (handlers: Pick<SocketOptions, 'onFrame' | 'onOpen'>) => SocketClient;
  readonly readHistory: (chatId: string, before?: number) => Promise<HistoryPage>;
  readonly rename: (chatId: string, name: string) => Promise<void>;
}

export interface Creation {
  readonly creating: boolean;
  readonly error: string | undefined;
}

/** How long a creation may take before it counts as failed. */
const CREATE_TIMEOUT_MS = 30_000;
const STALL_MS = 20_000;
const STALL_CHECK_MS = 5_000;

/** Everything behind the signed-in chat screen: the socket, the list of chats and the open conversation. */
export class Workspace {
  readonly list: ChatList;
  readonly creation: ReadStore<Creation>;
  readonly open: ReadStore<Conversation | undefined>;
  readonly connection: ReadStore<SocketStatus>;
  private readonly creationStore = createStore<Creation>({ creating: false, error: undefined });
  private readonly openStore = createStore<Conversation | undefined>(undefined);
  private readonly socket: SocketClient;
  private readonly ports: WorkspacePorts;
  /** Conversations with something under way: they are found again when the user returns to them. */
  private readonly busy = new Map<string, Conversation>();
  private stallTimer: ReturnType<typeof setInterval> | undefined;
  private switched = false;

  constructor(ports: WorkspacePorts) {
    this.ports = ports;
    this.list = new ChatList(ports);
    this.creation = this.creationStore;
    this.open = this.openStore;
    this.socket = ports.connect({
      onFrame: (frame) => this.receive(frame),
      onOpen: (again) => again && this.catchUp(),
    });
    this.connection = this.socket.status;
  }

  start(): void {
    this.socket.open();
    void this.list.load();
    this.stallTimer = setInterval(() => this.openStore.get()?.checkStalled(STALL_MS), STALL_CHECK_MS);
  }

  stop(): void {
    clearInterval(this.stallTimer);
    this.socket.close();
  }

  /** Opens a chat (spec 4, Switching chats): the same one, or one while a chat is being created, is left alone. */
  openChat(chatId: string): void {
    const current = this.openStore.get();
    if (current?.chatId === chatId) return;
    this.putAside(current);
    const conversation = this.busy.get(chatId) ?? this.createConversation(chatId);
    this.busy.delete(chatId);
    this.show(conversation);
    void conversation.load(
      this.switched ? chatTexts.chats.switchFailed : chatTexts.conversation.historyFailed,
    );
    this.switched = true;
  }

  /**
   * Creates a chat and shows it (spec 4). Resolves with its id, or with undefined when it failed or another
   * creation is in progress; `creation` then says why.
   */
  async createChat(): Promise<string | undefined> {
    if (this.creationStore.get().creating) return undefined;
    this.creationStore.set({ creating: true, error: undefined });
    try {
      const { messages, ...chat } = await this.initChat();
      this.list.add(chat);
      this.putAside(this.openStore.get());
      const conversation = this.createConversation(chat.chatId);
      conversation.begin(messages);
      this.show(conversation);
      this.switched = true;
      this.creationStore.set({ creating: false, error: undefined });
      return chat.chatId;
    } catch (error) {
      const message = error instanceof AppError ? error.message : chatTexts.chats.creationFailed;
      this.creationStore.set({ creating: false, error: message });
      return undefined;
    }
  }

  private async initChat() {
    const { email, name } = this.ports.viewer;
    const id = crypto.randomUUID();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(chatTexts.chats.creationFailed)), CREATE_TIMEOUT_MS);
    });
    try {
      const data = { isGuest: false, userEmail: email, name };
      return await Promise.race([this.socket.request('initChat', data, id), late]);
    } finally {
      clearTimeout(timer);
      this.socket.abandon(id);
    }
  }

  private show(conversation: Conversation): void {
    this.openStore.set(conversation);
    stored.set('selectedChatId', conversation.chatId);
  }

  private putAside(conversation: Conversation | undefined): void {
    if (conversation?.isBusy) this.busy.set(conversation.chatId, conversation);
  }

  private createConversation(chatId: string): Conversation {
    return new Conversation(chatId, {
      socket: this.socket,
      userEmail: this.ports.viewer.email,
      readHistory: this.ports.readHistory,
      onAccepted: (id, text, first) => first && void this.autoRename(id, text),
    });
  }

  /** Spec 4, Auto-rename. A failure is only logged (spec 8). */
  private async autoRename(chatId: string, text: string): Promise<void> {
    const chat = this.list.find(chatId);
    const name = nameFromMessage(text);
    if (!chat || !hasDefaultName(chat.name) || name === '') return;
    this.list.rename(chatId, name);
    await this.ports.rename(chatId, name).catch((error: unknown) => {
      console.warn('The chat could not be renamed', error instanceof AppError ? error.code : '');
      this.list.rename(chatId, chat.name);
    });
  }

  private receive(frame: ServerFrame): void {
    if (frame.type === 'chatCreated') this.list.add(frame.data);
    else if (frame.type === 'chatRenamed') this.list.rename(frame.data.chatId, frame.data.name);
    else if (frame.type === 'userMessage') this.conversationOf(frame.data.chatId)?.onUserMessage(frame.data);
    else if (frame.type === 'assistantDelta') this.conversationOf(frame.data.chatId)?.onDelta(frame.data);
    else if (frame.type === 'assistantMessage')
      this.conversationOf(frame.data.chatId)?.onAssistantMessage(frame.data);
  }

  /** The open conversation, or one put aside; frames of any other chat are ignored (spec 4). */
  private conversationOf(chatId: string): Conversation | undefined {
    const open = this.openStore.get();
    return open?.chatId === chatId ? open : this.busy.get(chatId);
  }

  /** Frames may have been missed while there was no connection. */
  private catchUp(): void {
    void this.list.load();
    const open = this.openStore.get();
    if (open?.state.get().phase === 'ready') void open.catchUp();
  }
}
