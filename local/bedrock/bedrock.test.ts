import http from 'node:http';
import type { Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  type Message,
  type SystemContentBlock,
} from '@aws-sdk/client-bedrock-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { AwsError } from '../aws-json/aws-json-service.ts';
import type { Authorize } from '../emulator-types.ts';
import { createFaults } from '../faults/faults.ts';
import { createIam } from '../iam/iam.ts';
import { createBedrock, demoModel, openAiSource, type ReplySource, scriptedSource } from './bedrock.ts';
import { pdf, png } from './minimal-png-and-pdf-for-tests.ts';

const MODEL = 'google.gemma-3-27b-it';
const user = (text: string): Message => ({ role: 'user', content: [{ text }] });
const assistant = (text: string): Message => ({ role: 'assistant', content: [{ text }] });
const faults = createFaults();
const open: (() => void)[] = [];

async function givenClient(
  source: ReplySource,
  authorize: Authorize = () => undefined,
): Promise<BedrockRuntimeClient> {
  const server: Http2Server = createBedrock({ source, faults, authorize });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const client = new BedrockRuntimeClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'A', secretAccessKey: 'x' },
  });
  open.push(() => {
    client.destroy();
    server.close();
  });
  return client;
}
afterEach(() => {
  faults.clear();
  for (const close of open.splice(0)) close();
});

async function converse(
  client: BedrockRuntimeClient,
  messages: Message[],
  maxTokens?: number,
  modelId = MODEL,
  system?: SystemContentBlock[],
) {
  const { stream } = await client.send(
    new ConverseStreamCommand({
      modelId,
      messages,
      ...(maxTokens && { inferenceConfig: { maxTokens } }),
      ...(system && { system }),
    }),
  );
  const result = { texts: [] as string[], thoughts: '', stop: '', tokens: 0 };
  for await (const event of stream ?? []) {
    if (event.contentBlockDelta?.delta?.text) result.texts.push(event.contentBlockDelta.delta.text);
    result.thoughts += event.contentBlockDelta?.delta?.reasoningContent?.text ?? '';
    if (event.messageStop?.stopReason) result.stop = event.messageStop.stopReason;
    if (event.metadata?.usage) result.tokens = event.metadata.usage.totalTokens ?? 0;
  }
  return result;
}
const policyFor = (Resource: readonly string[]) => ({
  Roles: ['Reply'],
  PolicyDocument: {
    Statement: { Effect: 'Allow' as const, Action: 'bedrock:InvokeModelWithResponseStream', Resource },
  },
});
const saying = (...chunks: string[]) => scriptedSource(() => ({ chunks }));

