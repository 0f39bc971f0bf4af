import { createServer, type Server } from 'node:http';
import type { Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createBedrock, scriptedSource } from '../bedrock/bedrock.ts';
import { createFaults } from '../faults/faults.ts';
import { createMantle } from '../mantle/mantle.ts';
import { DEFAULT_PORT } from './args.ts';
import { chooseReplySource } from './choose-reply-source.ts';

const SECRET = 'secret';
const open: (Server | Http2Server)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) server.close();
});

/** Starts a server in place of an AWS endpoint, and sets the variable by which the SDK finds it. */
async function givenEndpoint(name: string, server: Server | Http2Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  vi.stubEnv(`AWS_ENDPOINT_URL_${name}`, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

it.each([
  ['openai.gpt-5.4', 'bedrock-mantle', { region: 'us-east-2', path: '/openai/v1' }],
  ['deepseek.v3.2', 'Converse', undefined],
])('with --bedrock, %s is called through %s', async (modelId, endpoint, mantle) => {
  const common = { faults: createFaults(), authorize: () => undefined };
  const source = (name: string) =>
    scriptedSource((_, request, id) => {
      expect(request.messages).toEqual([{ role: 'user', content: [{ text: 'Hi' }] }]);
      return { chunks: [`${id} through ${name}`] };
    });
  await givenEndpoint('BEDROCK_RUNTIME', createBedrock({ source: source('Converse'), ...common }));
  const keyOf = () => ({ secretAccessKey: SECRET });
  const settings = { source: source('bedrock-mantle'), clock: Date, keyOf, ...common };
  await givenEndpoint('BEDROCK_MANTLE', createServer(createMantle(settings)));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIADEVELOPER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', SECRET);
  const args = { port: DEFAULT_PORT, fresh: false, bedrock: true, built: false, stripe: false };
  const { source: chosen, line } = await chooseReplySource(args);
  const { signal } = new AbortController();
  const request = { messages: [{ role: 'user' as const, content: [{ text: 'Hi' }] }] };
  const chunks = [];
  for await (const chunk of chosen(request, { modelId, signal, mantle })) chunks.push(chunk);
  expect(chunks).toEqual([`${modelId} through ${endpoint}`]);
  expect(line).toMatch(/costs money/);
});
