/** Tests `realBedrock` against an emulator in place of AWS's endpoint. */
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createFaults } from '../faults/faults.ts';
import { type ConverseRequest, createBedrock, type ReplyChunk, scriptedSource } from './bedrock.ts';
import { realBedrock } from './real-bedrock.ts';

const open: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of open.splice(0)) close();
});

/** Sends a request through `realBedrock`. Returns the requests that reached the endpoint, and the reply. */
async function sent(request: ConverseRequest) {
  const reached: ConverseRequest[] = [];
  const script = scriptedSource(() => ({ chunks: ['Hello', ' there'] }));
  const server = createBedrock({
    source: (body, call) => {
      reached.push(body);
      return script(body, call);
    },
    ...{ faults: createFaults(), authorize: () => undefined },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  vi.stubEnv(
    'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'developer');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const { signal } = new AbortController();
  const chunks: ReplyChunk[] = [];
  for await (const chunk of realBedrock()(request, { modelId: 'us.anthropic.claude-sonnet-5-5', signal }))
    chunks.push(chunk);
  return { reached, chunks };
}

it('Bedrock gets the function’s system prompt and messages, with their cache points', async () => {
  const point = { cachePoint: { type: 'default' } };
  const hour = { cachePoint: { type: 'default', ttl: '1h' } };
  const request: ConverseRequest = {
    system: [{ text: 'Be brief.' }, hour],
    messages: [
      { role: 'user', content: [{ text: 'Hi' }, point] },
      { role: 'assistant', content: [{ text: 'Hello' }] },
      { role: 'user', content: [{ text: 'And now?' }, point] },
    ],
    inferenceConfig: { maxTokens: 100 },
  };
  expect(await sent(request)).toEqual({ reached: [request], chunks: ['Hello', ' there'] });
});
