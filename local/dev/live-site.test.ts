import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as Vite from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startLiveSite } from './live-site.ts';

const root = vi.hoisted(() => ({ dir: '' }));

/** Serves the test's folder, so that the test can break a source. */
vi.mock('vite', async (original) => {
  const vite = await original<typeof Vite>();
  const createServer = (options: Vite.InlineConfig) =>
    vite.createServer({
      ...{ ...options, configFile: false, root: root.dir, optimizeDeps: { noDiscovery: true } },
      server: { ...options.server, fs: { allow: [root.dir] } },
    });
  return { ...vite, createServer };
});

it('prints an error once until a file changes, and again when it is back after its repair', async () => {
  root.dir = mkdtempSync(path.join(tmpdir(), 'live-site-'));
  onTestFinished(() => rmSync(root.dir, { recursive: true }));
  mkdirSync(path.join(root.dir, 'src'));
  const source = path.join(root.dir, 'src/app.ts');
  writeFileSync(source, 'broken(');
  const said: string[] = [];
  const site = await startLiveSite(path.join(root.dir, 'cache'), (line) => said.push(line));
  onTestFinished(() => site.close());
  const server = createHttpServer(async (request, response) => {
    if (!(await site.serve('/src/app.ts', request, response, {}))) response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const status = async () => (await fetch(`http://127.0.0.1:${port}/src/app.ts`)).status;

  expect([await status(), await status()]).toEqual([404, 404]);
  expect(said).toHaveLength(1);
  writeFileSync(source, 'export const whole = true;');
  await vi.waitFor(async () => expect(await status()).toBe(200), 10_000);
  writeFileSync(source, 'broken(');
  await vi.waitFor(async () => expect(await status()).toBe(404), 10_000);
  expect(said).toEqual([said[0], said[0]]);
});
