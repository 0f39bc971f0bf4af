import { AppError } from '#contract/error-codes';
import { type AckData, ackData, type FrameOf, type ServerFrame } from '#contract/socket';
import type { ReadStore } from '../observable-store.ts';
import { encodeFrame } from './parse-and-encode-frames.ts';
import { Outbox, type PendingFrame } from './pending-frames.ts';
import {
  ReconnectingConnection,
  type ReconnectingOptions,
  type SocketStatus,
} from './reconnecting-connection.ts';

export interface SocketOptions extends Pick<ReconnectingOptions, 'url' | 'credentials'> {
  /** Called for each frame except `ack`, `displaced` and `signedOut`, which the client handles itself. */
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onOpen?: ReconnectingOptions['onOpen'];
  readonly onSignedOut?: () => void;
  /** @default a WebSocket of the browser */
  readonly createWebSocket?: ReconnectingOptions['createWebSocket'];
}

type SocketAction = keyof typeof ackData;

/** Milliseconds without a sign of life (see `PendingFrame`) after which a pending frame is sent again. */
const STALL_MS = 20_000;
/**
 * Milliseconds from a refusal by API Gateway until the refused frames are sent again. The pause doubles with each
 * refusal in a row, up to `STALL_MS`, and has a jitter of up to 50 %.
 */
const REFUSED_MS = 1_000;
const STALL_CHECK_MS = 5_000;

/**
 * Sends requests over the socket. Until a request is acknowledged or abandoned, the client sends it again after a
 * reconnect, a refusal by API Gateway, or 20 seconds without a sign of life. The server recognises a request by its id.
 * One instance serves one signed-in user or guest.
 */
export class SocketClient {
  readonly status: ReadStore<SocketStatus>;
  readonly #outbox = new Outbox();
  readonly #connection: ReconnectingConnection;
  readonly #options: SocketOptions;
  #stallTimer: ReturnType<typeof setInterval> | undefined;
  #renewDue = false;
  #refusals = 0;
  #refusedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#connection = new ReconnectingConnection({
      url: options.url,
      credentials: options.credentials,
      createWebSocket: options.createWebSocket ?? ((url, protocols) => new WebSocket(url, protocols)),
      onOpen: () => this.#opened(),
      onFrame: (frame) => this.#receive(frame),
      onRefused: () => this.#resendRefused(),
      onAging: () => this.#age(),
    });
    this.status = this.#connection.status;
  }

  open(): void {
    this.#connection.open();
    this.#stallTimer = setInterval(() => this.#resendStalled(), STALL_CHECK_MS);
  }

  close(): void {
    clearInterval(this.#stallTimer);
    clearTimeout(this.#refusedTimer);
    this.#connection.close();
  }

  /**
   * Sends a request and resolves with the data of its acknowledgement, which may come only at the end of a reply. Never
   * settles after `abandon`, or when the server refuses the session for good.
   * @param wasSent true if an earlier page has sent this `id`
   * @throws AppError with the server's code, `internal` if the acknowledgement cannot be parsed, or `message_too_long`
   * before anything is sent
   */
  request<A extends SocketAction>(
    action: A,
    data: FrameOf<A>['data'],
    id: string = crypto.randomUUID(),
    wasSent = false,
  ): Promise<AckData<A>> {
    return new Promise((resolve, reject) => {
      const frame: PendingFrame = {
        id,
        json: encodeFrame(action, id, data),
        wasSent,
        lastSignOfLife: Date.now(),
        isHeard: false,
        renewed: false,
        reject,
        resolve: (answer) => {
          const parsed = ackData[action].safeParse(answer);
          // TypeScript does not infer that the schema of `action` returns `AckData<A>`.
          if (parsed.success) resolve(parsed.data as AckData<A>);
          else reject(new AppError('internal', { cause: parsed.error }));
        },
      };
      this.#outbox.add(frame);
      if (!this.#send(frame)) this.#connection.hurry();
    });
  }

  /** Stops waiting for a request's acknowledgement. The server may still process the request. */
  abandon(id: string): void {
    this.#outbox.take(id);
    this.#endBusy();
    this.#renewIfDue();
  }

  #opened(): void {
    this.#renewDue = false;
    this.#options.onOpen?.();
    for (const frame of this.#outbox.all()) this.#transmit(frame);
  }

  #send(frame: PendingFrame): boolean {
    const { first, again } = frame.json;
    const isSent = this.#connection.send(frame.wasSent ? again : first);
    frame.wasSent ||= isSent;
    return isSent;
  }

  #transmit(frame: PendingFrame): void {
    if (!this.#send(frame)) return;
    frame.lastSignOfLife = Date.now();
    frame.isHeard = false;
  }

  /**
   * API Gateway does not say which frame it refused, so all frames without a sign of life are sent again after a pause.
   */
  #resendRefused(): void {
    this.#connection.setBusy(true);
    if (this.#refusedTimer !== undefined) return;
    const pause = Math.min(REFUSED_MS * 2 ** this.#refusals, STALL_MS) * (0.5 + Math.random());
    this.#refusals += 1;
    this.#refusedTimer = setTimeout(() => {
      this.#refusedTimer = undefined;
      for (const frame of this.#outbox.unheard()) this.#transmit(frame);
    }, pause);
  }

  #resendStalled(): void {
    for (const frame of this.#outbox.stalled(Date.now() - STALL_MS)) this.#transmit(frame);
  }

  #receive(frame: ServerFrame): void {
    this.#outbox.noteSignOfLife(frame, Date.now());
    if (frame.type === 'ack' || frame.type === 'accepted') this.#refusals = 0;
    if (frame.type === 'ack') this.#settle(frame);
    else if (frame.type === 'displaced') this.#connection.displace();
    else if (frame.type === 'signedOut') this.#options.onSignedOut?.();
    else this.#options.onFrame(frame);
    this.#endBusy();
  }

  #endBusy(): void {
    if (this.#outbox.unheard().length === 0) this.#connection.setBusy(false);
  }

  #settle(ack: Extract<ServerFrame, { type: 'ack' }>): void {
    const frame = this.#outbox.take(ack.id);
    if (!frame) return;
    if (!('error' in ack)) frame.resolve(ack.data);
    else if (ack.error.code === 'signed_out') this.#options.onSignedOut?.();
    else if (isSessionOver(ack.error.code) && !frame.renewed) {
      frame.renewed = true;
      this.#outbox.add(frame);
      this.#connection.renew(true);
      return;
    } else frame.reject(errorOf(ack.error));
    this.#renewIfDue();
  }

  #age(): void {
    this.#renewDue = true;
    this.#renewIfDue();
  }

  /**
   * Replaces a connection that is near the end of its life. Waits until no request is pending, because the ack of a
   * pending request would be lost with the old connection. Does nothing if no connection is open, because
   * `ReconnectingConnection` itself replaces a lost or displaced connection.
   */
  #renewIfDue(): void {
    const isOpen = ['open', 'busy'].includes(this.status.get());
    if (!this.#renewDue || !this.#outbox.isEmpty || !isOpen) return;
    this.#renewDue = false;
    this.#connection.renew(false);
  }
}

const errorOf = ({ code, message }: Extract<ServerFrame, { error: unknown }>['error']): AppError =>
  new AppError(code, { message: message.trim() === '' ? undefined : message });

const isSessionOver = (code: string): boolean => code === 'session_expired' || code === 'unauthorized';
