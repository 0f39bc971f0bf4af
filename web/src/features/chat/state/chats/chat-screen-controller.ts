import type { Chat } from '#contract/entities';
import type { ServerFrame } from '#contract/socket';
import { draftStorage } from '../../../../lib/draft-storage.ts';
import type { KeptChats } from '../../../../lib/kept-chats-storage.ts';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import type { Viewer } from '../../../../lib/session/session-state.ts';
import type { SocketClient, SocketOptions } from '../../../../lib/socket/client.ts';
import type { SocketStatus } from '../../../../lib/socket/reconnecting-connection.ts';
import type { SentMessageStorage } from '../../../../lib/unacknowledged-message-storage.ts';
import type { HistoryPage, PageQuery } from '../../api/early-chat-calls.ts';
import { chatCopy } from '../../copy.ts';
import { type FileDrafts, fileDraftsOf } from '../../files/state/draft-files.ts';
import { Conversation } from '../conversation/conversation.ts';
import { watchForMissedFrames } from '../conversation/watch-for-missed-frames.ts';
import type { QuotaState } from '../quota-or-refusal.ts';
import type { autoRename } from './auto-rename.ts';
import { ChatCreation, type Creation } from './chat-creation.ts';
import { ChatList, type ChatListPorts } from './chat-list.ts';
import { ChatDeletion, type DeletionPorts } from './deletions-and-notices.ts';
import { OpenConversations } from './open-conversations.ts';
import type { Rename, renameChat } from './optimistic-chat-changes.ts';

interface ChatControllerPorts extends ChatListPorts, Omit<DeletionPorts, 'close' | 'onFinal'> {
  readonly viewer: Viewer;
  readonly connect: (handlers: Pick<SocketOptions, 'onFrame' | 'onOpen'>) => SocketClient;
  readonly readHistory: (chatId: string, query: PageQuery) => Promise<HistoryPage>;
  readonly rename: Rename;
  /** Loads the functions that rename a chat. The chat page can be drawn without them. */
  readonly loadChanges: () => Promise<{
    readonly renameChat: typeof renameChat;
    readonly autoRename: typeof autoRename;
  }>;
  readonly sent: SentMessageStorage;
  /** @default no kept chats are shown */
  readonly kept?: KeptChats;
}

export interface NewChatOptions {
  /** @default the name that the server gives */
  readonly name?: string;
  readonly isTemporary?: boolean;
  /** @default no project */
  readonly projectId?: string;
}

/** State and actions of the signed-in chat screen. */
export class ChatController {
  readonly list: ChatList;
  readonly creation: ReadStore<Creation>;
  readonly deletion: ChatDeletion;
  /**
   * Ids of the chats in which this tab has sent a message since `ExpiringChatsNotice` last read the expiring chats. The
   * notice leaves these chats out, because the message postpones their removal.
   */
  readonly used = new Set<string>();
  readonly open: ReadStore<Conversation | undefined>;
  readonly connection: ReadStore<SocketStatus>;
  readonly quota = createStore<QuotaState>(undefined);
  /** Files of messages that are not sent yet. */
  readonly fileDrafts: FileDrafts;
  readonly #conversations = new OpenConversations();
  readonly #chatCreation: ChatCreation;
  readonly #socket: SocketClient;
  readonly #ports: ChatControllerPorts;
  #stopWatching: (() => void) | undefined;
  /** True once a chat has been shown. Later failures to open a chat show `switchFailed` (docs/spec.md 8.1). */
  #switched = false;

