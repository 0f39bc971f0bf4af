import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text as bodyOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { CONNECT_LIMIT_MS, SILENCE_LIMIT_MS, THINKING_SILENCE_LIMIT_MS } from './endpoint-timeout.ts';
import { streamReply } from './mantle.ts';
import type { ModelEvent, ModelFile, ModelRequest } from './model-port.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;
let server: Server | undefined;
beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIAKEY');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'token');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

type Provider = Extract<ModelSpec['provider'], { kind: 'mantle' }>;
const modelOf = (over: Partial<Provider> = {}): ModelSpec => ({
  ...{ id: 'mine', displayName: 'Mine', contextTokens: 8_000, maxOutputTokens: 1_000 },
  price: { input: 1, output: 1 },
  provider: { kind: 'mantle', modelId: 'openai.gpt-5.4', region: 'us-east-2', ...over },
});

async function givenEndpoint(answer: Answer, over?: Partial<Provider>) {
  const requests: { url?: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
  server = createServer(async (request, response) => {
    requests.push({ url: request.url, headers: request.headers, body: await bodyOf(request) });
    await answer(response, request);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_MANTLE', `http://127.0.0.1:${port}`);
  return { model: modelOf(over), requests };
}

const request = (model: ModelSpec, over: Partial<ModelRequest> = {}): ModelRequest => ({
  ...{ model, system: 'Be good.', messages: [{ role: 'user', text: 'Hi' }], maxOutputTokens: 100 },
  signal: new AbortController().signal,
  ...over,
});
async function read(model: ModelSpec, over?: Partial<ModelRequest>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of streamReply(request(model, over))) events.push(event);
  return events;
}
interface Sent {
  readonly type: string;
  readonly [field: string]: unknown;
}
const line = (event: Sent | string) =>
  typeof event === 'string' ? event : `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const said = (delta: string) => ({ type: 'response.output_text.delta', delta });
const ended = (type = 'completed', response: object = {}) => ({ type: `response.${type}`, response });
const streaming =
  (...events: (Sent | string)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map(line).join(''));
  };
const failing =
  (status: number, error: object = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };
const text = (value: string): ModelEvent => ({ type: 'text', text: value });
const thought = (value: string): ModelEvent => ({ type: 'thinking', text: value });
const end = (status: 'complete' | 'truncated' | 'filtered'): ModelEvent => ({ type: 'end', status });

describe('a request', () => {
  it('is signed for the model’s region, and is not kept by the endpoint', async () => {
    const { model, requests } = await givenEndpoint(streaming(said('x'), ended()), {
      reasoningEffort: 'low',
    });
    await read(model);
    const [asked] = requests;
    expect(asked?.url).toBe('/openai/v1/responses');
    expect(asked?.headers).toMatchObject({
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=ASIAKEY\/\d{8}\/us-east-2\/bedrock-mantle\//,
      ),
      'x-amz-security-token': 'token',
    });
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      ...{ model: 'openai.gpt-5.4', stream: true, store: false, instructions: 'Be good.' },
      ...{ input: [{ role: 'user', content: 'Hi' }], max_output_tokens: 100 },
      reasoning: { effort: 'low', summary: 'auto' },
    });
  });

  it('goes to the endpoint of the model’s region, and follows no redirect', async () => {
    const fetch = vi.fn().mockRejectedValue(new Error('offline'));
    vi.stubGlobal('fetch', fetch);
    await expect(read(modelOf({ path: '/v1' }))).rejects.toMatchObject({ failure: 'unavailable' });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(String(url)).toBe('https://bedrock-mantle.us-east-2.api.aws/v1/responses');
    expect(init).toMatchObject({ redirect: 'error', headers: { host: 'bedrock-mantle.us-east-2.api.aws' } });
  });

  it.each([
    ['in the deployment’s region', 'us-east-1', 'proj_mine'],
    ['in another region, where it does not exist', 'us-east-2', undefined],
  ])('names the deployment’s project %s', async (_, region, project) => {
    vi.stubEnv('MANTLE_PROJECT', 'proj_mine');
    const { model, requests } = await givenEndpoint(streaming(said('x'), ended()), { region });
    await read(model);
    expect(requests[0]?.headers['openai-project']).toBe(project);
  });

  it('has the files of a message before its text, as data', async () => {
    const { model, requests } = await givenEndpoint(streaming(said('x'), ended()));
    const bytes = Buffer.from('abc');
    const files: ModelFile[] = [
      { name: 'Picture 1', mediaType: 'image/png', tokens: 1, content: { kind: 'image', bytes } },
      { name: 'Document 1', mediaType: 'application/pdf', tokens: 1, content: { kind: 'document', bytes } },
      { name: 'Document 2', mediaType: 'text/csv', tokens: 1, content: { kind: 'text', text: 'a,b' } },
    ];
    await read(model, { messages: [{ role: 'user', text: 'Hi', files }] });
    expect(JSON.parse(requests[0]?.body ?? '').input[0].content).toEqual([
      { type: 'input_image', image_url: 'data:image/png;base64,YWJj' },
      { type: 'input_file', filename: 'Document 1.pdf', file_data: 'data:application/pdf;base64,YWJj' },
      { type: 'input_text', text: 'a,b' },
      { type: 'input_text', text: 'Attached: Picture 1, Document 1, Document 2.' },
      { type: 'input_text', text: 'Hi' },
    ]);
  });

  it('asks for no fewer tokens than the endpoint allows', async () => {
    const { model, requests } = await givenEndpoint(streaming(said('x'), ended()));
    await read(model, { maxOutputTokens: 1 });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ max_output_tokens: 16 });
  });
});

describe('a reply', () => {
  it('is streamed, with its thoughts, its end and its usage', async () => {
    const usage = {
      ...{ input_tokens: 1_500, output_tokens: 30 },
      input_tokens_details: { cached_tokens: 1_024, cache_write_tokens: 100 },
    };
    const { model } = await givenEndpoint(
      streaming(
        { type: 'response.created' },
        ...[{ type: 'response.output_item.added', item: { type: 'reasoning' } }],
        ...[{ type: 'response.reasoning_summary_part.added', summary_index: 0 }],
        ...[{ type: 'response.reasoning_summary_text.delta', delta: 'Hmm' }],
        ...[{ type: 'response.reasoning_summary_part.added', summary_index: 1 }],
        ...[{ type: 'response.reasoning_text.delta', delta: 'So' }],
        ...[{ type: 'response.output_item.added', item: { type: 'message' } }],
        ...[said('He'), said('y'), { type: 'response.output_text.done', text: 'Hey' }, { type: 'new.kind' }],
        ended('completed', { usage }),
        'data: [DONE]\n\n',
      ),
    );
    expect(await read(model)).toEqual([
      ...[
        thought(''),
        thought('Hmm'),
        thought('\n\n'),
        thought('So'),
        text('He'),
        text('y'),
        end('complete'),
      ],
      { type: 'usage', inputTokens: 376, cachedReadTokens: 1_024, cachedWriteTokens: 100, outputTokens: 30 },
    ]);
  });

  it.each([
    ['max_output_tokens', 'truncated'],
    ['content_filter', 'filtered'],
  ] as const)('that is incomplete for %s is %s, and has its usage', async (reason, status) => {
    const usage = { input_tokens: 7, output_tokens: 2 };
    const { model } = await givenEndpoint(
      streaming(said('x'), ended('incomplete', { incomplete_details: { reason }, usage })),
    );
    expect(await read(model)).toEqual([
      ...[text('x'), end(status)],
      { type: 'usage', inputTokens: 7, outputTokens: 2 },
    ]);
  });

  it.each([
    ['content_filter', failing(400, { code: 'content_filter', type: 'invalid_request_error' })],
    ['content_policy_violation', streaming(ended('failed', { error: { code: 'content_policy_violation' } }))],
  ])('that the filter refuses with %s is filtered', async (_, answer) => {
    const { model } = await givenEndpoint(answer);
    expect(await read(model)).toEqual([end('filtered')]);
  });

  it('that is a refusal is shown, and is filtered', async () => {
    const refusal = { type: 'response.refusal.delta', delta: 'I cannot.' };
    const { model } = await givenEndpoint(streaming(refusal, ended()));
    expect(await read(model)).toEqual([text('I cannot.'), end('filtered')]);
  });
});

const DENIED = 'User: me is not authorized to perform: bedrock-mantle:CreateInference on resource: it';
describe('an endpoint that refuses', () => {
  it.each([
    [403, { code: 'access_denied', message: DENIED }, 'role_denied'],
    [401, { code: 'access_denied', message: 'Not enabled for this account' }, 'access_denied'],
    [401, { code: 'invalid_api_key', message: 'The security token is invalid.' }, 'role_denied'],
    [404, { code: 'not_found_error', message: "The model 'x' does not exist" }, 'model_unknown'],
    [400, { code: 'validation_error', message: "model x isn't supported on this route" }, 'settings_unfit'],
    [429, { code: 'rate_limit_exceeded', message: 'Too many tokens per day' }, 'quota_used_up'],
  ])('with %i %j gives the refusal code %s', async (status, error, code) => {
    const { model } = await givenEndpoint(failing(status, error));
    await expect(read(model)).rejects.toMatchObject({ failure: 'refused', code });
  });

  it.each([
    [400, 'rejected'],
    [408, 'unavailable'],
    [429, 'throttled'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [302, 'unavailable'],
  ])('with the status %i alone is %s', async (status, failure) => {
    const { model } = await givenEndpoint(failing(status));
    await expect(read(model)).rejects.toMatchObject({ failure });
  });
});

describe('an endpoint that fails', () => {
  const failed = (code: string) => ended('failed', { error: { code, message: 'sorry' } });
  it.each([
    ['throttling before the first word', [failed('rate_limit_exceeded')], 'throttled'],
    ['an error before the first word', [failed('server_error')], 'unavailable'],
    ['an invalid request', [{ type: 'error', code: 'invalid_prompt', message: 'no' }], 'rejected'],
    ['an error after the first word', [said('x'), failed('rate_limit_exceeded')], 'broken'],
    ['what is not JSON', [said('x'), 'data: {"type"\n\n'], 'broken'],
    ['no end', [said('x')], 'broken'],
    ['no end and no word', [{ type: 'response.created' }], 'unavailable'],
    ['nothing', [], 'unavailable'],
  ])('by sending %s gives its own kind of failure', async (_, events, failure) => {
    const { model } = await givenEndpoint(streaming(...events));
    await expect(read(model)).rejects.toMatchObject({ failure });
  });

  it('by cutting the stream before the first word is unavailable', async () => {
    const { model } = await givenEndpoint((response) => {
      response.write(line({ type: 'response.created' }), () => response.destroy());
    });
    await expect(read(model)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('by cutting the stream after the first word is broken', async () => {
    const { model } = await givenEndpoint((response) => {
      response.write(line(said('x')), () => response.destroy());
    });
    await expect(read(model)).rejects.toMatchObject({ failure: 'broken' });
  });

  it('by sending an error of 64 MB is not read to its end', async () => {
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

  it('by refusing the connection is unavailable', async () => {
    const { model } = await givenEndpoint(failing(500));
    server?.close();
    await expect(read(model)).rejects.toMatchObject({ failure: 'unavailable' });
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

  it('in the middle is given up later for a model that thinks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { model } = await givenEndpoint((response) => void response.write(line(said('x'))));
    const events = streamReply(request({ ...model, thinking: 'always' }))[Symbol.asyncIterator]();
    await events.next();
    const ended = vi.fn();
    const next = events.next().catch(ended);
    await vi.advanceTimersByTimeAsync(THINKING_SILENCE_LIMIT_MS - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await next;
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ failure: 'broken' }));
  });

  it('is disconnected at once when the reply is stopped', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const { model } = await givenEndpoint((response) => {
      response.on('close', resolve);
      response.write(line(said('x')));
    });
    const stop = new AbortController();
    const events = streamReply(request(model, { signal: stop.signal }))[Symbol.asyncIterator]();
    await events.next();
    const next = expect(events.next()).rejects.toThrow();
    stop.abort();
    await next;
    await closed;
  });
});
