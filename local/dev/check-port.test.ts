import { createServer, Server } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { checkPort } from './check-port.ts';

const servers: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server on a free port of loopback. */
async function givenServer() {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const close = () => new Promise((resolve) => server.close(resolve));
  return { port: address.port, close };
}

it('accepts a free port, and leaves it free', async () => {
  const { port, close } = await givenServer();
  await close();
  await expect(checkPort(port)).resolves.toBeUndefined();
  await expect(checkPort(port)).resolves.toBeUndefined();
});

it('says that a port is taken, and names another', async () => {
  const { port } = await givenServer();
  await expect(checkPort(port)).rejects.toThrow(
    `Port ${port} is taken. Stop what uses it, or choose another: npm start -- --port ${port + 10}`,
  );
});

it('says why a port that is not taken cannot be opened', async () => {
  const reason = 'listen EACCES: permission denied 127.0.0.1:443';
  // Stands in for the system, which lets a superuser open the port.
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    setImmediate(() => this.emit('error', Object.assign(new Error(reason), { code: 'EACCES' })));
    return this;
  });
  await expect(checkPort(443)).rejects.toThrow(
    `Port 443 cannot be opened (${reason}). Choose another, from 1024 on: npm start -- --port <n>`,
  );
});
