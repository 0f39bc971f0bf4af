/** Tests `realMantle` as the source of a front emulator, against another emulator in place of AWS's endpoint. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterEach, expect, it } from 'vitest';
import {
  type ConverseRequest,
  type ReplyChunk,
  type ReplySource,
  scriptedSource,
} from '../bedrock/bedrock.ts';
import { pdf, png } from '../bedrock/minimal-png-and-pdf-for-tests.ts';
import { createFaults } from '../faults/faults.ts';
import { CUT, createMantle, type MantleOptions } from './mantle.ts';
import { realMantle } from './real-mantle.ts';

const GPT = 'openai.gpt-5.4';
const KEY = { accessKeyId: 'AKIADEVELOPER', secretAccessKey: 'secret of the developer' };
const ROLE = { secretAccessKey: 'secret of the role', sessionToken: 'token' };
const faults = createFaults();
const open: (() => void)[] = [];
afterEach(() => {
  faults.clear();
  for (const close of open.splice(0)) close();
});

async function serve(source: ReplySource, more: Partial<MantleOptions> = {}): Promise<string> {
  const settings = { authorize: () => undefined, faults: createFaults(), clock: Date };
  const server = createServer(createMantle({ source, keyOf: () => ROLE, ...settings, ...more }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts both emulators. `call` calls the front one; `reached` and `keys` tell what the one behind got. */
async function givenEndpoints(chunks: readonly ReplyChunk[], more: Partial<MantleOptions> = {}) {
  const reached: { request: ConverseRequest; call: object }[] = [];
  const script = scriptedSource(() => ({ chunks }));
  const keys: string[] = [];
  const keyOf = (key: string) => {
    keys.push(key);
    return KEY;
  };
  const behind = await serve(
    (request, { signal, ...call }) => {
      reached.push({ request, call });
      return script(request, { signal, ...call });
    },
    { faults, keyOf, ...more },
  );
  const credentials = async () => KEY;
  const front = await serve(realMantle({ endpointOf: () => behind, credentials }));
  const call = (fields: object) => callAsFunction(`${front}/openai/v1/responses`, fields);
  return { call, reached, keys };
}

/** Calls a model in us-east-2, as a function does by its role. */
async function callAsFunction(address: string, fields: object) {
  const { host, hostname, pathname: path } = new URL(address);
  const credentials = {
    accessKeyId: 'ASIAROLE',
    ...ROLE,
  };
  const scope = { region: 'us-east-2', service: 'bedrock-mantle', sha256: Sha256 };
  const body = JSON.stringify({
    model: GPT,
    stream: true,
    input: [{ role: 'user', content: 'Hi' }],
    ...fields,
  });
  const { headers } = await new SignatureV4({ ...scope, credentials }).sign({
    ...{ method: 'POST', protocol: 'http:', hostname, path, query: {}, headers: { host }, body },
  });
  const response = await fetch(address, { method: 'POST', headers, body });
  const text = await response.text();
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
  const deltas = events.filter(({ delta }) => delta !== undefined);
  return {
    status: response.status,
    error: response.ok ? events.at(-1)?.response?.error : JSON.parse(text).error,
    said: deltas.map(({ type, delta }) => `${type.split('.')[1]}: ${delta}`),
    last: events.at(-1),
  };
}

it('thoughts and reply come as the endpoint sends them, and the call is signed with the developer’s key', async () => {
  const { call, keys } = await givenEndpoints([{ thinking: 'Hmm' }, 'Hel', 'lo']);
  const { status, said, last } = await call({});
  expect([status, last.type]).toEqual([200, 'response.completed']);
  expect(said).toEqual(['reasoning_summary_text: Hmm', 'output_text: Hel', 'output_text: lo']);
  expect(keys).toEqual([KEY.accessKeyId]);
});

it('the request keeps its region, path, model and parameters', async () => {
  const { call, reached } = await givenEndpoints(['x']);
  const reasoning = { effort: 'low', summary: 'auto' };
  const input = [
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three' },
  ];
  await call({ input, instructions: 'Be short.', max_output_tokens: 77, reasoning });
  const block = (text: string) => ({ content: [{ text }] });
  expect(reached).toEqual([
    {
      request: {
        system: [{ text: 'Be short.' }],
        messages: [
          { role: 'user', ...block('One') },
          { role: 'assistant', ...block('Two') },
          { role: 'user', ...block('Three') },
        ],
        inferenceConfig: { maxTokens: 77 },
      },
      call: { modelId: GPT, mantle: { region: 'us-east-2', path: '/openai/v1', reasoning } },
    },
  ]);
});

