/** A client of the socket for tests: what the browser sends, without the browser. */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { type ClientAction, type FrameOf, type ServerFrame, serverFrame } from '#contract/socket';
import { SOCKET_PROTOCOL } from '#contract/socket-subprotocols';

type Ack = Extract<ServerFrame, { type: 'ack' }>;
type FrameType = ServerFrame['type'];
type Frame<T extends FrameType> = Extract<ServerFrame, { type: T }>;

export interface ConnectOptions {
  readonly url: string;
  /** An ID token, or `guest`. */
  readonly credential: string;
  readonly origin: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the viewer; all of 127/8 is this machine. */
  readonly localAddress?: string;
}

export class SocketClient {
  readonly frames: ServerFrame[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();
  closedWith: number | undefined;
  /** Number of errors from API Gateway: the function of a frame had died, or could not be called. */
  gatewayErrors = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const sent: unknown = JSON.parse(String(data));
      if (isGatewayError(sent)) this.gatewayErrors += 1;
      else this.frames.push(serverFrame.parse(sent));
      this.#wake();
    });
    socket.on('close', (code) => {
      this.closedWith = code;
      this.#wake();
    });
    socket.on('error', () => undefined);
  }

  /** Opens a connection; rejects with the HTTP status when it is refused. */
  static async connect({
    url,
    credential,
    origin,
    headers,
    localAddress,
  }: ConnectOptions): Promise<SocketClient> {
    const socket = new WebSocket(url, [SOCKET_PROTOCOL, credential], {
      origin,
      rejectUnauthorized: false,
      ...(headers && { headers }),
      ...(localAddress && { localAddress, family: 4 }),
    });
    const client = new SocketClient(socket);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once('open', resolve);
    socket.once('unexpected-response', (_, response) => reject(new Error(`refused: ${response.statusCode}`)));
    socket.once('error', reject);
    await promise;
    return client;
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  /** Sends a frame; `id` may be given to send the same one again. */
  send<A extends ClientAction>(action: A, data: FrameOf<A>['data'], id: string = randomUUID()): string {
    this.#socket.send(JSON.stringify({ action, id, data }));
    return id;
  }

  /** Sends a frame again, marked as the product's client does. */
  resend<A extends ClientAction>(action: A, data: FrameOf<A>['data'], id: string): void {
    this.#socket.send(JSON.stringify({ action, id, resent: true, data }));
  }

  sendRaw(text: string): void {
    this.#socket.send(text);
  }

  /** Waits until the frames sent so far have reached their functions: the stack takes them in order. */
  async flush(): Promise<void> {
    const before = this.of('pong').length;
    this.#socket.send(JSON.stringify({ action: 'ping', id: randomUUID() }));
    while (this.of('pong').length === before) await this.#next();
  }

  /** Sends a frame and waits for its ack. */
  async call<A extends ClientAction>(action: A, data: FrameOf<A>['data'], id?: string): Promise<Ack> {
    return this.ack(this.send(action, data, id));
  }

  /** Waits until API Gateway has answered `times` times that a function could not be called, or that it died. */
  async gatewayError(times: number): Promise<undefined> {
    while (this.gatewayErrors < times) await this.#next();
  }

  async ack(id: string): Promise<Ack> {
    return this.until('ack', (frame) => frame.id === id);
  }

  /** Waits for the first frame of a type that fits. Frames that came before count. */
  async until<T extends FrameType>(
    type: T,
    fits: (frame: Frame<T>) => boolean = () => true,
  ): Promise<Frame<T>> {
    for (;;) {
      const found = this.of(type).find(fits);
      if (found) return found;
      if (this.closedWith !== undefined) throw new Error(`The socket closed with ${this.closedWith}`);
      await this.#next();
    }
  }

  of<T extends FrameType>(type: T): Frame<T>[] {
    return this.frames.filter((frame): frame is Frame<T> => frame.type === type);
  }

  async closed(): Promise<number> {
    while (this.closedWith === undefined) await this.#next();
    return this.closedWith;
  }

  /** Ends the connection without a close frame. */
  drop(): void {
    this.#socket.terminate();
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.closed();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** The data of an ack that must have succeeded. */
export function dataOf(ack: Ack): unknown {
  if ('error' in ack && ack.error) throw new Error(`refused: ${ack.error.code}`);
  return 'data' in ack ? ack.data : undefined;
}

/** The error code of an ack that must have been refused. */
export function codeOf(ack: Ack): string {
  if ('error' in ack && ack.error) return ack.error.code;
  throw new Error('The ack carries no error');
}

/** True for frames that API Gateway itself sends when an integration fails. */
const isGatewayError = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'message' in sent && 'connectionId' in sent;
