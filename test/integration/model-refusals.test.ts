/** A model that refuses its calls until an operator mends the cause: the user gets an answer, the operator a reason. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ModelState } from '../../local/aws-account-apis/account-apis-exports.ts';
import { givenPlan } from '../support/given-plan.ts';
import { MODEL_CALLS } from '../support/model-call-rule.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const CLAUDE = 'anthropic.claude-sonnet-5-5';
const TEN_MINUTES = 10 * 60_000;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(async () => {
  stack.inner.account.models.clear();
  stack.inner.account.hasUseCase = true;
  stack.clearFaults();
  await stack.passTime(TEN_MINUTES);
});
afterAll(() => stack.close());

/** A user of Premium who asks Claude by name, or leaves the choice to the product. */
async function givenAsking() {
  const user = await stack.givenUser();
  await givenPlan(stack, user, { planType: 'monthly' });
  const { chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const calls = stack.inner.faults.at({
    ...{ ...MODEL_CALLS, times: Number.POSITIVE_INFINITY },
    effect: {},
  });
  const ask = async (model?: string) => {
    const before = calls.struck;
    // The gateway closes a connection that is idle for ten minutes.
    const client = await stack.connect(user);
    const message = 'Write a Python function that sorts a list.';
    dataOf(await client.call('chat', { chatId, message, userEmail: user.email, ...(model && { model }) }));
    const { model: by, reason, status } = (await stack.history(user, chatId)).at(-1) ?? {};
    return { by, reason, status, calls: calls.struck - before };
  };
  return { ask };
}

/** Lines of the log that tell an operator about a refusal, as objects. */
const told = () =>
  stack
    .functionLogs()
    .filter((line) => line.includes('ModelRefused') || line.includes('model refuses its calls'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));

const cases: [code: string, state: ModelState | 'no use case'][] = [
  ['subscription_missing', { isSubscribed: false }],
  ['use_case_missing', 'no use case'],
  ['access_denied', { isAuthorized: false }],
  ['model_retired', { isRetired: true }],
  ['model_retired', { isLegacy: true }],
  ['model_unknown', { isInRegion: false }],
  ['quota_used_up', { hasTokensLeft: false }],
];

it.each(cases)(
  'a model that refuses with %s (%j) is called once in ten minutes, and named to the operator',
  async (code, state) => {
    const { ask } = await givenAsking();
    expect(await ask('claude')).toMatchObject({ by: 'claude', calls: 1 });
    const before = told().length;
    if (state === 'no use case') stack.inner.account.hasUseCase = false;
    else stack.inner.account.models.set(CLAUDE, state);
    expect(await ask('claude')).toMatchObject({
      ...{ status: 'complete', calls: 2 },
      reason: 'Claude did not answer, so this model did.',
    });
    const [line, metric, ...more] = told().slice(before);
    expect(line).toMatchObject({ level: 'ERROR', event: 'model refuses its calls', model: 'claude', code });
    expect(metric).toMatchObject({ ModelRefused: 1, model: 'claude', code });
    expect(metric._aws.CloudWatchMetrics).toMatchObject([{ Dimensions: [[], ['model']] }]);
    expect(more).toEqual([]);
    const next = await ask('claude');
    expect(next).toMatchObject({
      ...{ status: 'complete', calls: 1 },
      reason: 'Claude cannot be used at the moment, so this model was chosen.',
    });
    expect(await ask()).toMatchObject({ by: next.by, reason: 'Chosen for code.', calls: 1 });
    stack.inner.account.models.clear();
    stack.inner.account.hasUseCase = true;
    await stack.passTime(TEN_MINUTES);
    expect(await ask('claude')).toMatchObject({ by: 'claude', reason: 'You chose this model.' });
  },
);

it.each([
  'ModelNotReadyException',
  'ModelTimeoutException',
  'InternalServerException',
  'ThrottlingException',
])('a model that fails with %s is no refusal: the next turn calls it again', async (code) => {
  const { ask } = await givenAsking();
  const before = told().length;
  const rule = stack.inner.faults.at({
    ...{ ...MODEL_CALLS, times: 2 },
    effect: { fail: { code, status: 429, message: 'Too many requests, please wait before trying again.' } },
  });
  expect(await ask('claude')).toMatchObject({ status: 'complete', calls: 3 });
  expect(rule.struck).toBe(2);
  expect(await ask('claude')).toMatchObject({ by: 'claude', reason: 'You chose this model.' });
  expect(told().length).toBe(before);
});
