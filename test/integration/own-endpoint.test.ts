/** A model behind an OpenAI-compatible endpoint, through the worker: streams, thoughts, files, ends and refusals. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { givenFile, PAPER, SHEET } from '../support/given-files.ts';
import { givenPlan } from '../support/given-plan.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

interface Asked {
  readonly model: string;
  readonly reasoning_effort?: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}
type Answer = (response: ServerResponse) => void;

const asked: Asked[] = [];
/** Answers of the endpoint, in order. The last one is repeated. */
let answers: Answer[] = [];
const server = createServer(async (request, response) => {
  asked.push((await json(request)) as Asked);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(response);
});
let stack: TestStack;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const provider = { kind: 'openai', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'mine-1' } as const;
  const changes: Partial<ModelSpec> = {
    ...{ provider, input: ['text', 'image', 'document'], thinking: 'always' },
  };
  const models = DEFAULT_MODELS.map((model) => ({ ...model, ...(model.id === 'deepseek' && changes) }));
  stack = await startTestStack({ models });
});
afterAll(async () => {
  await stack.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const piece = (delta: object, finish?: string) =>
  `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish ?? null }] })}\n\n`;
const usage = (prompt: number, completion: number) =>
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: prompt, completion_tokens: completion } })}\n\n`;
const say = (content: string) => piece({ content });
const DONE = 'data: [DONE]\n\n';
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const streaming =
  (...lines: readonly string[]): Answer =>
  (response) => {
    begin(response).end(lines.join('') + DONE);
  };
const complete = (text: string) => streaming(say(text), piece({}, 'stop'), usage(700, 9));
const failing =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"No."}}');
  };

async function givenAsking() {
  const user = await stack.givenUser();
  await givenPlan(stack, user, { planType: 'yearly' });
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const data = { chatId, message: 'Hello there', userEmail: user.email, model: 'deepseek' };
  const reply = async () => (await stack.history(user, chatId)).at(-1);
  return { user, client, chatId, data, reply };
}

it('a reply is streamed with its thoughts, and the tokens that the endpoint counted are booked', async () => {
  const { user, client, chatId, data, reply } = await givenAsking();
  answers = [
    streaming(piece({ reasoning_content: 'Hmm.' }), say('Hel'), say('lo.'), piece({}, 'stop'), usage(70, 9)),
  ];
  dataOf(await client.call('chat', { ...data, effort: 'thorough' }));
  expect(await client.until('thinkingDelta', ({ data }) => data.text !== '')).toMatchObject({
    data: { text: 'Hmm.' },
  });
  expect(await reply()).toMatchObject({ content: 'Hello.', model: 'deepseek', status: 'complete' });
  expect(asked).toMatchObject([{ model: 'mine-1', reasoning_effort: 'high' }]);
  await stack.idle();
  const { documents, table } = stack.inner.dynamodb;
  const Key = { pk: `CHAT#${user.owner}#${chatId}`, sk: 'MSG#00000001' };
  const { Item } = await documents.send(new GetCommand({ TableName: table('Chats'), Key }));
  expect(Item).toMatchObject({ inputTokens: 70, outputTokens: 9 });
});

it('the endpoint gets pictures and PDFs whole, other documents as text, and all of them again in the next turn', async () => {
  const { user, client, data } = await givenAsking();
  const picture = await givenFile(stack, user);
  const paper = await givenFile(stack, user, PAPER);
  const sheet = await givenFile(stack, user, SHEET);
  answers = [complete('Seen.')];
  dataOf(await client.call('chat', { ...data, files: [picture, paper, sheet] }));
  dataOf(await client.call('chat', { ...data, message: 'And now?' }));
  const files = [
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } },
    {
      type: 'file',
      file: {
        filename: 'Document 1.pdf',
        file_data: expect.stringMatching(/^data:application\/pdf;base64,JVBER/),
      },
    },
    { type: 'text', text: expect.stringContaining('Tea, 3') },
    { type: 'text', text: 'Attached: Picture 1, Document 1, Document 2.' },
    { type: 'text', text: 'Hello there' },
  ];
  const turns = asked.map(({ messages }) => messages.filter(({ role }) => role !== 'system'));
  const first = { role: 'user', content: files };
  expect(turns).toEqual([
    [first],
    [first, { role: 'assistant', content: 'Seen.' }, { role: 'user', content: 'And now?' }],
  ]);
});

it('a reply that is stopped keeps what came, and the connection to the endpoint is closed', async () => {
  const { user, client, chatId, data, reply } = await givenAsking();
  const left = new Promise<void>((resolve) => {
    answers = [
      (response) => {
        response.on('close', resolve);
        begin(response).write(say('As far as this'));
      },
    ];
  });
  const id = client.send('chat', data);
  await client.until('assistantDelta');
  dataOf(await client.call('stopReply', { chatId, userEmail: user.email }));
  expect(dataOf(await client.ack(id))).toMatchObject({ status: 'stopped' });
  expect(await reply()).toMatchObject({ content: 'As far as this', status: 'stopped' });
  await left;
});

it.each([
  ['that is too long', piece({}, 'length'), 'truncated'],
  ['that is filtered', piece({}, 'content_filter'), 'filtered'],
])('a reply %s says so', async (_, end, status) => {
  const { client, data, reply } = await givenAsking();
  answers = [streaming(say('Some '), end)];
  dataOf(await client.call('chat', data));
  expect(await reply()).toMatchObject({ content: 'Some ', status, model: 'deepseek' });
});

it('a reply that is cut off keeps what came, as failed', async () => {
  const { client, data, reply } = await givenAsking();
  answers = [
    (response) => {
      begin(response).write(say('One '), () => response.destroy());
    },
  ];
  expect(codeOf(await client.call('chat', data))).toBe('reply_failed');
  expect(await reply()).toMatchObject({ content: 'One ', status: 'failed' });
});

it('a call that is throttled once is tried again', async () => {
  const { client, data, reply } = await givenAsking();
  answers = [failing(429), complete('Done.')];
  dataOf(await client.call('chat', data));
  expect(asked).toHaveLength(2);
  expect(await reply()).toMatchObject({ content: 'Done.', reason: 'You chose this model.' });
});

it.each([401, 404])(
  'when the endpoint answers %i, another model replies, and the reply says so',
  async (status) => {
    const { client, data, reply } = await givenAsking();
    answers = [failing(status)];
    stack.replyWith('From another.');
    dataOf(await client.call('chat', data));
    const reason = 'DeepSeek did not answer, so this model did.';
    expect(await reply()).toMatchObject({ content: 'From another.', reason });
    expect(stack.functionLogs().filter((line) => line.includes('No.'))).toEqual([]);
    await stack.passTime(10 * 60_000);
  },
);
