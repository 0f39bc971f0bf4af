/** Listeners on loopback: nothing of the local stack is reachable from another machine. */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Listener, RequestListener, TlsFiles, UpgradeListener } from './types.ts';

const LOOPBACK = '127.0.0.1';

interface Handlers {
  /** 0 takes a free one. */
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

/** Node's 5 s would make a turn after a pause for thought pay for new connections; AWS's services wait longer. */
const KEEP_ALIVE_MS = 65_000;

async function start(server: http.Server | https.Server, { port, upgrade }: Handlers): Promise<Listener> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // The server forgets what was upgraded, but does not close before it has ended.
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
    port: (server.address() as AddressInfo).port, // a TCP server that listens has an AddressInfo
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }),
  };
}
