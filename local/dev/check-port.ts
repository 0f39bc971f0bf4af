/** Checks the port of `npm start`. Without this check, a taken port would show only after the build. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { BuildError } from './build-and-synthesize.ts';

/** Rejects with a message for people when a server cannot listen on the port. Port 0 stands for any free port. */
export async function checkPort(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new BuildError(explain(port, error));
  }
  server.close();
  await once(server, 'close');
}

function explain(port: number, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or choose another: npm start -- --port ${port + 10}`;
  // Ports below 1024 need special rights on some systems.
  const reason = error instanceof Error ? error.message : String(error);
  return `Port ${port} cannot be opened (${reason}). Choose another, from 1024 on: npm start -- --port <n>`;
}