it('files reach the endpoint as they were sent', async () => {
  const { call, reached } = await givenEndpoints(['x']);
  const data = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
  const content = [
    { type: 'input_image', image_url: data('image/png', png()) },
    { type: 'input_file', filename: 'Document 1.pdf', file_data: data('application/pdf', pdf()) },
    { type: 'input_text', text: 'What is this?' },
  ];
  await call({ input: [{ role: 'user', content }] });
  expect(reached[0]?.request.messages[0]?.content).toEqual([
    { image: { format: 'png', source: { bytes: png().toString('base64') } } },
    { document: { format: 'pdf', name: 'Document 1', source: { bytes: pdf().toString('base64') } } },
    { text: 'What is this?' },
  ]);
});

it.each<[string, ReplyChunk, object]>([
  ['is filtered', { stop: 'content_filtered' }, { incomplete_details: { reason: 'content_filter' } }],
  ['is too long', { stop: 'max_tokens' }, { incomplete_details: { reason: 'max_output_tokens' } }],
])('a reply that %s ends as incomplete, with the reason', async (_, stop, response) => {
  const { call } = await givenEndpoints(['x', stop]);
  expect((await call({})).last).toMatchObject({ type: 'response.incomplete', response });
});

it('a refusal stays a refusal', async () => {
  const { call } = await givenEndpoints([{ refusal: 'No.' }]);
  expect((await call({})).said).toEqual(['refusal: No.']);
});

it.each([
  ['access_denied', { isAuthorized: false }],
  ['not_found_error', { isRetired: true }],
  ['rate_limit_exceeded', { hasTokensLeft: false }],
])('an error %s of the endpoint fails the stream, with its message', async (code, state) => {
  const { call } = await givenEndpoints([], { account: { models: new Map([[GPT, state]]) } });
  expect(await call({})).toMatchObject({
    status: 200,
    error: { code, message: expect.stringMatching(/openai\.gpt-5\.4|Too many tokens per day/) },
  });
});

it('an error in the endpoint’s stream fails the reply, with the code', async () => {
  const { call } = await givenEndpoints(['a', 'b']);
  const fail = { code: 'ThrottlingException', status: 429 };
  faults.at({ service: 'bedrock', action: 'chunk', nth: 2, effect: { fail } });
  const { said, last } = await call({});
  expect(said).toEqual(['output_text: a']);
  expect(last).toMatchObject({
    type: 'response.failed',
    response: { error: { code: 'rate_limit_exceeded' } },
  });
});

it('a stream that is cut does not end as complete', async () => {
  const { call } = await givenEndpoints(['a', 'b']);
  faults.at({ service: 'bedrock', action: 'chunk', nth: 2, effect: { fail: { code: CUT } } });
  const { error, last } = await call({});
  // The first piece may be lost with the connection.
  expect(error?.code ?? last.response.error.code).toBe('service_unavailable');
});

/** Calls a front emulator whose endpoint answers with these events. */
async function callWithEvents(...events: object[]) {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const front = await serve(realMantle({ endpointOf: () => address, credentials: async () => KEY }));
  return callAsFunction(`${front}/openai/v1/responses`, {});
}

it.each([[[]], [[{ type: 'response.output_text.delta', delta: 'a' }]]])(
  'a stream that stops after %j without a last event does not end as complete',
  async (events) => {
    const { error, last } = await callWithEvents(...events);
    expect(error?.code ?? last.response.error.code).toBe('service_unavailable');
  },
);

it('a blank line separates the parts of the thoughts', async () => {
  const delta = { type: 'response.reasoning_summary_text.delta', delta: 'Hmm' };
  const added = (summary_index: number) => ({ type: 'response.reasoning_summary_part.added', summary_index });
  const { said } = await callWithEvents(added(0), delta, added(1), delta, { type: 'response.completed' });
  expect(said.map((text) => text.split(': ')[1])).toEqual(['Hmm', '\n\n', 'Hmm']);
});

it.each([
  ['rate_limit_exceeded', 'rate_limit_exceeded'],
  ['server_error', 'service_unavailable'],
])('an event of the type error with the code %s fails the reply with %s', async (code, expected) => {
  const delta = { type: 'response.output_text.delta', delta: 'a' };
  const { last } = await callWithEvents(delta, { type: 'error', code, message: 'Later.', param: null });
  expect(last).toMatchObject({
    type: 'response.failed',
    response: { error: { code: expected, message: 'Later.' } },
  });
});

it('an endpoint that cannot be reached is unavailable, and a developer without credentials is told so', async () => {
  const unreachable = { endpointOf: () => 'http://127.0.0.1:1', credentials: async () => KEY };
  const credentials = () => Promise.reject(new Error('Could not load credentials'));
  for (const [options, message] of [
    [unreachable, /^127\.0\.0\.1:1: /],
    [{ ...unreachable, credentials }, /Could not load credentials/],
  ] as const) {
    const front = await serve(realMantle(options));
    expect(await callAsFunction(`${front}/openai/v1/responses`, {})).toMatchObject({
      status: 200,
      error: { code: 'service_unavailable', message: expect.stringMatching(message) },
    });
  }
});
