/** A person's browser: the product's own client over the local stack, with a storage that survives a reload. */
import { randomUUID } from 'node:crypto';
import { WebSocket as NodeWebSocket } from 'ws';
import { AppError } from '#contract/error-codes';
import { http } from '#contract/http-calls';
import { type ClientFrame, clientFrame, type ServerFrame, serverFrame } from '#contract/socket';
import { SOCKET_PROTOCOL } from '#contract/socket-subprotocols';
import type { PageQuery } from '../../web/src/features/chat/api/early-chat-calls.ts';
import { autoRename } from '../../web/src/features/chat/state/chats/auto-rename.ts';
import { ChatController } from '../../web/src/features/chat/state/chats/chat-screen-controller.ts';
import { renameChat } from '../../web/src/features/chat/state/chats/optimistic-chat-changes.ts';
import type { Conversation } from '../../web/src/features/chat/state/conversation/conversation.ts';
import type { ViewMessage } from '../../web/src/features/chat/state/turns/shown-message.ts';
import { SocketClient } from '../../web/src/lib/socket/client.ts';
import type { SentMessage, SentMessageStorage } from '../../web/src/lib/unacknowledged-message-storage.ts';
import type { TestStack, TestUser } from '../support/stack.ts';
import { wakeAll } from './browser-globals.ts';
import { until } from './wait-until.ts';

export type Ack = Extract<ServerFrame, { type: 'ack' }>;

/** A frame that the device sent, and every answer to it. */
export interface Request {
  readonly frame: ClientFrame;
  readonly acks: Ack[];
  /** Value of `performance.now()` when the request was last sent. */
  sentAt: number;
  /** True if the server refused the request although it had stored it before it was last sent. */
  wasHeldWhenRefused: boolean;
}

export interface DeviceEvents {
  /** Called with each frame's text, after the client has handled the frame. */
  readonly onFrame: (device: Device, text: string) => void;
  /** Returns the `performance.now()` since which the server holds a request; undefined if it does not hold it. */
  readonly heldSince: (requestId: string) => number | undefined;
  /** Tells if a chat was deleted at any time since `since`. */
  readonly wasDeleted: (chatId: string, since: number) => boolean;
}

const HOUR_MS = 3_600_000;
/** Error codes of acks for messages that were stored, but whose reply failed. */
const TURN_ERRORS: readonly string[] = ['reply_failed', 'reply_only_thought', 'model_unavailable'];

/** True for an ack that says that nothing was stored. */
export const isRefusal = (ack: Ack): boolean => 'error' in ack && !TURN_ERRORS.includes(ack.error.code);

export class Device {
  readonly user: TestUser;
  /** By id. */
  readonly requests = new Map<string, Request>();
  /** Messages that wait for their ack or were refused. */
  readonly kept = new Map<string, SentMessage>();
  /** True when the tab is closed for good. */
  isClosed = false;
  controller: ChatController;
  readonly #stack: TestStack;
  readonly #events: DeviceEvents;
  #chatId: string | undefined;
  #token: string;
  #isOffline = false;
  #socket: NodeWebSocket | undefined;
  #lastChat: { readonly id: string; readonly text: string } | undefined;
  #pongs = 0;

  constructor(stack: TestStack, user: TestUser, events: DeviceEvents) {
    this.#stack = stack;
    this.user = user;
    this.#token = user.token;
    this.#events = events;
    this.controller = this.#start();
  }

  get conversation(): Conversation | undefined {
    return this.controller.open.get();
  }

  get shown(): readonly ViewMessage[] {
    return this.conversation?.state.get().messages ?? [];
  }

  get isOnline(): boolean {
    const isUp = this.#socket?.readyState === NodeWebSocket.OPEN;
    return isUp && this.controller.connection.get() === 'open';
  }

  /** True while a message of this device waits for its ack. */
  get isWaiting(): boolean {
    return [...this.kept.values()].some(({ refused }) => refused === undefined);
  }

  openChat(chatId: string): void {
    this.#chatId = chatId;
    this.controller.openChat(chatId);
  }

  async createChat(): Promise<void> {
    this.#chatId = (await this.controller.createChat()) ?? this.#chatId;
  }

  /** Reloads the page: what was in memory is gone. */
  reload(): void {
    this.#end();
    this.controller = this.#start();
  }

  close(): void {
    this.isClosed = true;
    this.#end();
  }

  drop(): void {
    this.#socket?.terminate();
  }

  goOffline(): void {
    this.#isOffline = true;
    this.drop();
  }

  goOnline(): void {
    this.#isOffline = false;
    wakeAll();
  }

