import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text as bodyOf } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { CONNECT_LIMIT_MS, SILENCE_LIMIT_MS } from './endpoint-timeout.ts';
import type { ModelEvent, ModelFile, ModelRequest } from './model-port.ts';
import { streamReply } from './stream-reply.ts';

const KEY = 'sk-very-secret';
const forgotten: string[] = [];
vi.mock('./endpoint-keys.ts', () => ({
  readKey: async () => KEY,
  forgetKey: (arn: string) => void forgotten.push(arn),
}));

type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;
let server: Server | undefined;
afterEach(() => {
  forgotten.length = 0;
  vi.useRealTimers();
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const SECRET = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:key-AbCdEf';
async function givenEndpoint(answer: Answer, more: object = {}) {
  const requests: { url?: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
  server = createServer(async (request, response) => {
    requests.push({ url: request.url, headers: request.headers, body: await bodyOf(request) });
    await answer(response, request);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const provider = {
    kind: 'openai',
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    model: 'm-1',
    secretArn: SECRET,
  };
  const model: ModelSpec = {
    ...{ id: 'mine', displayName: 'Mine', contextTokens: 8_000, maxOutputTokens: 1_000 },
    ...{ price: { input: 1, output: 1 }, provider: { ...provider, kind: 'openai', ...more } },
  };
  return { model, requests };
}

const request = (model: ModelSpec, signal = new AbortController().signal): ModelRequest => ({
  ...{ model, system: 'Be good.', messages: [{ role: 'user', text: 'Hi' }], maxOutputTokens: 100, signal },
});
async function read(model: ModelSpec): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of streamReply(request(model))) events.push(event);
  return events;
}
const bodies = (requests: readonly { body: string }[]) => requests.map(({ body }) => JSON.parse(body));
const line = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const said = (content: string) => ({ choices: [{ delta: { content } }] });
const ended = (reason: string) => ({ choices: [{ delta: {}, finish_reason: reason }] });
const USAGE = { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } };
const streaming =
  (...data: unknown[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(data.map(line).join(''));
  };
const failing =
  (status: number, error: object = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };
const end = (status: string) => ({ type: 'end', status });

it('the files of a message are sent before its text', async () => {
  const { model, requests } = await givenEndpoint(streaming(said('Hi'), ended('stop')));
  const bytes = Buffer.from('abc');
  const files: ModelFile[] = [
    { name: 'Picture 1', mediaType: 'image/png', tokens: 1, content: { kind: 'image', bytes } },
    { name: 'Document 1', mediaType: 'application/pdf', tokens: 1, content: { kind: 'document', bytes } },
    { name: 'Document 2', mediaType: 'text/csv', tokens: 1, content: { kind: 'text', text: 'a,b' } },
  ];
  for await (const _ of streamReply({ ...request(model), messages: [{ role: 'user', text: '', files }] }));
  const [{ messages }] = bodies(requests);
  expect(messages[1].content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,YWJj' } },
    { type: 'file', file: { filename: 'Document 1.pdf', file_data: 'data:application/pdf;base64,YWJj' } },
    { type: 'text', text: 'a,b' },
    { type: 'text', text: 'Attached: Picture 1, Document 1, Document 2.' },
  ]);
});

it('the effort is sent to a model that thinks, and to no other', async () => {
  const { model, requests } = await givenEndpoint(streaming(said('Hi'), ended('stop')));
  for (const thinking of ['always', 'none'] as const)
    for await (const _ of streamReply({
      ...request({ ...model, thinking }),
      effort: 'thorough',
    }));
  const [first, second] = bodies(requests);
  expect(first).toMatchObject({ reasoning_effort: 'high' });
  expect(second).not.toHaveProperty('reasoning_effort');
});

describe('a reply of an OpenAI-compatible endpoint', () => {
  it('is streamed, with its end and its usage', async () => {
    const { model, requests } = await givenEndpoint(
      streaming(said('He'), said('y'), ended('stop'), USAGE, '[DONE]'),
    );
    expect(await read(model)).toEqual([
      { type: 'text', text: 'He' },
      { type: 'text', text: 'y' },
      end('complete'),
      { type: 'usage', inputTokens: 7, outputTokens: 2 },
    ]);
    expect(requests[0]?.url).toBe('/v1/chat/completions');
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      ...{ model: 'm-1', stream: true, stream_options: { include_usage: true }, max_tokens: 100 },
      messages: [
        { role: 'system', content: 'Be good.' },
        { role: 'user', content: 'Hi' },
      ],
    });
  });

  it('counts the input that the endpoint read from its cache apart from the rest', async () => {
    const usage = {
      prompt_tokens: 1_500,
      prompt_tokens_details: { cached_tokens: 1_024 },
      completion_tokens: 2,
    };
    const { model } = await givenEndpoint(
      streaming(said('x'), ended('stop'), { choices: [], usage }, '[DONE]'),
    );
    const counts = { inputTokens: 476, cachedReadTokens: 1_024, outputTokens: 2 };
    expect((await read(model)).at(-1)).toEqual({ type: 'usage', ...counts });
  });

  it('sends no key where none is configured, and names the token limit as the endpoint does', async () => {
    const more = { secretArn: undefined, maxTokensField: 'max_completion_tokens' };
    const { model, requests } = await givenEndpoint(streaming(said('x'), ended('stop')), more);
    await read(model);
    expect(requests[0]?.headers.authorization).toBeUndefined();
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ max_completion_tokens: 100 });
  });

  it.each([
    ['stop', 'complete'],
    ['length', 'truncated'],
    ['content_filter', 'filtered'],
    ['anything', 'complete'],
  ])('that ends with %s is %s', async (reason, status) => {
    const { model } = await givenEndpoint(streaming(said('x'), ended(reason), '[DONE]'));
    expect(await read(model)).toContainEqual(end(status));
  });

  it('without a count of tokens has an estimate, marked as one', async () => {
    const { model } = await givenEndpoint(streaming(said('Hello there'), ended('stop'), '[DONE]'));
    expect((await read(model)).at(-1)).toEqual({
      type: 'usage',
      inputTokens: 4,
      outputTokens: 4,
      isEstimate: true,
    });
  });

  it.each(['reasoning_content', 'reasoning'])(
    'that thinks (%s) says so, and counts the thoughts',
    async (field) => {
      const thought = { choices: [{ delta: { [field]: 'x'.repeat(350) } }] };
      const { model } = await givenEndpoint(streaming(thought, said('Hi'), ended('stop'), '[DONE]'));
      const events = await read(model);
      expect(events[0]).toEqual({ type: 'thinking', text: 'x'.repeat(350) });
      expect(events.at(-1)).toMatchObject({ type: 'usage', outputTokens: 101 });
    },
  );

  it('that is a refusal is shown, and is filtered', async () => {
    const refusal = { choices: [{ delta: { content: null, refusal: 'I cannot.' } }] };
    const { model } = await givenEndpoint(streaming(refusal, ended('stop')));
    expect(await read(model)).toEqual(
      expect.arrayContaining([{ type: 'text', text: 'I cannot.' }, end('filtered')]),
    );
  });

  it.each([
    ['in its first chunk', [{ error: { code: 'content_filter' }, ...ended('error') }]],
    ['after some words', [said('x'), { error: { code: 'content_filter' }, ...ended('error') }]],
    ['before a chunk that ends it as failed', [{ error: { code: 'content_filter' } }, ended('error')]],
    ['before a chunk that ends it as complete', [{ error: { code: 'content_filter' } }, ended('stop')]],
  ])('that the endpoint filters by an error %s is filtered', async (_, chunks) => {
    const { model } = await givenEndpoint(streaming(...chunks, '[DONE]'));
    expect(await read(model)).toContainEqual(end('filtered'));
  });

  it('to a message that the endpoint filters is filtered', async () => {
    const { model } = await givenEndpoint(failing(400, { code: 'content_filter' }));
    expect(await read(model)).toEqual([end('filtered')]);
  });
});

