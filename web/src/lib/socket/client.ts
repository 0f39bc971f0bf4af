import { AppError } from '#contract/errors';
import { RECONNECT, SOCKET_LIFE_LIMIT_MS } from '#contract/limits';
import { type AckData, ackData, type FrameOf, type ServerFrame } from '#contract/socket';
import { createStore, type ReadStore } from '../store.ts';
import { reconnectDelay } from './backoff.ts';
import { encodeFrame, parseFrame } from './frames.ts';
import { Outbox, type PendingFrame } from './outbox.ts';

export type SocketStatus = 'connecting' | 'open' | 'reconnecting' | 'offline';

/** What a connection is opened with. */
export interface Credentials {
  readonly protocols: readonly string[];
  /** Milliseconds since the epoch; the connection is renewed before. */
  readonly expiresAt: number;
}

export interface SocketOptions {
  readonly url: string;
  /** `renew` asks for fresh credentials although the present ones have not expired. */
  readonly credentials: (renew: boolean) => Promise<Credentials>;
  readonly onFrame: (frame: ServerFrame) => void;
  /** Called at every opening; `again` after the first. */
  readonly onOpen?: (again: boolean) => void;
  /** @default the browser's */
  readonly createWebSocket?: (url: string, protocols: string[]) => WebSocket;
}

export type SocketAction = keyof typeof ackData;

const PING_MS = 4 * 60_000;
const PONG_TIMEOUT_MS = 10_000;
/** A pending frame that nothing was heard of for so long is sent again. */
const STALL_MS = 20_000;
const STALL_CHECK_MS = 5_000;
/** A connection is replaced this long before its credentials or its life end. */
const RENEW_MARGIN_MS = 60_000;

/**
 * The product's end of the socket. It stays connected while there is somebody to serve, and keeps each request
 * until it is answered: after a reconnect, or when nothing is heard of it, the same frame goes out again, which
 * the server recognises by its id. One instance for one signed-in user or guest.
 */
export class SocketClient {
  readonly status: ReadStore<SocketStatus>;
  private readonly state = createStore<SocketStatus>('connecting');
  private readonly outbox = new Outbox();
  private readonly options: SocketOptions;
  private socket: WebSocket | undefined;
  private attempt = 0;
  private opened = false;
  private closed = false;
  private renewNext = false;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private connectionTimers: ReturnType<typeof setTimeout>[] = [];
  private pongTimer: ReturnType<typeof setTimeout> | undefined;
  private renewDue = false;

  constructor(options: SocketOptions) {
    this.options = options;
    this.status = this.state;
  }

  /** Connects, and stays connected until `close`. */
  open(): void {
    this.closed = false;
    globalThis.addEventListener?.('online', this.wake);
    globalThis.addEventListener?.('offline', this.sleep);
    void this.connect();
  }

  close(): void {
    this.closed = true;
    globalThis.removeEventListener?.('online', this.wake);
    globalThis.removeEventListener?.('offline', this.sleep);
    clearTimeout(this.retryTimer);
    this.drop();
  }

  /**
   * Sends a request and resolves with its acknowledgement's data. It may take as long as a reply takes.
   * `id` is the request's identity: the same one is never carried out twice.
   * @throws AppError with the server's code; `message_too_long` before anything is sent
   */
  request<A extends SocketAction>(
    action: A,
    data: FrameOf<A>['data'],
    id: string = crypto.randomUUID(),
  ): Promise<AckData<A>> {
    return new Promise((resolve, reject) => {
      const json = encodeFrame(action, id, data);
      const frame: PendingFrame = {
        id,
        json,
        chatId: 'chatId' in data ? data.chatId : undefined,
        lastSignOfLife: Date.now(),
        renewed: false,
        reject,
        resolve: (answer) => {
          const parsed = ackData[action].safeParse(answer);
          // The schema was chosen by `action`, which the compiler cannot follow through the lookup.
          if (parsed.success) resolve(parsed.data as AckData<A>);
          else reject(new AppError('internal', { cause: parsed.error }));
        },
      };
      this.outbox.add(frame);
      this.transmit(frame);
    });
  }

  /** Stops waiting for a request's answer; the server may still carry it out. */
  abandon(id: string): void {
    this.outbox.take(id);
    this.renewIfDue();
  }

  private readonly wake = (): void => {
    if (this.closed || this.socket) return;
    clearTimeout(this.retryTimer);
    this.attempt = 0;
    void this.connect();
  };

  private readonly sleep = (): void => {
    this.drop();
    this.state.set('offline');
  };

