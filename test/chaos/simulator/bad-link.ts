/** A WebSocket between a device and the server that drops, doubles, delays and reorders frames, and closes. */
import type { ServerFrame } from '#contract/socket';
import type { ProductServer } from './product-server.ts';
import type { Reader } from './reply-worker.ts';
import type { FrameEffect, FrameFault } from './schedule.ts';

/** Time of a frame on its way, in milliseconds. */
const LATENCY_MS = 10;

/** Makes all connections of one device. Counts their frames together, and applies the fault planned for each. */
export class BadLink {
  private readonly server: ProductServer;
  private readonly faults: readonly FrameFault[];
  private readonly counts = { in: 0, out: 0 };
  private current: BadSocket | undefined;
  private healed = false;

  constructor(server: ProductServer, faults: readonly FrameFault[]) {
    this.server = server;
    this.faults = faults;
  }

  readonly createWebSocket = (): WebSocket => {
    this.current = new BadSocket(this.server, this);
    // The client uses only members of WebSocket that this one has.
    return this.current as unknown as WebSocket;
  };

  /** Applies no more faults. */
  heal(): void {
    this.healed = true;
  }

  /** Breaks the connection, if there is one. */
  disconnect(): void {
    this.current?.break();
  }

  /** Delivers a frame, subject to the fault planned for it. */
  pass(direction: 'in' | 'out', deliver: () => void): void {
    const nth = this.counts[direction]++;
    const planned = this.faults.find((fault) => fault.direction === direction && fault.nth === nth);
    this.apply(this.healed ? undefined : planned?.effect, deliver);
  }

  private apply(effect: FrameEffect | undefined, deliver: () => void): void {
    if (effect?.kind === 'drop') return;
    if (effect?.kind === 'close') this.disconnect();
    else setTimeout(deliver, LATENCY_MS + (effect?.kind === 'delay' ? effect.ms : 0));
    if (effect?.kind === 'duplicate') setTimeout(deliver, LATENCY_MS);
  }
}

/**
 * Connection that loses frames: the part of a WebSocket that SocketClient uses, and the end to which the server posts.
 */
class BadSocket implements Reader {
  readonly readyState = WebSocket.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private readonly server: ProductServer;
  private readonly link: BadLink;
  private readonly opening: NodeJS.Timeout;

  constructor(server: ProductServer, link: BadLink) {
    this.server = server;
    this.link = link;
    this.opening = setTimeout(() => {
      this.server.connections.add(this);
      this.onopen?.();
    }, LATENCY_MS);
  }

  readonly post = (frame: ServerFrame): void => {
    const data = JSON.stringify(frame);
    this.link.pass('out', () => this.onmessage?.({ data }));
  };

  send(json: string): void {
    this.link.pass('in', () => void this.server.receive(this, json));
  }

  close(): void {
    clearTimeout(this.opening);
    this.server.connections.delete(this);
  }

  /** Breaks the connection: the server forgets it, and the client is told. */
  break(): void {
    this.close();
    this.onclose?.();
  }
}
