import '../../test/chaos/browser-globals.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket as NodeWebSocket } from 'ws';
import { AppError } from '#contract/error-codes';
import type { ServerFrame } from '#contract/socket';
import { SOCKET_PROTOCOL } from '#contract/socket-subprotocols';
import type { TestStack, TestUser } from '../../test/support/stack.ts';
import { SocketClient } from '../../web/src/lib/socket/client.ts';
import { isGatewayError } from '../../web/src/lib/socket/parse-and-encode-frames.ts';

const HOUR_MS = 3_600_000;
/** Pause, in milliseconds, before a user repeats a message that was refused as `service_busy`. */
const AGAIN_MS = { least: 5_000, most: 15_000 };

/** Times of one message, in milliseconds by `performance.now()`. */
export interface Sent {
  readonly text: string;
  readonly sentAt: number;
  acceptedAt?: number;
  firstPieceAt?: number;
  doneAt?: number;
  busyAt?: number;
  refusals: number;
  failedWith?: string;
}

export class LoadUser {
  readonly user: TestUser;
  readonly sent: Sent[] = [];
  chatId = '';
  readonly #client: SocketClient;
  #current: Sent | undefined;

  constructor(stack: TestStack, user: TestUser) {
    this.user = user;
    this.#client = new SocketClient({
      url: stack.urls.socket,
      credentials: () =>
        Promise.resolve({ protocols: [SOCKET_PROTOCOL, user.token], expiresAt: Date.now() + HOUR_MS }),
      onFrame: (frame) => this.#receive(frame),
      createWebSocket: (url, protocols) => this.#connect(stack, url, protocols),
    });
    this.#client.open();
  }

  async openChat(): Promise<void> {
    const { email: userEmail } = this.user;
    this.chatId = (await this.#client.request('initChat', { userEmail, name: 'Test User' })).chatId;
  }

  async say(text: string): Promise<void> {
    const sent: Sent = { text, sentAt: performance.now(), refusals: 0 };
    this.sent.push(sent);
    this.#current = sent;
    const { chatId } = this;
    const data = { chatId, message: text, userEmail: this.user.email, instructions: false, projectId: null };
    for (;;)
      try {
        await this.#client.request('chat', data);
        sent.doneAt = performance.now();
        return;
      } catch (error) {
        const code = error instanceof AppError ? error.code : 'internal';
        if (code !== 'service_busy') {
          sent.failedWith = code;
          return;
        }
        this.#noteBusy();
        await sleep(AGAIN_MS.least + Math.random() * (AGAIN_MS.most - AGAIN_MS.least));
      }
  }

  close(): void {
    this.#client.close();
  }

  #noteBusy(): void {
    if (!this.#current) return;
    this.#current.refusals += 1;
    this.#current.busyAt ??= performance.now();
  }

  #receive(frame: ServerFrame): void {
    const sent = this.#current;
    if (!sent) return;
    if (frame.type === 'accepted') sent.acceptedAt ??= performance.now();
    if (frame.type === 'assistantDelta') sent.firstPieceAt ??= performance.now();
  }

  #connect(stack: TestStack, url: string, protocols: string[]): WebSocket {
    const socket = new NodeWebSocket(url, protocols, { origin: stack.urls.site, rejectUnauthorized: false });
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      if (isGatewayError(String(data))) this.#noteBusy();
    });
    // `ws` has every member of the browser's WebSocket that SocketClient uses.
    return socket as unknown as WebSocket;
  }
}
