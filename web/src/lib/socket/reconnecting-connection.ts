import { createStore, type ReadStore } from '../observable-store.ts';
import { Connection, type ConnectionEvents } from './connection.ts';

/**
 * Delays in milliseconds (docs/spec.md 9). After `patientAttempts` attempts they grow further, so that many clients
 * that are refused do not overload the server.
 */
const RECONNECT = {
  delayMs: 1_000,
  maxDelayMs: 5_000,
  patientAttempts: 10,
  patientMaxDelayMs: 60_000,
  randomisation: 0.5,
};

/**
 * `busy`: the connection is open, and API Gateway has refused a frame, which is sent again. `displaced`: the server
 * closed the connection because the user or guest has too many connections.
 */
export type SocketStatus = 'connecting' | 'open' | 'busy' | 'reconnecting' | 'offline' | 'displaced';

export interface Credentials {
  /** WebSocket subprotocols, which carry the credentials. */
  readonly protocols: readonly string[];
  /** In milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface ReconnectingOptions extends Pick<ConnectionEvents, 'onFrame' | 'onRefused' | 'onAging'> {
  readonly url: string;
  /** With `renew`, returns new credentials even if the current credentials are valid. */
  readonly credentials: (renew: boolean) => Promise<Credentials>;
  readonly onOpen: () => void;
  readonly createWebSocket: (url: string, protocols: string[]) => WebSocket;
}

/**
 * Keeps a connection open. Replaces a lost connection after a growing delay with jitter (docs/spec.md 9). After
 * `displace`, reconnects only when the network returns, or when the user comes back to the page or sends something.
 */
export class ReconnectingConnection {
  readonly status: ReadStore<SocketStatus>;
  readonly #state = createStore<SocketStatus>('connecting');
  readonly #options: ReconnectingOptions;
  #connection: Connection | undefined;
  #attempt = 0;
  /**
   * Counts the calls of `#connect` and `#drop`. If one of the two is called while an earlier call of `#connect` waits
   * for credentials, the earlier call has no effect.
   */
  #newest = 0;
  #isFirstAttempt = true;
  #closed = false;
  #renewNext = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReconnectingOptions) {
    this.#options = options;
    this.status = this.#state;
  }

  open(): void {
    this.#closed = false;
    globalThis.addEventListener?.('online', this.#wake);
    globalThis.addEventListener?.('offline', this.#sleep);
    globalThis.addEventListener?.('focus', this.#return);
    globalThis.document?.addEventListener('visibilitychange', this.#return);
    void this.#connect();
  }

  close(): void {
    this.#closed = true;
    globalThis.removeEventListener?.('online', this.#wake);
    globalThis.removeEventListener?.('offline', this.#sleep);
    globalThis.removeEventListener?.('focus', this.#return);
    globalThis.document?.removeEventListener('visibilitychange', this.#return);
    clearTimeout(this.#retryTimer);
    this.#drop();
  }

  /** Sends a frame. Returns false, and sends nothing, if no connection is open. */
  send(json: string): boolean {
    if (!this.#isOpen) return false;
    this.#connection?.send(json);
    return true;
  }

  setBusy(isBusy: boolean): void {
    if (this.#isOpen) this.#state.set(isBusy ? 'busy' : 'open');
  }

  get #isOpen(): boolean {
    return ['open', 'busy'].includes(this.#state.get());
  }

  displace(): void {
    this.#drop();
    this.#state.set('displaced');
  }

  /** Called when the user sends something. */
  hurry(): void {
    if (this.#state.get() === 'displaced' || this.#attempt > RECONNECT.patientAttempts) this.#wake();
  }

  renew(withFreshCredentials: boolean): void {
    clearTimeout(this.#retryTimer);
    this.#drop();
    this.#renewNext = withFreshCredentials;
    void this.#connect();
  }

  readonly #wake = (): void => {
    if (this.#closed || this.#connection) return;
    clearTimeout(this.#retryTimer);
    this.#attempt = 0;
    void this.#connect();
  };

  readonly #sleep = (): void => {
    this.#drop();
    this.#state.set('offline');
  };

  readonly #return = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.#isOpen) this.#connection?.probe();
    else this.#wake();
  };

  async #connect(): Promise<void> {
    if (this.#closed) return;
    if (isOffline()) {
      this.#state.set('offline');
      return;
    }
    this.#state.set(this.#isFirstAttempt ? 'connecting' : 'reconnecting');
    const number = ++this.#newest;
    try {
      const { protocols, expiresAt } = await this.#options.credentials(this.#renewNext);
      if (number !== this.#newest) return;
      this.#renewNext = false;
      this.#attach(this.#options.createWebSocket(this.#options.url, [...protocols]), expiresAt);
    } catch {
      if (number === this.#newest) this.#retry();
    }
  }

  #attach(socket: WebSocket, expiresAt: number): void {
    this.#connection = new Connection(socket, expiresAt, {
      onOpen: () => this.#ready(),
      onFrame: this.#options.onFrame,
      onRefused: this.#options.onRefused,
      onAging: this.#options.onAging,
      onLost: () => this.#lose(),
    });
  }

  #ready(): void {
    this.#isFirstAttempt = false;
    this.#attempt = 0;
    this.#state.set('open');
    this.#options.onOpen();
  }

  #lose(): void {
    this.#connection = undefined;
    // The browser does not tell why a handshake was refused. The reason may be old credentials, so the client renews
    // them after the second failure and after every tenth failure from then on.
    if (this.#attempt % RECONNECT.patientAttempts === 1) this.#renewNext = true;
    this.#retry();
  }

  #retry(): void {
    if (this.#closed) return;
    this.#isFirstAttempt = false;
    this.#state.set(isOffline() ? 'offline' : 'reconnecting');
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#connect(), reconnectDelay(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#newest += 1;
    connection?.drop();
    if (connection && !this.#closed) this.#state.set('reconnecting');
  }
}

const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/**
 * Returns the delay in milliseconds before reconnection attempt `attempt` (0 for the first). The delay grows to 5 s
 * during the first ten attempts, and then to 60 s, with a jitter of up to 50 % up or down (docs/spec.md 9).
 * @param random number in [0, 1) that chooses the jitter
 */
export function reconnectDelay(attempt: number, random: number): number {
  const { delayMs, maxDelayMs, patientAttempts, patientMaxDelayMs, randomisation } = RECONNECT;
  const patient = Math.max(0, attempt - patientAttempts + 1);
  const base = Math.min(delayMs * 2 ** attempt, maxDelayMs);
  return Math.min(base * 2 ** patient, patientMaxDelayMs) * (1 + randomisation * (2 * random - 1));
}
