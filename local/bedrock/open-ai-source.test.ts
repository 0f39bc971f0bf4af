import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAiSource } from './bedrock.ts';

/** A server that never answers. */
let server: http.Server;
beforeEach(async () => {
  server = http.createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

it.each(['the caller ends it', 'it takes too long'])(
  'the request for the server’s first model fails when %s',
  async (why) => {
    const [caller, limit] = [new AbortController(), new AbortController()];
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const { port } = server.address() as AddressInfo;
    const source = openAiSource({ baseUrl: `http://127.0.0.1:${port}/v1` });
    const messages = [{ role: 'user', content: [{ text: 'Hi' }] }] as const;
    const reply = source({ messages }, { modelId: 'any', signal: caller.signal })[Symbol.asyncIterator]();
    const first = expect(reply.next()).rejects.toMatchObject({ code: 'ServiceUnavailableException' });
    const [request] = await once(server, 'request');
    expect(request.url).toBe('/v1/models');
    (why === 'the caller ends it' ? caller : limit).abort();
    await first;
  },
);