  /**
   * Sends the last message's frame again, as the client does when no ack comes. `isAckLost`: also if an ack has come.
   */
  resend(isAckLost = false): void {
    const isAnswered = this.#lastChat && (this.requests.get(this.#lastChat.id)?.acks.length ?? 0) > 0;
    if (this.#lastChat && (isAckLost || !isAnswered) && this.#socket?.readyState === NodeWebSocket.OPEN)
      this.#socket.send(JSON.stringify({ ...JSON.parse(this.#lastChat.text), resent: true }));
  }

  /** Waits until all sent frames have reached their functions: a ping is answered after them, in order. */
  async flush(patienceMs: number): Promise<void> {
    const before = this.#pongs;
    if (!this.isOnline) return;
    this.#socket?.send(JSON.stringify({ action: 'ping', id: randomUUID(), data: {} }));
    await until(() => this.#pongs > before || !this.isOnline, patienceMs);
  }

  /** A call of the product's API as this person. @throws AppError */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.#stack.http(method, path, { token: await this.#fresh(false), body });
    const json: unknown = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
    if (answer.status < 400) return json;
    throw new AppError(Reflect.get(Object(json), 'code') ?? 'internal');
  }

  async history(chatId: string, asked: PageQuery = {}) {
    const query = Object.entries(asked).flatMap(([name, at]) => (at === undefined ? [] : `${name}=${at}`));
    const path = http.getChatHistory.path.replace('{chatId}', chatId);
    const answer = await this.call('GET', query.length > 0 ? `${path}?${query.join('&')}` : path);
    const { messages, branches, nextCursor, newerCursor } = http.getChatHistory.response.parse(answer);
    const numberOf = (cursor: string | undefined) => (cursor === undefined ? undefined : Number(cursor));
    return {
      messages: messages.messages,
      branches,
      olderThan: numberOf(nextCursor),
      newerThan: numberOf(newerCursor),
    };
  }

  #start(): ChatController {
    const { email } = this.user;
    const at = (call: { readonly method: string; readonly path: string }, chatId: string, body?: unknown) =>
      this.call(call.method, call.path.replace('{chatId}', chatId), body);
    const controller = new ChatController({
      viewer: { owner: 'ada', email, name: 'Test User', isAdmin: false },
      sent: this.#sent,
      readPage: async (cursor) => {
        const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const path = `${http.getChats.path}?userEmail=${encodeURIComponent(email)}${more}`;
        return http.getChats.response.parse(await this.call('GET', path));
      },
      readHistory: (chatId, query) => this.history(chatId, query),
      rename: async (chatId, newName) => void (await at(http.renameChat, chatId, { newName })),
      loadChanges: async () => ({ renameChat, autoRename }),
      deleteChat: (chatId) => at(http.deleteChat, chatId),
      restoreChat: async (chatId) => http.restoreChat.response.parse(await at(http.restoreChat, chatId)),
      connect: (handlers) =>
        new SocketClient({
          ...handlers,
          url: this.#stack.urls.socket,
          credentials: async (renew) => {
            if (this.#isOffline) throw new AppError('internal');
            const token = await this.#fresh(renew);
            return { protocols: [SOCKET_PROTOCOL, token], expiresAt: Date.now() + HOUR_MS };
          },
          createWebSocket: (url, protocols) => this.#connect(url, protocols),
        }),
    });
    controller.start();
    if (this.#chatId !== undefined) controller.openChat(this.#chatId);
    return controller;
  }

  #end(): void {
    this.controller.stop();
    this.drop();
  }

  #connect(url: string, protocols: string[]): WebSocket {
    const socket = new NodeWebSocket(url, protocols, {
      origin: this.#stack.urls.site,
      rejectUnauthorized: false,
    });
    const send = socket.send.bind(socket);
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.send = (text: string) => {
      this.#noteSent(text);
      if (socket.readyState === NodeWebSocket.OPEN) send(text);
    };
    socket.on('message', (data) => {
      this.#noteReceived(String(data));
      // The client's listener may be called before or after this one. `setImmediate` runs after both.
      setImmediate(() => this.#events.onFrame(this, String(data)));
    });
    // The client uses only members of WebSocket that this one has, too.
    return socket as unknown as WebSocket;
  }

  #noteSent(text: string): void {
    const frame = clientFrame.parse(JSON.parse(text));
    if (frame.action === 'chat') this.#lastChat = { id: frame.id, text };
    const request = this.requests.get(frame.id);
    if (request) request.sentAt = performance.now();
    else
      this.requests.set(frame.id, {
        ...{ frame, acks: [] },
        ...{ sentAt: performance.now(), wasHeldWhenRefused: false },
      });
  }

  #noteReceived(text: string): void {
    const parsed = serverFrame.safeParse(JSON.parse(text));
    const frame = parsed.success ? parsed.data : undefined;
    if (frame?.type === 'pong') this.#pongs += 1;
    const request = frame?.type === 'ack' ? this.requests.get(frame.id) : undefined;
    if (frame?.type !== 'ack' || !request) return;
    request.acks.push(frame);
    const heldSince = this.#events.heldSince(frame.id);
    const { frame: asked } = request;
    const wasDeleted = asked.action === 'chat' && this.#events.wasDeleted(asked.data.chatId, request.sentAt);
    // Two copies of a message can be under way at the same time. The server may refuse one before it stores the other.
    if (isRefusal(frame) && !wasDeleted && heldSince !== undefined && heldSince < request.sentAt)
      request.wasHeldWhenRefused = true;
  }

  /** A token that the stack's clock accepts. */
  async #fresh(renew: boolean): Promise<string> {
    const { exp } = JSON.parse(Buffer.from(this.#token.split('.')[1] ?? '', 'base64url').toString());
    if (renew || exp * 1_000 < this.#stack.inner.clock.now() + 60_000)
      this.#token = (await this.#stack.inner.tokensFor(this.user.email)).idToken;
    return this.#token;
  }

  readonly #sent: SentMessageStorage = {
    of: (sender) => [...this.kept.values()].filter((message) => message.sender === sender),
    keep: (message) => void this.kept.set(message.requestId, message),
    forget: (requestId) => void this.kept.delete(requestId),
  };
}