  private async connect(): Promise<void> {
    if (this.closed) return;
    if (globalThis.navigator?.onLine === false) {
      this.state.set('offline');
      return;
    }
    this.state.set(this.opened ? 'reconnecting' : 'connecting');
    const renew = this.renewNext;
    this.renewNext = false;
    try {
      const credentials = await this.options.credentials(renew);
      if (this.closed || this.socket) return;
      this.attach(this.createWebSocket(credentials), credentials);
    } catch {
      this.retry();
    }
  }

  private createWebSocket({ protocols }: Credentials): WebSocket {
    const create = this.options.createWebSocket ?? ((url, offered) => new WebSocket(url, offered));
    return create(this.options.url, [...protocols]);
  }

  private attach(socket: WebSocket, credentials: Credentials): void {
    this.socket = socket;
    const timeout = setTimeout(() => this.lose(socket), RECONNECT.connectTimeoutMs);
    this.connectionTimers = [timeout];
    socket.onopen = () => {
      clearTimeout(timeout);
      this.ready(socket, credentials);
    };
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = () => this.lose(socket);
  }

  private ready(socket: WebSocket, { expiresAt }: Credentials): void {
    const again = this.opened;
    this.opened = true;
    this.attempt = 0;
    const life = Math.min(expiresAt - Date.now(), SOCKET_LIFE_LIMIT_MS) - RENEW_MARGIN_MS;
    this.connectionTimers.push(
      setInterval(() => this.ping(socket), PING_MS),
      setInterval(() => this.resendStalled(), STALL_CHECK_MS),
      setTimeout(() => this.noteRenewal(), Math.max(life, RENEW_MARGIN_MS / 2)),
    );
    this.state.set('open');
    this.options.onOpen?.(again);
    for (const frame of this.outbox.all()) this.transmit(frame);
  }

  private transmit(frame: PendingFrame): void {
    if (this.state.get() !== 'open') return;
    frame.lastSignOfLife = Date.now();
    this.socket?.send(frame.json);
  }

  private resendStalled(): void {
    for (const frame of this.outbox.stalled(Date.now() - STALL_MS)) this.transmit(frame);
  }

  /** An answer must come: a connection that died silently is found out here. */
  private ping(socket: WebSocket): void {
    socket.send(encodeFrame('ping', crypto.randomUUID(), {}));
    clearTimeout(this.pongTimer);
    this.pongTimer = setTimeout(() => this.lose(socket), PONG_TIMEOUT_MS);
  }

  private receive(data: unknown): void {
    clearTimeout(this.pongTimer);
    const frame = parseFrame(data);
    if (!frame) return;
    this.outbox.noteSignOfLife(frame, Date.now());
    if (frame.type === 'ack') this.settle(frame);
    else this.options.onFrame(frame);
  }

  private settle(ack: Extract<ServerFrame, { type: 'ack' }>): void {
    const frame = this.outbox.take(ack.id);
    if (!frame) return;
    if (!('error' in ack)) frame.resolve(ack.data);
    else if (isSessionOver(ack.error.code) && !frame.renewed) {
      frame.renewed = true;
      this.outbox.add(frame);
      this.renew(true);
      return;
    } else frame.reject(new AppError(ack.error.code, { message: ack.error.message }));
    this.renewIfDue();
  }

  private noteRenewal(): void {
    this.renewDue = true;
    this.renewIfDue();
  }

  /** Never while something is unacknowledged: its answer would go to the connection that is being left. */
  private renewIfDue(): void {
    if (this.renewDue && this.outbox.isEmpty) this.renew(false);
  }

  private renew(withFreshToken: boolean): void {
    this.drop();
    this.renewNext = withFreshToken;
    void this.connect();
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.drop();
    if (this.closed) return;
    // A refused handshake tells no reason; an expired token is the one that a client can cure.
    if (this.attempt > 0) this.renewNext = true;
    this.retry();
  }

  private retry(): void {
    if (this.closed) return;
    this.state.set(globalThis.navigator?.onLine === false ? 'offline' : 'reconnecting');
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.connect(), reconnectDelay(this.attempt, Math.random()));
    this.attempt += 1;
  }

  private drop(): void {
    const { socket } = this;
    this.socket = undefined;
    this.renewDue = false;
    clearTimeout(this.pongTimer);
    for (const timer of this.connectionTimers) clearTimeout(timer);
    this.connectionTimers = [];
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    if (!this.closed) this.state.set('reconnecting');
  }
}

const isSessionOver = (code: string): boolean => code === 'session_expired' || code === 'unauthorized';
