/** Opens ports before their handlers exist, because the handlers are built with the ports' addresses. */
import type { Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import {
  type Listener,
  listenPlain,
  listenSecure,
  type RequestListener,
  type TlsFiles,
  type UpgradeListener,
} from '../gateway/gateway-exports.ts';

const LOOPBACK = '127.0.0.1';

interface Handlers {
  handle: RequestListener;
  upgrade?: UpgradeListener;
}

export interface Port {
  readonly port: number;
  /** `localhost:<port>` */
  readonly host: string;
  /** Sets the handlers. Until then, a request gets 503, and the socket of an upgrade is closed. */
  serve(handlers: Handlers): void;
}

export interface Ports {
  /** Opens the https port `wanted`. If that fails, opens a free port. With `strict`, rejects instead. */
  secure(wanted: number, options?: { readonly strict?: boolean; readonly http2?: boolean }): Promise<Port>;
  plain(wanted?: number): Promise<Port>;
  /** Lets a server that has its own handlers listen on a free port. Returns the port. */
  listen(server: Http2Server): Promise<number>;
  close(): Promise<void>;
}

export function createPorts(tls: TlsFiles): Ports {
  const closers: (() => Promise<void>)[] = [];

  async function open(
    listen: (handlers: Required<Handlers> & { port: number }) => Promise<Listener>,
    wanted: number,
    strict: boolean,
  ): Promise<Port> {
    let current: Handlers = { handle: (_, response) => void response.writeHead(503).end() };
    const handle: RequestListener = (request, response) => current.handle(request, response);
    const upgrade: UpgradeListener = (request, socket, head) => {
      if (current.upgrade) current.upgrade(request, socket, head);
      else socket.destroy();
    };
    const listener = await listen({ port: wanted, handle, upgrade }).catch((error: unknown) => {
      if (strict || wanted === 0) throw error;
      return listen({ port: 0, handle, upgrade });
    });
    closers.push(() => listener.close());
    return {
      port: listener.port,
      host: `localhost:${listener.port}`,
      serve(handlers) {
        current = handlers;
      },
    };
  }

  return {
    secure: (wanted, { strict = false, http2 = false } = {}) =>
      open((handlers) => listenSecure({ tls, http2, ...handlers }), wanted, strict),
    plain: (wanted = 0) => open(listenPlain, wanted, false),
    async listen(server) {
      await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
      closers.push(async () => void server.close());
      return (server.address() as AddressInfo).port; // a listening TCP server has an AddressInfo
    },
    async close() {
      await Promise.all(closers.map((close) => close()));
    },
  };
}
