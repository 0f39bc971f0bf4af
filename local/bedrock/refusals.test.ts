import type { Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import {
  BedrockRuntimeClient,
  ConverseStreamCommand,
  type ConverseStreamCommandInput,
} from '@aws-sdk/client-bedrock-runtime';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AwsError } from '../aws-json/aws-json-service.ts';
import { createFaults } from '../faults/faults.ts';
import { createBedrock, type ModelAccess, scriptedSource } from './bedrock.ts';

const CLAUDE = 'anthropic.claude-sonnet-4-6';
const GEMMA = 'google.gemma-3-27b-it';
const account = { hasUseCase: true, models: new Map<string, ModelAccess>() };
let isAdministrator = false;
let server: Http2Server;
let client: BedrockRuntimeClient;

beforeAll(async () => {
  server = createBedrock({
    ...{ source: scriptedSource(() => ({ chunks: ['Hi'] })), faults: createFaults(), account },
    authorize(_, action) {
      if (action.startsWith('aws-marketplace:') && !isAdministrator)
        throw new AwsError('AccessDeniedException', `no ${action}`);
    },
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  client = new BedrockRuntimeClient({
    // A TCP server's address is an object.
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ region: 'us-east-1', maxAttempts: 1 },
    credentials: { accessKeyId: 'A', secretAccessKey: 'x' },
  });
});
afterAll(() => {
  client.destroy();
  server.close();
});
afterEach(() => {
  isAdministrator = false;
  account.hasUseCase = true;
  account.models.clear();
});

const call = (modelId: string, more: Partial<ConverseStreamCommandInput> = {}) =>
  client.send(
    new ConverseStreamCommand({ modelId, messages: [{ role: 'user', content: [{ text: 'hi' }] }], ...more }),
  );
const refusal = (name: string, httpStatusCode: number, message: RegExp) => ({
  ...{ name, $metadata: { httpStatusCode } },
  message: expect.stringMatching(message),
});

it.each<[string, string, ModelAccess, string, number, RegExp]>([
  ['is unknown', GEMMA, { isInRegion: false }, 'ValidationException', 400, /identifier is invalid/],
  ['has reached its end', GEMMA, { isRetired: true }, 'ResourceNotFoundException', 404, /end of its life/],
  ['is Legacy', GEMMA, { isLegacy: true }, 'ResourceNotFoundException', 404, /provider as Legacy/],
  ['is closed', GEMMA, { isAuthorized: false }, 'AccessDeniedException', 403, /not available for this acc/],
  ['is not subscribed to', CLAUDE, { isSubscribed: false }, 'AccessDeniedException', 403, /Marketplace act/],
  ['has no tokens left', GEMMA, { hasTokensLeft: false }, 'ThrottlingException', 429, /tokens per day/],
])('refuses a model that %s', async (_, model, access, name, status, message) => {
  const modelId = model === CLAUDE ? `us.${model}` : model;
  await expect(call(modelId)).resolves.toBeDefined();
  account.models.set(model, access);
  await expect(call(modelId)).rejects.toMatchObject(refusal(name, status, message));
});

it('refuses Claude to an account that has not sent the use case', async () => {
  account.hasUseCase = false;
  const missing = refusal('ResourceNotFoundException', 404, /use case details have not been submitted/);
  await expect(call(`us.${CLAUDE}`)).rejects.toMatchObject(missing);
  await expect(call(GEMMA)).resolves.toBeDefined();
});

it('refuses Claude by its own id, which no inference profile routes', async () => {
  for (const id of [CLAUDE, `arn:aws:bedrock:us-east-1::foundation-model/${CLAUDE}`])
    await expect(call(id)).rejects.toMatchObject(refusal('ValidationException', 400, /inference profile/));
});

it('subscribes to a model by the first call of a role that may do so, if AWS can bill it', async () => {
  account.models.set(CLAUDE, { isSubscribed: false, isPayable: false });
  isAdministrator = true;
  const unpaid = refusal('AccessDeniedException', 403, /INVALID_PAYMENT_INSTRUMENT/);
  await expect(call(`us.${CLAUDE}`)).rejects.toMatchObject(unpaid);
  account.models.set(CLAUDE, { isSubscribed: false });
  await expect(call(`us.${CLAUDE}`)).resolves.toBeDefined();
  isAdministrator = false;
  await expect(call(`us.${CLAUDE}`)).resolves.toBeDefined();
});

const cachePoint = { cachePoint: { type: 'default' } } as const;
const document = { document: { name: 'a', format: 'txt', source: { bytes: Buffer.from('x') } } } as const;
const message = (...content: object[]) => ({
  // The cases below give valid content blocks, whose type is only `object`.
  messages: [{ role: 'user' as const, content: [{ text: 'hi' }, ...(content as [])] }],
});

it.each<[string, string, Partial<ConverseStreamCommandInput>, string, RegExp]>([
  [
    'a system prompt',
    'mistral.mistral-7b-instruct-v0:2',
    { system: [{ text: 'x' }] },
    'ValidationException',
    /system/,
  ],
  ['a cache point', GEMMA, { system: [{ text: 'x' }, cachePoint] }, 'AccessDeniedException', /caching/],
  ['a cache point in a message', GEMMA, message(cachePoint), 'AccessDeniedException', /caching/],
  ['a document', 'deepseek.v3.2', message(document), 'ValidationException', /documents/],
  [
    'more output than it has',
    GEMMA,
    { inferenceConfig: { maxTokens: 8_193 } },
    'ValidationException',
    /limit of 8192/,
  ],
  [
    'more input than it reads',
    GEMMA,
    message({ text: 'x'.repeat(520_000) }),
    'ValidationException',
    /too long/,
  ],
])(
  'refuses %s to a model that does not take it, and takes it for Claude',
  async (_, model, part, name, text) => {
    await expect(call(model, part)).rejects.toMatchObject({ name, message: expect.stringMatching(text) });
    await expect(call(`us.${CLAUDE}`, part)).resolves.toBeDefined();
  },
);
