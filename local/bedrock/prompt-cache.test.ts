import type { Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import {
  BedrockRuntimeClient,
  type CachePointBlock,
  type ContentBlock,
  ConverseStreamCommand,
  type ConverseStreamCommandInput,
  type Message,
} from '@aws-sdk/client-bedrock-runtime';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFaults } from '../faults/faults.ts';
import { createClock } from '../movable-clock.ts';
import { createBedrock, type Script, scriptedSource } from './bedrock.ts';

const CLAUDE = 'us.anthropic.claude-sonnet-5-5';
const NOVA = 'us.amazon.nova-pro-v1:0';
const MINUTE_MS = 60_000;
const clock = createClock();
const faults = createFaults();
let server: Http2Server;
let client: BedrockRuntimeClient;
let reply: Script;
let run = 0;

beforeAll(async () => {
  const source = scriptedSource(() => reply);
  server = createBedrock({ source, faults, clock, authorize: () => undefined });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  client = new BedrockRuntimeClient({
    // A TCP server's address is an object.
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ region: 'us-east-1', maxAttempts: 1 },
    credentials: { accessKeyId: 'A', secretAccessKey: 'x' },
  });
});
beforeEach(() => {
  run += 1;
  reply = { chunks: ['Hi'] };
  faults.clear();
});
afterAll(() => {
  client.destroy();
  server.close();
});

const point = (ttl?: '5m' | '1h'): { cachePoint: CachePointBlock } => ({
  cachePoint: { type: 'default', ...(ttl && { ttl }) },
});
/** Text of about so many tokens, which no other test has cached. */
const text = (tokens: number, name = 'a') => ({ text: `${run} ${name} `.padEnd(tokens * 4, 'x') });
const user = (...content: ContentBlock[]): Message => ({ role: 'user', content });
const assistant = (...content: ContentBlock[]): Message => ({ role: 'assistant', content });

async function usage(input: Partial<ConverseStreamCommandInput>) {
  const { stream } = await client.send(new ConverseStreamCommand({ modelId: CLAUDE, ...input }));
  for await (const { metadata } of stream ?? []) if (metadata?.usage) return metadata.usage;
  throw new Error('The stream has no usage');
}
const caches = async (...messages: Message[]) => {
  const {
    inputTokens,
    cacheReadInputTokens: read,
    cacheWriteInputTokens: written,
  } = await usage({ messages });
  return [inputTokens, read, written];
};
const about = (tokens: number) => expect.closeTo(tokens, -2);

it('a prefix is written at a cache point and read by a longer prompt, until five minutes without use', async () => {
  expect(await caches(user(text(2_000), point()))).toEqual([0, 0, about(2_000)]);
  const longer = [user(text(2_000), point()), assistant(text(500, 'b')), user(text(500, 'c'), point())];
  expect(await caches(...longer)).toEqual([0, about(2_000), about(1_000)]);
  expect(await caches(...longer, assistant(text(100, 'd')), user(text(100, 'e')))).toEqual([
    about(200),
    about(3_000),
    0,
  ]);
  for (const minutes of [4, 4]) {
    clock.advance(minutes * MINUTE_MS);
    expect(await caches(...longer)).toEqual([0, about(3_000), 0]);
  }
  clock.advance(5 * MINUTE_MS);
  expect(await caches(...longer)).toEqual([0, 0, about(3_000)]);
});

it('a prefix is renewed when the reply begins, and not by each chunk', async () => {
  const prompt = user(text(2_000), point());
  await caches(prompt);
  const gate = (chunk: number) => clock.advance(chunk * 4 * MINUTE_MS);
  reply = { chunks: ['Hi', ' there'], gate };
  expect(await caches(prompt)).toEqual([0, about(2_000), 0]);
  clock.advance(MINUTE_MS);
  expect(await caches(prompt)).toEqual([0, 0, about(2_000)]);
});

it('a prefix with a time to live of an hour is cached for an hour', async () => {
  const prompt = { messages: [user(text(2_000), point('1h'), text(500, 'b'), point())] };
  expect(await usage(prompt)).toMatchObject({
    cacheDetails: [
      { ttl: '1h', inputTokens: about(2_000) },
      { ttl: '5m', inputTokens: about(500) },
    ],
  });
  clock.advance(59 * MINUTE_MS);
  expect(await usage(prompt)).toMatchObject({
    cacheReadInputTokens: about(2_000),
    cacheWriteInputTokens: about(500),
  });
});

