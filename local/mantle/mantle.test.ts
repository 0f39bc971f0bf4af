import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterEach, describe, expect, it } from 'vitest';
import { AwsError } from '../aws-json/aws-json-service.ts';
import { type ConverseRequest, type ReplyChunk, scriptedSource } from '../bedrock/bedrock.ts';
import { pdf, png } from '../bedrock/minimal-png-and-pdf-for-tests.ts';
import type { Authorize } from '../emulator-types.ts';
import { createFaults } from '../faults/faults.ts';
import { CUT, createMantle, type MantleOptions } from './mantle.ts';

const GEMMA = 'google.gemma-4-31b';
const PROJECT = 'arn:aws:bedrock-mantle:us-east-1:000000000000:project/proj_mine';
const KEY = { secretAccessKey: 'secret', sessionToken: 'token' };
const NOW = Date.UTC(2026, 10, 22, 12);
const faults = createFaults();
const open: (() => void)[] = [];
afterEach(() => {
  faults.clear();
  for (const close of open.splice(0)) close();
});

async function givenEndpoint(chunks: readonly ReplyChunk[] = ['x'], more: Partial<MantleOptions> = {}) {
  const asked: string[] = [];
  const authorize: Authorize = (key, action, resource) => void asked.push(`${key} ${action} ${resource}`);
  const handle = createMantle({
    source: scriptedSource(() => ({ chunks })),
    ...{ authorize, faults, clock: { now: () => NOW }, keyOf: () => KEY, projects: [PROJECT] },
    ...more,
  });
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  open.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, asked };
}

interface Call {
  readonly body?: object;
  readonly region?: string;
  readonly service?: string;
  readonly path?: string;
  readonly project?: string;
  readonly secret?: string;
  /** An empty one signs without a token. @default the session token of `KEY` */
  readonly sessionToken?: string;
  readonly at?: number;
  /** Changes the headers or the body after both were signed. */
  readonly tamper?: (headers: Record<string, string>) => { headers: Record<string, string>; body?: string };
}

const said = { model: GEMMA, stream: true, input: [{ role: 'user', content: 'Hi' }] };

/** Calls the endpoint with the SDK's own signer. */
async function call(host: string, over: Call = {}): Promise<Response> {
  const { region = 'us-east-1', service = 'bedrock-mantle', path = '/openai/v1/responses' } = over;
  const body = JSON.stringify({ ...said, ...over.body });
  const signer = new SignatureV4({
    ...{ region, service, sha256: Sha256 },
    credentials: {
      ...{ accessKeyId: 'ASIAKEY', secretAccessKey: over.secret ?? KEY.secretAccessKey },
      sessionToken: over.sessionToken ?? KEY.sessionToken,
    },
  });
  const [hostname = '', port] = host.split(':');
  const signed = await signer.sign(
    {
      ...{ method: 'POST', protocol: 'http:', hostname, port: Number(port), path, query: {}, body },
      headers: {
        ...{ host, 'content-type': 'application/json' },
        ...(over.project && { 'openai-project': over.project }),
      },
    },
    { signingDate: new Date(over.at ?? NOW) },
  );
  const { headers, body: sent = body } = over.tamper?.(signed.headers) ?? { headers: signed.headers };
  return fetch(`http://${host}${path}`, { method: 'POST', headers, body: sent });
}

/** Parses the events of a streamed response. */
async function eventsOf(response: Response): Promise<{ type: string; [field: string]: unknown }[]> {
  return (await response.text())
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.split('\ndata: ')[1] ?? ''));
}
const errorOf = async (response: Response) => {
  const { error } = JSON.parse(await response.text());
  return [response.status, error.code, error.message];
};

describe('files', () => {
  const image = (bytes = png(), type = 'image/png') => ({
    type: 'input_image',
    image_url: `data:${type};base64,${bytes.toString('base64')}`,
  });
  const file = (bytes = pdf(), filename = 'Document 1.pdf') => ({
    ...{ type: 'input_file', filename },
    file_data: `data:application/pdf;base64,${bytes.toString('base64')}`,
  });
  const text = { type: 'input_text', text: 'What is this?' };
  const GPT = 'openai.gpt-5.4';
  const ask = async (model: string, ...content: object[]) => {
    const seen: ConverseRequest[] = [];
    const source = scriptedSource((_, request) => {
      seen.push(request);
      return { chunks: ['x'] };
    });
    const { host } = await givenEndpoint([], { source });
    const region = model === GPT ? 'us-east-2' : 'us-east-1';
    const response = await call(host, { region, body: { model, input: [{ role: 'user', content }] } });
    return { response, content: seen[0]?.messages[0]?.content };
  };

  it('reach the model as pictures and documents', async () => {
    const { content } = await ask(GPT, image(), file(), text);
    expect(content).toEqual([
      { image: { format: 'png', source: { bytes: png().toString('base64') } } },
      { document: { format: 'pdf', name: 'Document 1', source: { bytes: pdf().toString('base64') } } },
      { text: 'What is this?' },
    ]);
  });

  it.each<[string, string, object]>([
    ['a picture by its address', GEMMA, { type: 'input_image', image_url: 'https://example.com/a.png' }],
    ['a picture of another type', GEMMA, image(png(), 'image/jpeg')],
    ['a picture of no known format', GEMMA, image(Buffer.from('hello'))],
    ['a text as PDF', GPT, file(Buffer.from('hello'))],
    ['a file of unknown type', GPT, file(pdf(), 'Document 1')],
    ['a PDF for a model that takes none', GEMMA, file()],
  ])('are refused: %s', async (_, model, part) => {
    const { response } = await ask(model, part, text);
    expect(response.status).toBe(400);
  });
});

