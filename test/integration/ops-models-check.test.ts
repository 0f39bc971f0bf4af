/** `npm run ops -- models check`: makes models answer and refuse in each way, and expects outcome and advice. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ModelState } from '../../local/aws-account-apis/account-apis-exports.ts';
import { mendAll } from '../support/doctor.ts';
import { runOps } from '../support/run-ops.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const CLAUDE = 'anthropic.claude-sonnet-5-5';
const GEMMA = 'google.gemma-4-31b';
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());
afterEach(() => mendAll(stack));

async function check(...args: string[]) {
  const { code, out, error } = await runOps(stack, ['models', 'check', ...args, '--json']);
  const results: { model: string; outcome: string; latencyMs: number; why?: string; mend?: string }[] = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { code, error, results, resultOf: (id: string) => results.find(({ model }) => model === id) };
}

/** Fails the calls of one API until the test ends. */
const failing = (action: string, code: string, status: number, message: string) =>
  stack.inner.faults.at({
    ...{ service: 'bedrock', action, times: Number.POSITIVE_INFINITY },
    effect: { fail: { code, status, message } },
  });

it('models that answer are listed with their latency, and each is called once for the fewest tokens', async () => {
  const before = stack.model.calls.length;
  const { code, error, results } = await check();
  expect([code, error]).toEqual([0, '']);
  expect(results.map(({ model, outcome }) => `${model} ${outcome}`)).toEqual([
    ...['geminitwofive answers', 'chatgpt answers', 'chatgptmini answers', 'claude answers'],
    'deepseek answers',
  ]);
  for (const result of results) expect(result).toEqual({ ...result, latencyMs: expect.any(Number) });
  const limits = stack.model.calls
    .slice(before)
    .map(({ inferenceConfig }) => inferenceConfig?.maxTokens ?? 0);
  // The Responses API takes no limit below 16.
  expect(limits.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 16, 16]);
});

it.each<[model: string, id: string, state: ModelState | undefined, outcome: string, mend: RegExp]>([
  ['claude', CLAUDE, undefined, 'no access', /send the form/],
  ['claude', CLAUDE, { isSubscribed: false, isPayable: false }, 'no access', /payment method/],
  ['claude', CLAUDE, { isAuthorized: false }, 'no access', /support/],
  ['claude', CLAUDE, { isLegacy: true }, 'unknown id', /another model/],
  ['claude', CLAUDE, { isInRegion: false }, 'unknown id', /another model/],
  ['claude', CLAUDE, { hasTokensLeft: false }, 'throttled', /higher quota/],
  ['geminitwofive', GEMMA, { isAuthorized: false }, 'no access', /support/],
  ['geminitwofive', GEMMA, { isInRegion: false }, 'unknown id', /another model/],
  ['geminitwofive', GEMMA, { hasTokensLeft: false }, 'throttled', /higher quota/],
])('%s (%s) in the state %j: %s', async (model, id, state, outcome, mend) => {
  if (state) stack.inner.account.models.set(id, state);
  else stack.inner.account.hasUseCase = false;
  const { code, error, results, resultOf } = await check();
  expect(resultOf(model)).toMatchObject({ outcome, mend: expect.stringMatching(mend) });
  expect(results.filter(({ outcome: other }) => other !== 'answers')).toHaveLength(1);
  expect([code, error]).toEqual([1, expect.stringMatching(/^Does not answer: (?:Claude|Gemini 2\.5)\.\n$/)]);
});

it.each([
  ['ThrottlingException', 429, 'Too many requests', 'throttled', /in a minute/],
  ['ServiceUnavailableException', 503, 'Down', 'fails', /in a minute/],
  [
    'AccessDeniedException',
    403,
    'User: me is not authorized to perform: it',
    'no access',
    /bedrock-mantle:CreateInference/,
  ],
])('%s of either endpoint of Bedrock: %s', async (exception, status, message, outcome, mend) => {
  failing('ConverseStream', exception, status, message);
  failing('CreateInference', exception, status, message);
  const { code, results } = await check();
  const expected = { outcome, why: expect.stringContaining(message), mend: expect.stringMatching(mend) };
  expect(results).toMatchObject(Array.from({ length: 5 }, () => expected));
  expect(code).toBe(1);
});

it('without --json the results are a table, with the advice below the model', async () => {
  stack.inner.account.models.set(GEMMA, { isAuthorized: false });
  const { out, error } = await runOps(stack, ['models', 'check']);
  const [head, gemma, why, mend, chatgpt] = out.split('\n');
  expect(head).toMatch(/^MODEL +OUTCOME +AFTER +CALLS$/);
  expect(gemma).toMatch(/^Gemini 2\.5 +no access +\d+\.\d s +google\.gemma-4-31b in us-east-1$/);
  expect(why).toMatch(/^ {4}access_denied: 403: .+ not enabled/);
  expect(mend).toMatch(/^ {4}-> https:/);
  expect(chatgpt).toMatch(/^ChatGPT +answers +\d+\.\d s +openai\.gpt-5\.4 in us-east-2$/);
  expect(error).toBe('Does not answer: Gemini 2.5.\n');
});

describe('a model behind an OpenAI-compatible endpoint', () => {
  /** Checks one model, whose endpoint answers with the status. */
  async function checkEndpoint(status: number, answer: string, maxTokensField?: string) {
    const asked: object[] = [];
    const server = createServer(async (request, response) => {
      asked.push(JSON.parse(await text(request)));
      response.writeHead(status).end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      const provider = {
        kind: 'openai',
        baseUrl,
        model: 'mine-1',
        ...(maxTokensField && { maxTokensField }),
      };
      const model = {
        id: 'mine',
        displayName: 'Mine',
        provider,
        contextTokens: 8_000,
        maxOutputTokens: 1_000,
      };
      const own = { models: ['mine'] };
      const { results, code } = await check(
        ...['-c', `models=${JSON.stringify([{ ...model, price: { input: 1, output: 1 } }])}`],
        ...['-c', `allowances=${JSON.stringify({ guest: own, free: own, paid: own })}`],
      );
      return { result: results[0], code, asked };
    } finally {
      server.close();
    }
  }

  it.each([
    ['max_tokens', 1],
    // OpenAI's later models fail when their thoughts exceed the limit.
    ['max_completion_tokens', 512],
  ])('whose limit is the field %s is called with %d', async (field, tokens) => {
    const { result, code, asked } = await checkEndpoint(200, 'data: [DONE]\n\n', field);
    expect(result).toMatchObject({ model: 'mine', outcome: 'answers' });
    expect(code).toBe(0);
    expect(asked).toMatchObject([{ model: 'mine-1', [field]: tokens }]);
  });

  it.each([
    [401, 'no access', /right key/],
    [404, 'unknown id', /another model/],
    [429, 'throttled', /in a minute/],
    [500, 'fails', /in a minute/],
  ])('that answers %d: %s', async (status, outcome, mend) => {
    const { result, code } = await checkEndpoint(status, '{}');
    expect(result).toMatchObject({ outcome, mend: expect.stringMatching(mend) });
    expect(code).toBe(1);
  });
});

it('an unknown option fails and names the help', async () => {
  const { code, error } = await runOps(stack, ['models', 'check', '--wat']);
  expect([code, error]).toEqual([1, expect.stringContaining('See npm run ops -- models check --help')]);
});
