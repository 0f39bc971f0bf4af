import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchKeys } from './jwt-authorizer.ts';

const server = http.createServer(() => undefined);
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

it('gives up an issuer that does not answer in time', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const keys = fetchKeys(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const refused = expect(keys).rejects.toThrow('aborted');
  await once(server, 'request');
  limit.abort();
  await refused;
  expect(timeout).toHaveBeenCalledExactlyOnceWith(1_500);
});