describe('a response', () => {
  it('streams thoughts and reply as items of their own, and ends with its usage', async () => {
    const { host } = await givenEndpoint([{ thinking: 'Hmm' }, 'Hel', 'lo']);
    const events = await eventsOf(await call(host));
    expect(events.map(({ type }) => type)).toEqual([
      ...['response.created', 'response.in_progress'],
      ...['response.output_item.added', 'response.reasoning_summary_part.added'],
      ...['response.reasoning_summary_text.delta', 'response.reasoning_summary_part.done'],
      ...['response.output_item.done', 'response.output_item.added', 'response.content_part.added'],
      ...['response.output_text.delta', 'response.output_text.delta'],
      ...['response.content_part.done', 'response.output_item.done', 'response.completed'],
    ]);
    const usage = { input_tokens_details: { cached_tokens: 0 }, output_tokens: 2 };
    expect(events.at(-1)?.response).toMatchObject({ usage });
  });

  it('is opened before the model answers', async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    const source = scriptedSource(() => ({ chunks: ['Hi'], gate: () => held }));
    const { host } = await givenEndpoint([], { source });
    const reader = (await call(host)).body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toMatch(/^event: response.created/);
    answer();
    await reader?.cancel();
  });

  it('counts cached tokens in steps of 128, from 1,024 on, for GPT, and none for Gemma', async () => {
    const { host } = await givenEndpoint();
    const cachedOf = async (model: string, ...texts: string[]) => {
      const input = texts.map((content, n) => ({ role: n % 2 ? 'assistant' : 'user', content }));
      const events = await eventsOf(await call(host, { region: 'us-east-2', body: { model, input } }));
      return events.at(-1)?.response;
    };
    const cached = (tokens: number) => ({ usage: { input_tokens_details: { cached_tokens: tokens } } });
    const [long, short] = ['x'.repeat(6_000), 'x'.repeat(3_000)];
    for (const model of ['openai.gpt-5.4', GEMMA])
      for (const text of [long, short]) expect(await cachedOf(model, text)).toMatchObject(cached(0));
    expect(await cachedOf('openai.gpt-5.4', long, 'Yes', 'And?')).toMatchObject(cached(11 * 128));
    expect(await cachedOf('openai.gpt-5.4', short, 'Yes', 'And?')).toMatchObject(cached(0));
    expect(await cachedOf(GEMMA, long, 'Yes', 'And?')).toMatchObject(cached(0));
  });

  it.each([
    ['max_output_tokens', ['y'.repeat(100)], { max_output_tokens: 16 }],
    ['content_filter', ['y', { stop: 'content_filtered' } as const], {}],
  ])('is incomplete for %s', async (reason, chunks, body) => {
    const { host } = await givenEndpoint(chunks);
    expect((await eventsOf(await call(host, { body }))).at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { incomplete_details: { reason } },
    });
  });

  it('fails in an event of the stream', async () => {
    const { host } = await givenEndpoint(['a', 'b']);
    const fail = { code: 'ThrottlingException', status: 429, message: 'slow down' };
    faults.at({ service: 'bedrock', action: 'chunk', nth: 2, effect: { fail } });
    expect((await eventsOf(await call(host))).at(-1)).toMatchObject({
      type: 'response.failed',
      response: { error: { code: 'rate_limit_exceeded' } },
    });
  });

  it('breaks off when a test cuts the connection', async () => {
    const { host } = await givenEndpoint(['a', 'b']);
    faults.at({ service: 'bedrock', action: 'chunk', nth: 2, effect: { fail: { code: CUT } } });
    await expect(call(host).then(eventsOf)).rejects.toThrow(TypeError);
  });
});