it('all input and the output make the total', async () => {
  await caches(user(text(2_000), point()));
  expect(await usage({ messages: [user(text(2_000), point(), text(1_000, 'b'))] })).toMatchObject({
    inputTokens: about(1_000),
    outputTokens: 1,
    totalTokens: about(3_000),
  });
});

it('another text before the cache point or another model misses the cache', async () => {
  await caches(user(text(2_000), point()));
  const messages = [user(text(2_000), point())];
  const other = { system: [{ text: 'Be brief.' }], messages };
  expect(await usage(other)).toMatchObject({ cacheReadInputTokens: 0 });
  expect(await usage({ messages, modelId: 'us.anthropic.claude-opus-5' })).toMatchObject({
    cacheReadInputTokens: 0,
  });
  expect(await caches(user(text(2_000, 'b'), point()))).toEqual([0, 0, about(2_000)]);
  expect(await usage({ messages })).toMatchObject({ cacheReadInputTokens: about(2_000) });
});

it('another effort of thinking misses the cache of messages, and finds the system prompt', async () => {
  const request = (effort: string) => ({
    system: [text(2_000), point()],
    messages: [user(text(500, 'b'), point())],
    additionalModelRequestFields: { thinking: { type: 'adaptive' }, output_config: { effort } },
  });
  expect(await usage(request('high'))).toMatchObject({ cacheWriteInputTokens: about(2_500) });
  for (const effort of ['low', 'medium'])
    expect(await usage(request(effort))).toMatchObject({
      cacheReadInputTokens: about(2_000),
      cacheWriteInputTokens: about(500),
    });
  expect(await usage(request('high'))).toMatchObject({ cacheReadInputTokens: about(2_500) });
});

it('a prefix below the model’s minimum is not cached, without an error', async () => {
  for (const _ of [1, 2]) expect(await caches(user(text(1_000), point()))).toEqual([about(1_000), 0, 0]);
});

it('Claude finds a prefix up to 20 blocks before the cache point, Nova only at a cache point', async () => {
  const blocks = (count: number) => Array.from({ length: count }, (_, n) => text(10, String(n)));
  const start = user(text(2_000), point());
  const read = async (modelId: string, ...messages: Message[]) =>
    (await usage({ modelId, messages })).cacheReadInputTokens;
  for (const modelId of [CLAUDE, NOVA]) await read(modelId, start);
  const plain = user(text(2_000));
  const near = [plain, assistant(...blocks(19)), user(text(1, 'z'), point())];
  const far = [plain, assistant(...blocks(20)), user(text(1, 'z'), point())];
  expect(await read(NOVA, ...near)).toBe(0);
  expect(await read(NOVA, start, assistant(...blocks(19)), user(text(1, 'y'), point()))).toEqual(
    about(2_000),
  );
  expect(await read(CLAUDE, ...far)).toBe(0);
  expect(await read(CLAUDE, ...near)).toEqual(about(2_000));
});

it('a call that fails before the model answers caches nothing', async () => {
  const prompt = user(text(2_000), point());
  const fail = { code: 'ThrottlingException', status: 429, message: 'Too many requests' };
  faults.at({ service: 'bedrock', action: 'ConverseStream', effect: { fail } });
  await expect(caches(prompt)).rejects.toMatchObject({ name: 'ThrottlingException' });
  expect(await caches(prompt)).toEqual([0, 0, about(2_000)]);
});

it.each<[string, string, ContentBlock[], RegExp]>([
  ['five cache points', CLAUDE, Array(5).fill(point()), /maximum of 4/],
  ['an hour after five minutes', CLAUDE, [point(), text(1), point('1h')], /must not come after/],
  ['an hour', NOVA, [point('1h')], /1h/],
])('refuses %s of %s', async (_, modelId, content, message) => {
  const messages = [user(text(10), ...content)];
  await expect(usage({ modelId, messages })).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringMatching(message),
  });
});