describe('an endpoint that fails', () => {
  it.each([
    [400, 'rejected'],
    [401, 'refused'],
    [403, 'rejected'],
    [404, 'refused'],
    [408, 'unavailable'],
    [429, 'throttled'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [529, 'unavailable'],
    [302, 'unavailable'],
  ])('with %i is %s', async (status, failure) => {
    const { model } = await givenEndpoint(failing(status));
    await expect(read(model)).rejects.toMatchObject({ failure });
  });

  it('because its quota is used up is a refusal: waiting does not help', async () => {
    const { model } = await givenEndpoint(failing(429, { code: 'insufficient_quota' }));
    await expect(read(model)).rejects.toMatchObject({ failure: 'refused', code: 'quota_used_up' });
  });

  it('because of its key is logged without the key, which is read again', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const { model } = await givenEndpoint(failing(401, { message: `Incorrect API key ${KEY}` }));
    const error: unknown = await read(model).catch((caught: unknown) => caught);
    const lines = log.mock.calls.flat().join('\n');
    expect(lines).toContain('"status":401');
    expect(lines).not.toContain(KEY);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
    expect(forgotten).toEqual([SECRET]);
  });

  it('because of a key that was replaced since it was read is asked again with the new key', async () => {
    const answers = [failing(401), streaming(said('Hi'), ended('stop'), '[DONE]')];
    const { model } = await givenEndpoint((response, incoming) => answers.shift()?.(response, incoming));
    expect(await read(model)).toContainEqual({ type: 'text', text: 'Hi' });
    expect(forgotten).toEqual([SECRET]);
  });

  it('with 403 because of the message is asked once, and its key is not read again', async () => {
    const answers = [failing(403), streaming(said('Hi'), ended('stop'), '[DONE]')];
    const { model } = await givenEndpoint((response, incoming) => answers.shift()?.(response, incoming));
    await expect(read(model)).rejects.toMatchObject({ failure: 'rejected' });
    expect(answers).toHaveLength(1);
    expect(forgotten).toEqual([]);
  });

  it('with an error of 64 MB is not read to its end', async () => {
    let sentMb = 0;
    const spaces = function* () {
      for (; sentMb < 64; sentMb += 1) yield Buffer.alloc(1_000_000, ' ');
    };
    const { model } = await givenEndpoint((response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      Readable.from(spaces()).pipe(response);
    });
    await expect(read(model)).rejects.toMatchObject({ failure: 'rejected' });
    expect(sentMb).toBeLessThan(32); // some is buffered by the sockets and never read
  });

  it('that refuses the connection is unavailable', async () => {
    const { model } = await givenEndpoint(failing(500));
    server?.close();
    await expect(read(model)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it.each([
    ['an error event before the first word', [{ error: { type: 'rate_limit_error' } }], 'throttled'],
    ['an error before the first word', [{ error: { code: 500 } }], 'unavailable'],
    ['an error after it', [said('x'), { error: { type: 'rate_limit_error' } }], 'broken'],
    ['a failure as its end', [said('x'), ended('insufficient_system_resource'), '[DONE]'], 'broken'],
    ['an error as its end', [said('x'), ended('error'), '[DONE]'], 'broken'],
    ['an error as its end, without a word', [ended('error'), '[DONE]'], 'unavailable'],
    ['what is not JSON', [said('x'), '{"choices"'], 'broken'],
    ['what is not a completion', ['[]'], 'broken'],
    ['an end without a reason', [said('x')], 'broken'],
    ['no end and no word', [{ choices: [{ delta: { role: 'assistant' } }] }], 'unavailable'],
    ['nothing', [], 'unavailable'],
  ])('by sending %s gives its own kind of failure', async (_, data, failure) => {
    const { model } = await givenEndpoint(streaming(...data));
    await expect(read(model)).rejects.toMatchObject({ failure });
  });

  it('by cutting the stream before the first word is unavailable', async () => {
    const { model } = await givenEndpoint((response) => {
      const role = { choices: [{ delta: { role: 'assistant' } }] };
      response.write(line(role), () => response.destroy());
    });
    await expect(read(model)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('by cutting the stream after the first word is broken', async () => {
    const { model } = await givenEndpoint((response) => {
      response.write(line(said('x')), () => response.destroy());
    });
    await expect(read(model)).rejects.toMatchObject({ failure: 'broken' });
  });
});

describe('an endpoint that hangs', () => {
  it('before it answers is given up as unavailable', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { promise: called, resolve } = Promise.withResolvers<void>();
    const { model } = await givenEndpoint(() => resolve());
    const reading = expect(read(model)).rejects.toMatchObject({ failure: 'unavailable' });
    await called;
    await vi.advanceTimersByTimeAsync(CONNECT_LIMIT_MS);
    await reading;
  });

  it('in the middle is given up as broken', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { model } = await givenEndpoint((response) => void response.write(line(said('x'))));
    const events = streamReply(request(model))[Symbol.asyncIterator]();
    expect(await events.next()).toMatchObject({ value: { text: 'x' } });
    const next = expect(events.next()).rejects.toMatchObject({ failure: 'broken' });
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_MS);
    await next;
  });

  it('is disconnected at once when the reply is stopped, before or after its first word', async () => {
    for (const first of [[], [said('x')]]) {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      const { promise: called, resolve: call } = Promise.withResolvers<void>();
      const { model } = await givenEndpoint((response) => {
        response.on('close', resolve);
        for (const data of first) response.write(line(data));
        call();
      });
      const stop = new AbortController();
      const events = streamReply(request(model, stop.signal))[Symbol.asyncIterator]();
      if (first.length > 0) await events.next();
      const next = expect(events.next()).rejects.toThrow();
      await called;
      stop.abort();
      await next;
      await closed;
    }
  });

  it('leaves no timer running after a reply', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { model } = await givenEndpoint(streaming(said('x'), ended('stop'), '[DONE]'));
    await read(model);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is disconnected when the reader stops reading', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const { model } = await givenEndpoint((response) => {
      response.on('close', resolve);
      response.write(line(said('x')));
    });
    for await (const _ of streamReply(request(model))) break;
    await closed;
  });
});
