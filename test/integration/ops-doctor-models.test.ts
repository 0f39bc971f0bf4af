/** `npm run ops -- doctor` and the models: makes Bedrock refuse in each way, and expects the finding. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ModelState } from '../../local/aws-account-apis/account-apis-exports.ts';
import { type Environment, findingsIn, MAIL, mendAll, problem, problemsOf } from '../support/doctor.ts';
import { runOps } from '../support/run-ops.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());
afterEach(() => mendAll(stack));
const problems = (args?: readonly string[], env?: Environment) => problemsOf(stack, args, env);

it('only models of Bedrock are reported as open to the account', async () => {
  const found = findingsIn(await runOps(stack, ['doctor', ...MAIL, '--json']));
  expect(found.filter(({ check }) => check === 'models')).toEqual([
    {
      check: 'models',
      state: 'ok',
      why: 'ChatGPT mini, Claude, DeepSeek: in the region and open to the account.',
    },
  ]);
});

it('a product without models of Bedrock is told that none was checked', async () => {
  const model = {
    ...{ id: 'mine', displayName: 'Mine', contextTokens: 200_000, maxOutputTokens: 8_192 },
    provider: { kind: 'openai', baseUrl: 'https://models.example.com/v1', model: 'mine-1' },
    price: { input: 3, output: 15 },
  };
  const own = { models: ['mine'] };
  const args = [
    ...['-c', `models=${JSON.stringify([model])}`],
    ...['-c', `allowances=${JSON.stringify({ guest: own, free: own, paid: own })}`],
  ];
  const found = findingsIn(await runOps(stack, ['doctor', ...MAIL, ...args, '--json']));
  expect(found.filter(({ check }) => check === 'models')).toEqual([
    { check: 'models', state: 'ok', why: 'No model of Bedrock is configured, so none was checked.' },
  ]);
});

it.each([
  ['is not in the region', { isInRegion: false }, /us-east-1 has no model deepseek.v3.2/, /another model/],
  [
    'is Legacy',
    { isLegacy: true },
    /Legacy: AWS refuses it to accounts that have not used it/,
    /another model/,
  ],
  ['is not open to the account', { isAuthorized: false }, /has not opened deepseek.v3.2/, /support/],
  ['was not subscribed to', { isSubscribed: false }, /not subscribed .+ at AWS Marketplace/, /--call-models/],
])('a model that %s is a warning', async (_, state, why, mend) => {
  stack.inner.account.models.set('deepseek.v3.2', state);
  expect(await problems()).toEqual([problem('models', 'warning', why, mend)]);
});

it('an audience without a model that answers is a failure', async () => {
  stack.inner.account.models.set('deepseek.v3.2', { isLegacy: true });
  expect(await problems([...MAIL, '-c', 'allowances={"guest":{"models":["deepseek"]}}'])).toEqual([
    problem('models', 'warning', /^DeepSeek: .+Legacy/, /another model/),
    problem('models', 'failure', /^No model of the allowance guest answers/, /above/),
  ]);
});

it('Claude without Anthropic’s form is a warning', async () => {
  stack.inner.account.hasUseCase = false;
  expect(await problems()).toEqual([
    problem('models', 'warning', /asks for your use case/, /Bedrock console/),
  ]);
});

it('a model without an inference profile in the region is a warning', async () => {
  stack.inner.account.models.set('anthropic.claude-sonnet-5-5', { hasProfile: false });
  expect(await problems()).toEqual([
    problem('models', 'warning', /us-east-1 has no inference profile global\.anthropic/, /another model/),
  ]);
});

it('a model id without the inference profile that the model needs is a warning', async () => {
  const model = (id: string, modelId: string) => ({
    ...{ id, displayName: 'Claude', provider: { kind: 'bedrock', modelId } },
    ...{ contextTokens: 200_000, maxOutputTokens: 8_192, price: { input: 3, output: 15 } },
  });
  const models = [model('claude', 'anthropic.claude-sonnet-5-5'), model('other', 'deepseek.v3.2')];
  const own = { models: ['other'] };
  expect(
    await problems([
      ...['-c', `models=${JSON.stringify(models)}`],
      ...['-c', `allowances=${JSON.stringify({ guest: own, free: own, paid: own })}`],
    ]),
  ).toEqual([problem('models', 'warning', /through an inference profile alone/, /another model/)]);
});

it('a quota of few requests a minute is a warning with its code', async () => {
  for (const quota of stack.inner.account.quotas) if (/Sonnet 5\.5/.test(quota.name)) quota.value = 0;
  expect(await problems()).toEqual([
    problem(
      'model quotas',
      'warning',
      /^Claude: 0 requests a minute, so it never answers/,
      /--quota-code L-00000003/,
    ),
  ]);
});

it('with --call-models each model is called once, for the fewest tokens that its API allows', async () => {
  const { out } = await runOps(stack, ['doctor', ...MAIL, '--call-models']);
  expect(out.match(/^ok +model calls +\w.* answered in /gm)).toHaveLength(5);
  const limits = stack.model.calls.slice(-5).map(({ inferenceConfig }) => inferenceConfig?.maxTokens ?? 0);
  // The Responses API takes no limit below 16.
  expect(limits.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 16, 16]);
});

it.each<[string, ModelState | undefined, RegExp]>([
  ['without the form of the use case', undefined, /send the form/],
  ['without a payment method', { isSubscribed: false, isPayable: false }, /Billing/],
  ['without access', { isAuthorized: false }, /support/],
  ['without tokens that are left', { hasTokensLeft: false }, /higher quota/],
  ['after its retirement', { isRetired: true }, /another model/],
])('a call to Claude %s is a warning with what to do', async (_, state, mend) => {
  if (state) stack.inner.account.models.set('anthropic.claude-sonnet-5-5', state);
  else stack.inner.account.hasUseCase = false;
  const found = await problems([...MAIL, '--call-models']);
  expect(found).toContainEqual(
    problem('model calls', 'warning', /^Claude did not answer: \w+Exception: /, mend),
  );
});

it('a call with --call-models starts a missing subscription', async () => {
  stack.inner.account.models.set('anthropic.claude-sonnet-5-5', { isSubscribed: false });
  await problems([...MAIL, '--call-models']);
  expect(await problems([...MAIL, '--call-models'])).toEqual([]);
});

it('without --call-models no model is called', async () => {
  const before = stack.model.calls.length;
  await problems();
  expect(stack.model.calls).toHaveLength(before);
});
