import { RECONNECT, SOCKET_LIFE_LIMIT_MS } from '#contract/limits';
import type { ServerFrame } from '#contract/socket';
import { encodeFrame, parseFrame } from './frames.ts';

export interface ConnectionEvents {
  readonly onOpen: () => void;
  readonly onFrame: (frame: ServerFrame) => void;
  /** The connection will end soon: its credentials expire, or its life is over. */
  readonly onAging: () => void;
  /** It did not open in time, does not answer, or was closed by the other side. */
  readonly onLost: () => void;
}

const PING_MS = 4 * 60_000;
const PONG_TIMEOUT_MS = 10_000;
/** As `WebSocket.CLOSING`. */
const CLOSING = 2;
/** A connection is replaced this long before its credentials or its life end. */
const RENEW_MARGIN_MS = 60_000;

/** One WebSocket, from its opening until it is lost or dropped. After that it tells no more events. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #events: ConnectionEvents;
  readonly #timers: ReturnType<typeof setTimeout>[];
  #pongTimer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = Date.now();

  /** `expiresAt` is when the credentials end, in milliseconds since the epoch. */
  constructor(socket: WebSocket, expiresAt: number, events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    const timeout = setTimeout(() => this.#lose(), RECONNECT.connectTimeoutMs);
    this.#timers = [timeout];
    socket.onopen = () => {
      clearTimeout(timeout);
      this.#begin(expiresAt);
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = () => this.#lose();
  }

  /** Sends nothing once the socket closes: the browser would log an error, and what is unanswered is sent again later. */
  send(json: string): void {
    if (this.#socket.readyState < CLOSING) this.#socket.send(json);
  }

  /** Asks for a sign of life, unless one has just come: a device that slept is not told that its connection is gone. */
  probe(): void {
    if (Date.now() - this.#heardAt > PONG_TIMEOUT_MS) this.#ping();
  }

  /** Closes it without telling `onLost`. */
  drop(): void {
    clearTimeout(this.#pongTimer);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
  }

  #begin(expiresAt: number): void {
    const life = Math.min(expiresAt - Date.now(), SOCKET_LIFE_LIMIT_MS) - RENEW_MARGIN_MS;
    this.#timers.push(
      setInterval(() => this.#ping(), PING_MS),
      setTimeout(() => this.#events.onAging(), Math.max(life, RENEW_MARGIN_MS / 2)),
    );
    this.#events.onOpen();
  }

  /** An answer must come: a connection that died silently is found out here. */
  #ping(): void {
    this.send(encodeFrame('ping', crypto.randomUUID(), {}));
    clearTimeout(this.#pongTimer);
    this.#pongTimer = setTimeout(() => this.#lose(), PONG_TIMEOUT_MS);
  }

  #receive(data: unknown): void {
    clearTimeout(this.#pongTimer);
    this.#heardAt = Date.now();
    const frame = parseFrame(data);
    if (frame) this.#events.onFrame(frame);
  }

  #lose(): void {
    this.drop();
    this.#events.onLost();
  }
}
