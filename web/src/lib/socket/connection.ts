import { SOCKET_LIFE_LIMIT_MS } from '#contract/limits';
import type { ServerFrame } from '#contract/socket';
import { encodeFrame, isGatewayError, parseFrame } from './frames.ts';

export interface ConnectionEvents {
  readonly onOpen: () => void;
  readonly onFrame: (frame: ServerFrame) => void;
  /** Called when API Gateway could not hand a frame to its function, which was throttled or has failed. */
  readonly onRefused: () => void;
  /**
   * Called a minute before the credentials expire or the connection's maximum life ends, whichever is earlier, so that
   * the connection can be replaced. It is called 30 s after the opening at the earliest.
   */
  readonly onAging: () => void;
  /**
   * Called when the connection did not open in time, does not answer a ping, or was closed by the server or the
   * network.
   */
  readonly onLost: () => void;
}

/** Milliseconds in which a connection must open (docs/spec.md 9). */
const CONNECT_TIMEOUT_MS = 20_000;
/** Milliseconds between pings. API Gateway closes a connection after 10 minutes without a frame. */
const PING_MS = 4 * 60_000;
const PONG_TIMEOUT_MS = 10_000;
/** Value of `WebSocket.CLOSING`. */
const CLOSING = 2;
/** Milliseconds from `onAging` to the expiry of the credentials or the end of the connection's maximum life. */
const RENEW_MARGIN_MS = 60_000;

/** One WebSocket, until it is lost or dropped. After `onLost` or `drop` it calls none of the events. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #events: ConnectionEvents;
  readonly #timers: ReturnType<typeof setTimeout>[];
  #pongTimer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = Date.now();

  /** `expiresAt` is the expiry of the credentials, in milliseconds since the epoch. */
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
   * Sends a frame. Does nothing on a closing or closed socket, where the browser would log an error. A request in such
   * a frame is not lost: `SocketClient` (`client.ts`) sends unanswered requests again over the next connection.
   */
  send(json: string): void {
    if (this.#socket.readyState < CLOSING) this.#socket.send(json);
  }

  /**
   * Checks with a ping that the connection still lives, unless a frame came in the last 10 s. The check is needed when
   * a device wakes from sleep, because the browser may not know that the connection was lost meanwhile.
   */
  probe(): void {
    if (Date.now() - this.#heardAt > PONG_TIMEOUT_MS) this.#ping();
  }

  /** Closes the socket without calling `onLost`. */
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

  /**
   * Sends a ping. If no frame comes within PONG_TIMEOUT_MS, the connection counts as lost. So a loss without a close
   * event is noticed too.
   */
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
