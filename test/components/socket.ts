/** A fake of the product's WebSocket. Checks the frames of both directions against the contract. */
import { afterEach, beforeEach, expect } from 'vitest';
import { type ClientFrame, clientFrame, type ServerFrame, serverFrame } from '#contract/socket';

type Receiver = (frame: ClientFrame) => void;

const BrowserWebSocket = window.WebSocket;
let receive: Receiver | undefined;
let open: FakeSocket[];
let isRefused: boolean;
let surprises: string[];

/** Sets the receiver of the page's frames. A frame other than a ping fails a test that has set none. */
export const onFrame = (receiver: Receiver): void => {
  receive = receiver;
};
/** Sends a frame on every open connection. */
export function push(frame: ServerFrame): void {
  if (!serverFrame.safeParse(frame).success) surprises.push(`not a frame of the contract: ${frame.type}`);
  pushText(JSON.stringify(frame));
}
/** Sends any text on every open connection, also one that is no frame of the contract. */
export const pushText = (text: string): void => {
  for (const socket of open) socket.dispatchEvent(new MessageEvent('message', { data: text }));
};
/** Closes all connections, as a lost network does. */
export const dropConnections = (): void => {
  for (const socket of [...open]) socket.close();
};
/** Refuses new connections, or accepts them again. */
export const refuseConnections = (refused: boolean): void => {
  isRefused = refused;
};

/** Called after the page has rendered what it sent, as an answer from a network would come. */
function answerFrame(frame: ClientFrame): void {
  if (frame.action === 'ping') push({ type: 'pong' });
  else if (receive) receive(frame);
  else surprises.push(`${frame.action} has no answer`);
}

class FakeSocket extends EventTarget {
  readyState: number = BrowserWebSocket.OPEN;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  constructor() {
    super();
    this.addEventListener('open', (event) => this.onopen?.(event));
    // Only `pushText` dispatches `message`, and with a MessageEvent.
    this.addEventListener('message', (event) => this.onmessage?.(event as MessageEvent));
    this.addEventListener('close', (event) => this.onclose?.(event as CloseEvent));
    queueMicrotask(() => (isRefused ? this.close() : this.#begin()));
  }

  #begin(): void {
    open.push(this);
    this.dispatchEvent(new Event('open'));
  }

  send(json: string): void {
    const frame = clientFrame.safeParse(JSON.parse(json));
    if (!frame.success) surprises.push(`not a frame of the contract: ${json}`);
    else queueMicrotask(() => answerFrame(frame.data));
  }

  close(): void {
    this.readyState = BrowserWebSocket.CLOSED;
    open = open.filter((socket) => socket !== this);
    this.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  }
}

/** Fakes only the product's socket: Vitest has one of its own on the page. */
const connect = (url: string | URL, protocols?: string | string[]): FakeSocket | WebSocket =>
  new URL(url).pathname === '/socket' ? new FakeSocket() : new BrowserWebSocket(url, protocols);

export function startSocket(): void {
  beforeEach(() => {
    receive = undefined;
    open = [];
    isRefused = false;
    surprises = [];
    Object.defineProperty(window, 'WebSocket', {
      configurable: true,
      // Called with `new`, so no arrow function.
      value: function WebSocket(url: string | URL, protocols?: string | string[]) {
        return connect(url, protocols);
      },
    });
  });
  afterEach(() => expect(surprises).toEqual([]));
}
