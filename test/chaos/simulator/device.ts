/** A person's browser: the product's client state over a bad link, with a storage that survives a reload. */
import { AppError } from '#contract/error-codes';
import type { PageQuery } from '../../../web/src/features/chat/api/early-chat-calls.ts';
import { autoRename } from '../../../web/src/features/chat/state/chats/auto-rename.ts';
import { ChatController } from '../../../web/src/features/chat/state/chats/chat-screen-controller.ts';
import { renameChat } from '../../../web/src/features/chat/state/chats/optimistic-chat-changes.ts';
import type { Conversation } from '../../../web/src/features/chat/state/conversation/conversation.ts';
import type { ViewMessage } from '../../../web/src/features/chat/state/turns/shown-message.ts';
import { SocketClient } from '../../../web/src/lib/socket/client.ts';
import type { SentMessage, SentMessageStorage } from '../../../web/src/lib/unacknowledged-message-storage.ts';
import { BadLink } from './bad-link.ts';
import type { ProductServer } from './product-server.ts';
import type { ReadFault, Schedule } from './schedule.ts';
import { sleep } from './sleep.ts';

const EMAIL = 'ada@example.com';
const HTTP_MS = 15;
/** Small, so that a few messages fill several pages. */
const PAGE_SIZE = 6;
const HOUR_MS = 3_600_000;

export class Device {
  readonly link: BadLink;
  controller: ChatController;
  private readonly server: ProductServer;
  private readonly readFaults: readonly ReadFault[];
  private readonly kept = new Map<string, SentMessage>();
  private reads = 0;
  private healed = false;
  private chatId: string;

  constructor(server: ProductServer, number: number, { frames, reads }: Schedule, chatId: string) {
    this.server = server;
    this.link = new BadLink(
      server,
      frames.filter(({ device }) => device === number),
    );
    this.readFaults = reads.filter(({ device }) => device === number);
    this.chatId = chatId;
    this.controller = this.start();
  }

  get conversation(): Conversation {
    const open = this.controller.open.get();
    if (!open) throw new Error('No chat is open');
    return open;
  }

  /** The messages on screen, in their order. */
  get shown(): readonly ViewMessage[] {
    return this.conversation.state.get().messages;
  }

  heal(): void {
    this.healed = true;
    this.link.heal();
  }

  openChat(chatId: string): void {
    this.chatId = chatId;
    this.controller.openChat(chatId);
  }

  /** Reloads the page: what was in memory is gone. */
  reload(): void {
    this.stop();
    this.controller = this.start();
  }

  stop(): void {
    this.controller.stop();
    this.link.disconnect();
  }

  private start(): ChatController {
    const controller = new ChatController({
      viewer: { owner: 'ada', email: EMAIL, name: 'Ada', isAdmin: false },
      sent: this.sent,
      readPage: async () => ({ chats: [...this.server.chats.values()] }),
      readHistory: (chatId, query) => this.readHistory(chatId, query),
      rename: async () => undefined,
      loadChanges: async () => ({ renameChat, autoRename }),
      deleteChat: async () => undefined,
      restoreChat: async (chatId) => ({ chatId, name: '', createdAt: '' }),
      connect: (handlers) =>
        new SocketClient({
          ...handlers,
          url: 'wss://example.test/socket',
          credentials: async () => ({ protocols: [], expiresAt: Date.now() + HOUR_MS }),
          createWebSocket: this.link.createWebSocket,
        }),
    });
    controller.start();
    controller.openChat(this.chatId);
    return controller;
  }

  private async readHistory(chatId: string, { before, after }: PageQuery) {
    const nth = this.reads++;
    const fault = this.healed ? undefined : this.readFaults.find((planned) => planned.nth === nth)?.effect;
    await sleep(HTTP_MS);
    if (fault === 'fail') throw new AppError('internal');
    const page = this.server.readHistory(chatId, PAGE_SIZE, { before, after });
    await sleep(HTTP_MS + (fault?.ms ?? 0));
    return page;
  }

  private readonly sent: SentMessageStorage = {
    of: (sender) => [...this.kept.values()].filter((message) => message.sender === sender),
    keep: (message) => void this.kept.set(message.requestId, message),
    forget: (requestId) => void this.kept.delete(requestId),
  };
}