  constructor(ports: ChatControllerPorts) {
    this.#ports = ports;
    this.fileDrafts = fileDraftsOf(ports.viewer);
    this.list = new ChatList(ports);
    this.open = this.#conversations.open;
    const close: DeletionPorts['close'] = (...closed) => this.#conversations.drop(...closed);
    const onFinal = (chatId: string) =>
      void import('../../files/discard-draft-files.ts').then(
        ({ discardDraft }) => discardDraft(this.fileDrafts, chatId),
        () => undefined,
      );
    this.deletion = new ChatDeletion(this.list, { ...ports, close, onFinal });
    this.#socket = ports.connect({
      onFrame: (frame) => this.#receive(frame),
      onOpen: () => void this.#catchUp(),
    });
    this.connection = this.#socket.status;
    this.#chatCreation = new ChatCreation(this.#socket, ports.viewer);
    this.creation = this.#chatCreation.state;
  }

  /** True if the chat on screen replaces a deleted chat, and the user did not delete that chat on this page. */
  get isUnasked(): boolean {
    return this.#conversations.isUnasked;
  }

  start(): void {
    this.#socket.open();
    void this.#restoreList();
    void this.readList();
    this.#resumeSent();
    this.#stopWatching = watchForMissedFrames(
      () => this.open.get(),
      () => this.list.isStale && void this.readList(),
    );
  }

  stop(): void {
    this.#stopWatching?.();
    this.#socket.close();
  }

  /** Opens a chat, unless a chat is being created (docs/spec.md 4.6). */
  openChat(chatId: string): void {
    if (this.open.get()?.chatId === chatId || this.creation.get().creating) return;
    const conversation = this.#conversations.of(chatId) ?? this.#createConversation(chatId);
    this.#conversations.show(conversation);
    void this.#restore(conversation);
    void conversation.history.load(
      this.#switched ? chatCopy.chats.switchFailed : chatCopy.conversation.historyFailed,
    );
    this.#switched = true;
  }

  /**
   * Creates a chat and shows it (docs/spec.md 4.2). Resolves with the chat's id. If another creation is in progress,
   * resolves with undefined. If the creation fails, resolves with undefined too, and `creation` has the error text.
   */
  async createChat({
    name = '',
    isTemporary = false,
    projectId,
  }: NewChatOptions = {}): Promise<string | undefined> {
    const created = await this.#chatCreation.create(isTemporary, projectId);
    if (!created) return undefined;
    const { messages, ...chat } = created;
    this.list.add(chat);
    draftStorage.moveToCreated(chat.chatId);
    this.fileDrafts.moveToCreated(chat.chatId);
    const conversation = this.#createConversation(chat.chatId);
    conversation.begin(messages);
    this.#conversations.show(conversation);
    this.#switched = true;
    if (name !== '') void this.renameChat(chat.chatId, name);
    return chat.chatId;
  }

  clearCreationError(): void {
    this.#chatCreation.clearError();
  }

  /** Renames a chat. The chat keeps its old name if `loadChanges` or the request fails. */
  renameChat(chatId: string, name: string): Promise<void> {
    return this.#ports.loadChanges().then(
      ({ renameChat }) => renameChat(this.list, this.#ports.rename, chatId, name),
      () => undefined,
    );
  }

  async #restoreList(): Promise<void> {
    const kept = await this.#ports.kept?.list();
    if (kept) this.list.restore(kept);
  }

  async #restore({ chatId, history }: Conversation): Promise<void> {
    const kept = await this.#ports.kept?.page(chatId);
    if (kept) history.restore(kept);
  }

  /** Resends the unacknowledged messages that this tab had sent before a reload. */
  #resumeSent(): void {
    for (const message of this.#ports.sent.of(this.#ports.viewer.email)) {
      // A refused message waits for the user. It is shown when its chat is opened.
      if (message.refused !== undefined || this.#conversations.of(message.chatId)) continue;
      const conversation = this.#createConversation(message.chatId);
      this.#conversations.keepInBackground(conversation);
      conversation.actions.resume(message);
    }
  }

  #createConversation(chatId: string): Conversation {
    return new Conversation(chatId, {
      socket: this.#socket,
      senderFields: { userEmail: this.#ports.viewer.email },
      readHistory: async (...request) => {
        const page = await this.#ports.readHistory(...request);
        if (page.chat) this.list.know(page.chat);
        return page;
      },
      sent: this.#ports.sent,
      quota: this.quota,
      account: { email: this.#ports.viewer.email, list: this.list },
      onAccepted: (id, text, first) => {
        // The message postpones the chat's removal by age, so the removal day in the list no longer holds.
        this.used.add(id);
        this.list.change(id, { removeAt: undefined });
        if (first)
          void this.#ports.loadChanges().then(
            ({ autoRename }) => autoRename(this.list, this.#ports.rename, id, text, () => this.readList()),
            () => undefined,
          );
      },
    });
  }

  /**
   * Applies a frame. Ignores a frame about messages if its chat's conversation is neither open nor in the background
   * (docs/spec.md 4.3).
   */
  #receive(frame: ServerFrame): void {
    if (frame.type === 'instructionsChanged') this.list.instructions = {};
    if (frame.type === 'chatsImported') void this.readList(true);
    if (frame.type === 'ack' || !('data' in frame) || this.list.projects.receive(frame)) return;
    if (frame.type === 'chatCreated') this.#onCreated(frame.data);
    else if (frame.type === 'chatRenamed') this.list.change(frame.data.chatId, { name: frame.data.name });
    else if (frame.type === 'chatChanged') this.deletion.onChanged(frame.data);
    else if (frame.type === 'chatModelSet') this.list.change(frame.data.chatId, { model: frame.data.model });
    else if (frame.type === 'chatEffortSet')
      this.list.change(frame.data.chatId, { effort: frame.data.effort });
    else if (frame.type === 'chatDeleted') this.deletion.onDeleted(frame.data.chatId);
    else if ('chatId' in frame.data) this.#conversations.of(frame.data.chatId)?.receive(frame);
  }

  /** Lists a chat that was created or restored. Reads its messages again if an earlier read did not find the chat. */
  #onCreated(chat: Chat): void {
    this.deletion.onCreated(chat);
    const conversation = this.#conversations.of(chat.chatId);
    if (conversation?.state.get().isMissing) void conversation.history.load();
  }

  /**
   * Reads the list and the open conversation again after each connect, because frames may have been lost while the
   * socket was not connected. Reads again after the first connect too, because `start` and `openChat` may have read the
   * list and the conversation before the socket was connected.
   */
  async #catchUp(): Promise<void> {
    void this.open.get()?.history.catchUp();
    await this.readList();
  }

  /**
   * Reads the newest page into the list. Closes the chats that the page shows to be deleted.
   * @param fromStart true to let scrolling read the older pages again
   */
  async readList(fromStart = false): Promise<void> {
    for (const { chatId, name } of await this.list.load(fromStart)) this.deletion.onDeleted(chatId, name);
  }
}
