/** Starts servers on loopback, so that no other machine reaches the local stack. */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Listener, RequestListener, TlsFiles, UpgradeListener } from './types.ts';

const LOOPBACK = '127.0.0.1';

interface Handlers {
  /** Port; 0 takes a free one. */
  readonly port: number;
  readonly handle: RequestListener;
  readonly upgrade?: UpgradeListener;
}

/** Starts an https server on loopback. Rejects when the port is taken (`EADDRINUSE`). */
export function listenSecure(options: Handlers & { readonly tls: TlsFiles }): Promise<Listener> {
  const { key, cert } = options.tls;
  return start(https.createServer({ key, cert }, options.handle), options);
}

/** Starts a plain http server on loopback. Rejects when the port is taken (`EADDRINUSE`). */
export function listenPlain(options: Handlers): Promise<Listener> {
  return start(http.createServer(options.handle), options);
}

/**
 * Milliseconds that an idle connection is kept. AWS's services keep them longer than Node's 5 s, with which a request
 * after a pause would pay for a new connection.
 */
const KEEP_ALIVE_MS = 65_000;

async function start(server: http.Server | https.Server, { port, upgrade }: Handlers): Promise<Listener> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Sockets after an upgrade. The server no longer tracks them, but does not close before they end.
  const upgraded = new Set<Duplex>();
  if (upgrade !== undefined)
    server.on('upgrade', (request, socket, head) => {
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      upgrade(request, socket, head);
    });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port, // a listening TCP server has an AddressInfo
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }),
  };
}