describe('ConverseStream', () => {
  it('streams pieces, the stop reason and the usage', async () => {
    const client = await givenClient(saying('Hel', 'lo 😀'));
    const result = await converse(client, [user('hi')]);
    expect(result).toMatchObject({ texts: ['Hel', 'lo 😀'], stop: 'end_turn' });
    expect(result.tokens).toBeGreaterThan(2);
  });

  it('cites a document whose citations are enabled, beside the text', async () => {
    const client = await givenClient(saying('One', 'Two'));
    const document = { format: 'pdf', name: 'Document 1', source: { bytes: pdf() } } as const;
    const deltasFor = async (enabled: boolean) => {
      const content = [{ document: { ...document, citations: { enabled } } }, { text: 'What?' }];
      const messages: Message[] = [{ role: 'user', content }];
      const { stream } = await client.send(new ConverseStreamCommand({ modelId: MODEL, messages }));
      const deltas: unknown[] = [];
      for await (const { contentBlockDelta } of stream ?? [])
        if (contentBlockDelta) deltas.push(Object.keys(contentBlockDelta.delta ?? {})[0]);
      return deltas;
    };
    expect(await deltasFor(true)).toEqual(['text', 'citation', 'text']);
    expect(await deltasFor(false)).toEqual(['text', 'text']);
  });

  it('stops at maxTokens', async () => {
    const client = await givenClient(saying('0123456789'));
    expect(await converse(client, [user('hi')], 2)).toMatchObject({
      texts: ['01234567'],
      stop: 'max_tokens',
    });
  });

  it('streams thoughts as a content block of their own, which maxTokens counts', async () => {
    const chunks = [{ thinking: '0123' }, { thinking: '4567' }, 'Hello', ' you'];
    const client = await givenClient(scriptedSource(() => ({ chunks })));
    const { stream } = await client.send(
      new ConverseStreamCommand({
        modelId: MODEL,
        messages: [user('hi')],
        inferenceConfig: { maxTokens: 3 },
      }),
    );
    const seen: unknown[] = [];
    for await (const { contentBlockDelta, contentBlockStop, messageStop, metadata } of stream ?? []) {
      if (contentBlockDelta) seen.push([contentBlockDelta.contentBlockIndex, contentBlockDelta.delta]);
      if (contentBlockStop) seen.push(contentBlockStop.contentBlockIndex);
      if (messageStop) seen.push(messageStop.stopReason);
      if (metadata) seen.push(metadata.usage?.outputTokens);
    }
    expect(seen).toEqual([
      [0, { reasoningContent: { text: '0123' } }],
      [0, { reasoningContent: { text: '4567' } }],
      0,
      [1, { text: 'Hell' }],
      1,
      'max_tokens',
      3,
    ]);
  });

  it('signs the thoughts of Anthropic’s models at their end', async () => {
    const client = await givenClient(scriptedSource(() => ({ chunks: [{ thinking: 'Hm' }, 'Yes'] })));
    const modelId = 'us.anthropic.claude-sonnet-4-6';
    const { stream } = await client.send(new ConverseStreamCommand({ modelId, messages: [user('hi')] }));
    const seen: unknown[] = [];
    for await (const { contentBlockDelta, contentBlockStop } of stream ?? []) {
      if (contentBlockDelta) seen.push(contentBlockDelta.delta);
      if (contentBlockStop) seen.push(contentBlockStop.contentBlockIndex);
    }
    expect(seen).toEqual([
      { reasoningContent: { text: 'Hm' } },
      { reasoningContent: { signature: expect.stringMatching(/^[\w+/=]{100,}$/) } },
      0,
      { text: 'Yes' },
      1,
    ]);
  });

  it.each([
    ['openai.gpt-oss-120b-1:0', { reasoning_effort: 'low' }, true],
    ['us.openai.gpt-5.6-sol', { reasoning: { effort: 'low' } }, true],
    ['openai.gpt-oss-120b-1:0', { reasoning_effort: 'much' }, false],
    ['openai.gpt-oss-120b-1:0', { thinking: { type: 'enabled' } }, false],
    ['us.openai.gpt-5.6-sol', { reasoning_effort: 'low' }, false],
    [MODEL, { reasoning_effort: 'low' }, false],
    ['us.anthropic.claude-sonnet-4-6', { thinking: { type: 'adaptive', display: 'summarized' } }, true],
    ['us.anthropic.claude-sonnet-4-6', { output_config: { effort: 'high' } }, true],
    ['us.anthropic.claude-sonnet-4-6', { output_config: { effort: 'much' } }, false],
    ['us.anthropic.claude-sonnet-4-6', { thinking: { type: 'disabled' } }, true],
    ['us.anthropic.claude-sonnet-4-6', { thinking: { type: 'enabled', budget_tokens: 1_024 } }, true],
    ['us.anthropic.claude-sonnet-4-6', { thinking: { type: 'adaptive', display: 'all' } }, false],
    ['us.anthropic.claude-sonnet-4-6', { reasoning_effort: 'low' }, false],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', { thinking: { type: 'adaptive' } }, false],
    [
      'us.anthropic.claude-haiku-4-5-20251001-v1:0',
      { thinking: { type: 'enabled', budget_tokens: 512 } },
      false,
    ],
    ['global.anthropic.claude-sonnet-5-5', { thinking: { type: 'disabled' } }, false],
    ['global.anthropic.claude-sonnet-5-5', { thinking: { type: 'enabled', budget_tokens: 2_000 } }, false],
    ['global.anthropic.claude-sonnet-5-5', { thinking: { type: 'adaptive' } }, true],
  ])('of %s takes %j: %s', async (modelId, additionalModelRequestFields, isTaken) => {
    const client = await givenClient(saying('x'));
    const call = client.send(
      new ConverseStreamCommand({ modelId, messages: [user('hi')], additionalModelRequestFields }),
    );
    if (isTaken) await expect(call).resolves.toBeDefined();
    else await expect(call).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('gives the stop reason of the reply source', async () => {
    const client = await givenClient(
      scriptedSource(() => ({ chunks: ['a', { stop: 'content_filtered' }, 'b'] })),
    );
    expect(await converse(client, [user('hi')])).toMatchObject({ texts: ['a'], stop: 'content_filtered' });
  });

  it.each([
    ['that is empty', []],
    ['that starts with the assistant', [assistant('a'), user('b')]],
    ['that does not alternate', [user('a'), user('b')]],
    ['with a blank message', [user('  ')]],
  ])('refuses a conversation %s', async (_, messages) => {
    const client = await givenClient(saying('x'));
    await expect(converse(client, messages)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('refuses blank texts in messages and in the system prompt', async () => {
    const client = await givenClient(saying('x'));
    const said = (messages: Message[], system?: string) =>
      client.send(
        new ConverseStreamCommand({
          modelId: MODEL,
          messages,
          ...(system !== undefined && { system: [{ text: system }] }),
        }),
      );
    const blankAt = (place: string) => ({
      name: 'ValidationException',
      message: expect.stringMatching(new RegExp(`at ${place} is blank`)),
    });
    for (const blank of ['', ' ', '\n\n']) {
      const messages = [user('a'), assistant(blank), user('b')];
      await expect(said(messages)).rejects.toMatchObject(blankAt('messages\\.1\\.content\\.0'));
      await expect(said([user('a')], blank)).rejects.toMatchObject(blankAt('system\\.0'));
    }
    await expect(said([user('a')], 'Be brief.')).resolves.toBeDefined();
  });

  it('throttles when a test asks for it', async () => {
    const client = await givenClient(saying('x'));
    const fail = { code: 'ThrottlingException', status: 429, message: 'Too many requests' };
    faults.at({ service: 'bedrock', action: 'ConverseStream', effect: { fail } });
    await expect(converse(client, [user('hi')])).rejects.toMatchObject({
      name: 'ThrottlingException',
      $metadata: { httpStatusCode: 429 },
    });
    expect((await converse(client, [user('hi')])).texts).toEqual(['x']);
  });

  it('fails in the middle of a stream when a test asks for it', async () => {
    const client = await givenClient(saying('a', 'b', 'c'));
    faults.at({
      service: 'bedrock',
      action: 'chunk',
      nth: 3,
      effect: { fail: { code: 'ModelStreamErrorException', message: 'broken' } },
    });
    await expect(converse(client, [user('hi')])).rejects.toMatchObject({ name: 'ModelStreamErrorException' });
  });

  it('checks the caller’s permission', async () => {
    const client = await givenClient(saying('x'), () => {
      throw new AwsError('AccessDeniedException', 'no');
    });
    await expect(converse(client, [user('hi')])).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it.each([
    ['us', ['us-east-1', 'us-east-2', 'us-west-2', 'us-added-1']],
    ['global', ['us-east-1', '']],
  ])('needs the right to a %s profile, and to its model in each target region', async (prefix, regions) => {
    const model = 'vendor.model-1';
    const needed = [
      `arn:aws:bedrock:us-east-1:000000000000:inference-profile/${prefix}.${model}`,
      ...regions.map((region) => `arn:aws:bedrock:${region}::foundation-model/${model}`),
    ];
    const converseWith = async (granted: readonly string[]) => {
      const { authorize, accessKeyOf } = createIam({ Reply: {} }, [policyFor(granted)]);
      const key = accessKeyOf('Reply');
      const client = await givenClient(saying('x'), (_, ...wanted) => authorize(key, ...wanted));
      return converse(client, [user('hi')], undefined, `${prefix}.${model}`);
    };
    expect((await converseWith(needed)).texts).toEqual(['x']);
    for (const missing of needed)
      await expect(converseWith(needed.filter((arn) => arn !== missing))).rejects.toMatchObject({
        name: 'AccessDeniedException',
        message: expect.stringContaining(`resource: ${missing} `),
      });
  });

  it('refuses a profile whose regions it does not know', async () => {
    const client = await givenClient(saying('x'));
    await expect(converse(client, [user('hi')], undefined, 'apac.vendor.model-1')).rejects.toThrow('apac');
  });
});

it('answers Converse with the whole reply', async () => {
  const client = await givenClient(saying('a', 'b'));
  const { output, stopReason } = await client.send(
    new ConverseCommand({ modelId: MODEL, messages: [user('hi')] }),
  );
  expect([output?.message?.content, stopReason]).toEqual([[{ text: 'ab' }], 'end_turn']);
});

describe('the demo model', () => {
  it('says what it is, and shows what is asked for', async () => {
    const client = await givenClient(demoModel({ paceMs: 0 }));
    const text = (await converse(client, [user('a table and some code please')])).texts.join('');
    expect(text).toMatch(/demo model/);
    expect(text).toMatch(/\|---\|/);
    expect(text).toMatch(/```ts/);
  });

  it.each([
    ['think hard about tea', 'end_turn', 'demo model'],
    ['think only', 'max_tokens', undefined],
  ])('thinks when it is asked to %s', async (question, stop, reply) => {
    const client = await givenClient(demoModel({ paceMs: 0 }));
    const { stream } = await client.send(
      new ConverseStreamCommand({ modelId: MODEL, messages: [user(question)] }),
    );
    let [thoughts, text, reason] = ['', '', ''];
    for await (const { contentBlockDelta, messageStop } of stream ?? []) {
      thoughts += contentBlockDelta?.delta?.reasoningContent?.text ?? '';
      text += contentBlockDelta?.delta?.text ?? '';
      reason += messageStop?.stopReason ?? '';
    }
    expect(thoughts).toContain(question);
    expect(reason).toBe(stop);
    if (reply === undefined) expect(text).toBe('');
    else expect(text).toContain(reply);
  });

  it('repeats what the user said before', async () => {
    const client = await givenClient(demoModel({ paceMs: 0 }));
    const messages = [user('my cat is Tom'), assistant('ok'), user('what did I say before?')];
    expect((await converse(client, messages)).texts.join('')).toContain('my cat is Tom');
  });
});

it('gets replies from an OpenAI-compatible server', async () => {
  const asked: string[] = [];
  const server = http.createServer(async (request, response) => {
    if (request.url === '/v1/models') return void response.end('{"data":[{"id":"llama"}]}');
    for await (const bytes of request) asked.push(String(bytes));
    const events = [
      { delta: { reasoning_content: 'Hm' } },
      { delta: { content: 'Hi' } },
      { delta: {}, finish_reason: 'length' },
    ];
    for (const choice of events) response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  open.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = await givenClient(openAiSource({ baseUrl: `http://127.0.0.1:${port}/v1` }));
  const sent: Message = {
    role: 'user',
    content: [
      { image: { format: 'png', source: { bytes: png() } } },
      { document: { format: 'pdf', name: 'Document 1', source: { bytes: pdf() } } },
      { text: 'What is this?' },
    ],
  };
  await converse(client, [sent]);
  expect(JSON.parse(asked.splice(0).join('')).messages[0].content).toEqual([
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png().toString('base64')}` } },
    { type: 'text', text: '(Document 1 is a PDF, which this server cannot read.)' },
    { type: 'text', text: 'What is this?' },
  ]);
  const system: SystemContentBlock[] = [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }];
  expect(
    await converse(client, [user('hello')], undefined, 'us.anthropic.claude-sonnet-5-5', system),
  ).toMatchObject({
    texts: ['Hi'],
    thoughts: 'Hm',
    stop: 'max_tokens',
  });
  expect(JSON.parse(asked.join(''))).toMatchObject({
    model: 'llama',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hello' },
    ],
  });
});
