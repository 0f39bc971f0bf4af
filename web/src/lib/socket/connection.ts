import { SOCKET_LIFE_LIMIT_MS } from '#contract/limits';
import type { ServerFrame } from '#contract/socket';
import { encodeFrame, isGatewayError, parseFrame } from './parse-and-encode-frames.ts';

export interface ConnectionEvents {
  readonly onOpen: () => void;
  readonly onFrame: (frame: ServerFrame) => void;
  /** Called when API Gateway could not hand a frame to its function, which was throttled or has failed. */
  readonly onRefused: () => void;
  /**
   * Called a minute before the credentials expire or the connection's maximum life ends, but 30 s after the opening at
   * the earliest.
   */
  readonly onAging: () => void;
  /** Called when the connection does not open in time, does not answer a ping, or is closed from outside. */
  readonly onLost: () => void;
}

/** From docs/spec.md 9. */
const CONNECT_TIMEOUT_MS = 20_000;
/** API Gateway closes a connection after 10 minutes without a frame. */
const PING_MS = 4 * 60_000;
const PONG_TIMEOUT_MS = 10_000;
/** Value of `WebSocket.CLOSING`. */
const CLOSING = 2;
const RENEW_MARGIN_MS = 60_000;

/** One WebSocket, until it is lost or dropped. After `onLost` or `drop` it calls none of the events. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #events: ConnectionEvents;
  readonly #timers: ReturnType<typeof setTimeout>[];
  #pongTimer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = Date.now();

  /** `expiresAt` is in milliseconds since the epoch. */
  constructor(socket: WebSocket, expiresAt: number, events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    const timeout = setTimeout(() => this.#lose(), CONNECT_TIMEOUT_MS);
    this.#timers = [timeout];
    socket.onopen = () => {
      clearTimeout(timeout);
      this.#begin(expiresAt);
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = () => this.#lose();
  }

  /**
   * Sends a frame, unless the socket is closing or closed. `SocketClient` sends unanswered requests again over the next
   * connection.
   */
  send(json: string): void {
    if (this.#socket.readyState < CLOSING) this.#socket.send(json);
  }

  /**
   * Sends a ping unless a frame came in the last 10 s. When a device wakes from sleep, the browser may not know that
   * the connection was lost meanwhile.
   */
  probe(): void {
    if (Date.now() - this.#heardAt > PONG_TIMEOUT_MS) this.#ping();
  }

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

  /** Without a frame within PONG_TIMEOUT_MS, the connection counts as lost: a loss may come without a close event. */
  #ping(): void {
    this.send(encodeFrame('ping', crypto.randomUUID(), {}).first);
    clearTimeout(this.#pongTimer);
    this.#pongTimer = setTimeout(() => this.#lose(), PONG_TIMEOUT_MS);
  }

  #receive(data: unknown): void {
    clearTimeout(this.#pongTimer);
    this.#heardAt = Date.now();
    const frame = parseFrame(data);
    if (frame) this.#events.onFrame(frame);
    else if (isGatewayError(data)) this.#events.onRefused();
  }

  #lose(): void {
    this.drop();
    this.#events.onLost();
  }
}
