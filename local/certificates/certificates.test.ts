import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensureCertificates } from './certificates.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'certificates-'));
afterAll(() => rmSync(dir, { recursive: true }));

it.each(['ca.pem', 'leaf.pem', 'leaf.key'])('makes new certificates when %s is missing', async (name) => {
  const { cert } = await ensureCertificates(dir);
  rmSync(path.join(dir, name));
  expect((await ensureCertificates(dir)).cert).not.toEqual(cert);
  expect(existsSync(path.join(dir, name))).toBe(true);
});

it('reuses a certificate, which is valid for localhost to clients that trust the authority', async () => {
  const { ca, cert, key } = await ensureCertificates(dir);
  expect((await ensureCertificates(dir)).cert).toEqual(cert);
  const server = https.createServer({ cert, key }, (_, response) => void response.end('ok'));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const get = (options: https.RequestOptions) =>
    new Promise((resolve, reject) => {
      https
        .get({ host: 'localhost', family: 4, port, ...options }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject);
    });
  try {
    expect(await get({ ca, agent: false })).toBe(200);
    await expect(get({ agent: false })).rejects.toThrow(/certificate/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
