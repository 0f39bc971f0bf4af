/** Starts servers on loopback, so that no other machine reaches the local stack. */
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Listener, RequestListener, TlsFiles, UpgradeListener } from './gateway-types.ts';

const LOOPBACK = '127.0.0.1';

interface Handlers {
  readonly port: number;
  readonly handle: RequestListener;
  readonly upgrade?: UpgradeListener;
}

interface SecureHandlers extends Handlers {
  readonly tls: TlsFiles;
  /** True to speak HTTP/2. A client may still choose HTTP/1.1, for example for a WebSocket. @default false */
  readonly http2?: boolean;
}

/** Starts an https server on loopback. Rejects when the port is taken (`EADDRINUSE`). */
export function listenSecure(options: SecureHandlers): Promise<Listener> {
  const { key, cert } = options.tls;
  if (!options.http2) return start(https.createServer({ key, cert }, options.handle), options);
  // `noDelay` is the default of https, but not of http2. Without `noDelay`, TCP holds back a small WebSocket frame
  // until the client has acknowledged the previous frame.
  const server = http2.createSecureServer({ key, cert, allowHTTP1: true, noDelay: true });
  // Node's requests and responses have the same interface for HTTP/2 as for HTTP/1.1. Only an HTTP/2 request's headers
  // differ: they also contain names such as `:method`.
  server.on('request', options.handle as unknown as Http2Listener);
  return start(server, options);
}

type Http2Listener = (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void;

/** Starts a plain http server on loopback. Rejects when the port is taken (`EADDRINUSE`). */
export function listenPlain(options: Handlers): Promise<Listener> {
  return start(http.createServer(options.handle), options);
}

/**
 * Milliseconds that an idle connection is kept. AWS's services keep idle connections longer than Node's default of 5 s.
 */
const KEEP_ALIVE_MS = 65_000;

type Server = http.Server | https.Server | http2.Http2SecureServer;

async function start(server: Server, { port, upgrade }: Handlers): Promise<Listener> {
  Object.assign(server, { keepAliveTimeout: KEEP_ALIVE_MS });
  // `server.close` waits until all connections have ended, but an open WebSocket might never end. So the listener's
  // `close` destroys all connections.
  const connections = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  if (upgrade !== undefined) server.on('upgrade', upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port, // a listening TCP server has an AddressInfo
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of connections) socket.destroy();
      }),
  };
}