describe('a right', () => {
  it.each([
    ['the default project of the region', 'us-east-2', undefined, 'us-east-2:000000000000:project/default'],
    ['the project of the request', 'us-east-1', 'proj_mine', 'us-east-1:000000000000:project/proj_mine'],
  ])('is asked for on %s', async (_, region, project, resource) => {
    const { host, asked } = await givenEndpoint();
    await (await call(host, { region, ...(project && { project }) })).text();
    expect(asked).toEqual([`ASIAKEY bedrock-mantle:CreateInference arn:aws:bedrock-mantle:${resource}`]);
  });

  it('that is missing is an error 403', async () => {
    const authorize = () => {
      throw new AwsError('AccessDeniedException', 'User: me is not authorized to perform: it');
    };
    const { host } = await givenEndpoint([], { authorize });
    expect(await errorOf(await call(host))).toEqual([
      403,
      'access_denied',
      expect.stringContaining('perform'),
    ]);
  });

  it('cannot be had on a project of another region', async () => {
    const { host } = await givenEndpoint();
    const wrong = await call(host, { region: 'us-east-2', project: 'proj_mine' });
    expect(await errorOf(wrong)).toEqual([404, 'not_found_error', "The project 'proj_mine' does not exist"]);
  });
});

describe('a signature', () => {
  it.each<[string, Call, RegExp]>([
    ['with another secret', { secret: 'other' }, /does not match/],
    ['for another service', { service: 'bedrock' }, /scoped to correct service: 'bedrock-mantle'/],
    ['that is old', { at: NOW - 6 * 60_000 }, /expired/],
    [
      'without a valid time',
      { tamper: (headers) => ({ headers: { ...headers, 'x-amz-date': '20261122T12' } }) },
      /expired/,
    ],
    ['of a role without a session token', { sessionToken: '' }, /security token/],
    ['of a role with another session token', { sessionToken: 'other' }, /security token/],
    ['for another body', { tamper: (headers) => ({ headers, body: '{}' }) }, /does not match/],
    ['that is missing', { tamper: () => ({ headers: {} }) }, /Missing 'authorization'/],
    [
      'without a header that it must have',
      { tamper: (headers) => ({ headers: { ...headers, 'x-amz-extra': 'y' } }) },
      /'x-amz-extra' must be a signed header/,
    ],
  ])('%s is an error 401', async (_, over, message) => {
    const { host } = await givenEndpoint();
    expect(await errorOf(await call(host, over))).toEqual([
      401,
      'invalid_api_key',
      expect.stringMatching(message),
    ]);
  });

  it.each([
    ['of an unknown key', undefined, /security token .* invalid/],
    ['whose session has ended', { ...KEY, expiresAt: NOW }, /security token .* expired/],
    ['of a permanent key with a session token', { secretAccessKey: 'secret' }, /security token .* invalid/],
  ])('%s is an error 401', async (_, key, message) => {
    const { host } = await givenEndpoint([], { keyOf: () => key });
    expect(await errorOf(await call(host))).toEqual([401, 'invalid_api_key', expect.stringMatching(message)]);
  });

  it('whose session has not ended is accepted', async () => {
    const { host } = await givenEndpoint([], { keyOf: () => ({ ...KEY, expiresAt: NOW + 1 }) });
    expect((await call(host)).status).toBe(200);
  });
});

describe('a request', () => {
  it.each<[string, Call, number, string]>([
    ['to a region without the model', { body: { model: 'openai.gpt-5.4' } }, 404, 'not_found_error'],
    ['for an unknown model', { body: { model: 'google.gemma-9' } }, 404, 'not_found_error'],
    ['for a profile', { body: { model: `us.${GEMMA}` } }, 404, 'not_found_error'],
    ['on a path that is not emulated', { path: '/openai/v1/models' }, 404, 'not_found_error'],
    ['on the wrong path', { path: '/v1/responses' }, 400, 'validation_error'],
    ['for too few tokens', { body: { max_output_tokens: 1 } }, 400, 'validation_error'],
    ['with an unknown field', { body: { temprature: 1 } }, 400, 'validation_error'],
    ['without a message', { body: { input: [] } }, 400, 'validation_error'],
  ])('%s is refused', async (_, over, status, code) => {
    const { host } = await givenEndpoint();
    expect((await errorOf(await call(host, over))).slice(0, 2)).toEqual([status, code]);
  });

  it.each([
    ['is not open to the account', { isAuthorized: false }, 403, 'access_denied'],
    ['has no quota left', { hasTokensLeft: false }, 429, 'rate_limit_exceeded'],
    ['is gone', { isRetired: true }, 404, 'not_found_error'],
  ])('for a model that %s is refused', async (_, state, status, code) => {
    const { host } = await givenEndpoint([], { account: { models: new Map([[GEMMA, state]]) } });
    expect((await errorOf(await call(host))).slice(0, 2)).toEqual([status, code]);
  });

  it('is throttled when a test asks for it', async () => {
    const { host } = await givenEndpoint();
    const fail = { code: 'ThrottlingException', status: 429, message: 'slow down' };
    faults.at({ service: 'bedrock', action: 'CreateInference', effect: { fail } });
    expect((await errorOf(await call(host))).slice(0, 2)).toEqual([429, 'rate_limit_exceeded']);
    expect((await call(host)).status).toBe(200);
  });
});
