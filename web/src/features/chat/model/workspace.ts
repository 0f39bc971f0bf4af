import type { ServerFrame } from '#contract/socket';
import { chatTexts } from '../../../lib/chat-texts.ts';
import type { SentMessages } from '../../../lib/sent-messages.ts';
import type { Viewer } from '../../../lib/session/session.ts';
import type { SocketClient, SocketOptions } from '../../../lib/socket/client.ts';
import type { SocketStatus } from '../../../lib/socket/link.ts';
import { stored } from '../../../lib/storage.ts';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import type { HistoryPage } from '../api/get-chat-history.ts';
import { autoRename } from './auto-rename.ts';
import { ChatCreation, type Creation } from './chat-creation.ts';
import { ChatList, type ChatListPorts } from './chat-list.ts';
import { Conversation } from './conversation.ts';

export interface WorkspacePorts extends ChatListPorts {
  readonly viewer: Viewer;
  readonly connect: (handlers: Pick<SocketOptions, 'onFrame' | 'onOpen'>) => SocketClient;
  readonly readHistory: (chatId: string, before?: number) => Promise<HistoryPage>;
  readonly rename: (chatId: string, name: string) => Promise<void>;
  readonly sent: SentMessages;
}

const STALL_MS = 20_000;
const STALL_CHECK_MS = 5_000;

/** Everything behind the signed-in chat screen: the socket, the list of chats and the open conversation. */
export class Workspace {
  readonly list: ChatList;
  readonly creation: ReadStore<Creation>;
  readonly open: ReadStore<Conversation | undefined>;
  readonly connection: ReadStore<SocketStatus>;
  private readonly openStore = createStore<Conversation | undefined>(undefined);
  private readonly socket: SocketClient;
  private readonly chatCreation: ChatCreation;
  private readonly ports: WorkspacePorts;
  /** Conversations with something under way: they are found again when the user returns to them. */
  private readonly busy = new Map<string, Conversation>();
  private stallTimer: ReturnType<typeof setInterval> | undefined;
  private switched = false;

  constructor(ports: WorkspacePorts) {
    this.ports = ports;
    this.list = new ChatList(ports);
    this.open = this.openStore;
    this.socket = ports.connect({
      onFrame: (frame) => this.receive(frame),
      onOpen: (again) => again && this.catchUp(),
    });
    this.connection = this.socket.status;
    this.chatCreation = new ChatCreation(this.socket, ports.viewer);
    this.creation = this.chatCreation.state;
  }

  start(): void {
    this.socket.open();
    void this.list.load();
    this.resumeSent();
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
    const created = await this.chatCreation.create();
    if (!created) return undefined;
    const { messages, ...chat } = created;
    this.list.add(chat);
    this.putAside(this.openStore.get());
    const conversation = this.createConversation(chat.chatId);
    conversation.begin(messages);
    this.show(conversation);
    this.switched = true;
    return chat.chatId;
  }

  /** Sends on what a page that is gone had sent and got no acknowledgement for. */
  private resumeSent(): void {
    for (const message of this.ports.sent.of(this.ports.viewer.email)) {
      if (this.conversationOf(message.chatId)) continue;
      const conversation = this.createConversation(message.chatId);
      this.busy.set(message.chatId, conversation);
      conversation.resume(message);
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
      party: { userEmail: this.ports.viewer.email },
      readHistory: this.ports.readHistory,
      sent: this.ports.sent,
      onAccepted: (id, text, first) => first && void autoRename(this.list, this.ports.rename, id, text),
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
