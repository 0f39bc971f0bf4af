/** A socket that sends any text, and returns acks, pongs and gateway errors without checking them by the contract. */
import { WebSocket } from 'ws';
import { SOCKET_PROTOCOL } from '#contract/socket-subprotocols';
import { freshAddress } from './sign-up.ts';
import type { TestStack } from './stack.ts';

interface Viewer {
  readonly localAddress: string;
  readonly headers: Readonly<Record<string, string>>;
}

export class RawClient {
  readonly #socket: WebSocket;
  readonly #answers: unknown[] = [];
  #wake = () => {};
  closedWith: number | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === undefined || frame.type === 'ack' || frame.type === 'pong')
        this.#answers.push(frame);
      this.#wake();
    });
    socket.on('close', (code) => {
      this.closedWith = code;
      this.#wake();
    });
  }

  /** Connects, from an address of its own unless one is given. */
  static async open(
    { urls }: TestStack,
    credential: string,
    { localAddress = freshAddress(), headers = {} }: Partial<Viewer> = {},
  ): Promise<RawClient> {
    const socket = new WebSocket(urls.socket, [SOCKET_PROTOCOL, credential], {
      origin: urls.site,
      rejectUnauthorized: false,
      localAddress,
      family: 4,
      headers,
    });
    const client = new RawClient(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return client;
  }

  /** Sends a frame and returns its answer; a connection that closes is an answer, too. */
  async ask(text: string): Promise<unknown> {
    this.#socket.send(text);
    while (this.#answers.length === 0 && this.closedWith === undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#answers.shift() ?? { closedWith: this.closedWith };
  }

  close = (): void => this.#socket.terminate();
}
