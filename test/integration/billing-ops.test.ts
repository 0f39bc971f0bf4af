/** `npm run ops -- stripe`: sets Stripe up as a deployment needs it, also when it is repeated. */
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANS } from '#contract/plans';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import { askAs } from '../support/operators.ts';
import { runOps } from '../support/run-ops.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { buyPlan, stripeClient } from '../support/stripe-purchases.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ payments: 'stripe' });
});
afterAll(() => stack.close());

/** Runs a command of `ops stripe`, by default with the key of the Stripe account. */
const ops = (args: readonly string[], key = stack.inner.stripe.apiKey) =>
  runOps(stack, ['stripe', ...args], { STRIPE_API_KEY: key });

/** Runs a command, which must succeed, and returns the state of each part that it prints. */
async function states(command: 'setup' | 'status'): Promise<Record<string, string>> {
  const { code, out, error } = await ops([command, '--json']);
  expect([error, code]).toEqual(['', 0]);
  expect(out).not.toContain(stack.inner.stripe.apiKey);
  const rows = out.split('\n').filter(Boolean);
  return Object.fromEntries(rows.map((row) => [JSON.parse(row).what, JSON.parse(row).state]));
}

const PARTS = ['product', 'price monthly_subscription', 'price yearly_subscription', 'portal', 'webhook'];
const all = (state: string) => Object.fromEntries(PARTS.map((part) => [part, state]));

describe('stripe setup', () => {
  it('makes payments available, which are refused before; status says that nothing is set up', async () => {
    const user = await stack.givenUser();
    const body = { userId: user.email, lookup_key: 'monthly_subscription' };
    const answer = await askAs(stack, user, 'createCheckoutSession', { body });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, 'payments_unavailable']);
    expect(await ops(['status'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('Nothing is set up yet'),
    });
    expect(await states('setup')).toEqual({ ...all('created'), secret: 'stored' });
    await buyPlan(stack, user, 'yearly');
    expect(await states('status')).toEqual({ mode: 'test', ...all('ready') });
  });

  it('changes nothing the second time', async () => {
    stack.inner.stripe.resetCalls();
    expect(await states('setup')).toEqual({ ...all('unchanged'), secret: 'unchanged' });
    const calls = Object.keys(stack.inner.stripe.calls());
    expect(calls.filter((name) => !name.endsWith('.list'))).toEqual([]);
  });

  it('restores what was changed: a price, the webhook’s events, an endpoint whose secret is unknown', async () => {
    const client = stripeClient(stack.inner);
    const { lookupKey } = PLANS.monthly;
    const [old] = (await client.prices.list({ lookup_keys: [lookupKey] })).data;
    await client.prices.create({
      ...{
        product: String(old?.product),
        currency: 'usd',
        unit_amount: 499,
        recurring: { interval: 'month' },
      },
      ...{ lookup_key: lookupKey, transfer_lookup_key: true },
    });
    const [endpoint] = (await client.webhookEndpoints.list()).data;
    await client.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['invoice.paid'] });
    const { 'price monthly_subscription': price, webhook } = await states('status');
    expect([price, webhook]).toEqual(['out of date', 'out of date']);
    expect(await states('setup')).toMatchObject({
      ...{ product: 'unchanged', 'price monthly_subscription': 'replaced' },
      ...{
        'price yearly_subscription': 'unchanged',
        portal: 'unchanged',
        webhook: 'updated',
        secret: 'unchanged',
      },
    });
    const [price999] = (await client.prices.list({ lookup_keys: [lookupKey], active: true })).data;
    expect(price999?.unit_amount).toBe(PLANS.monthly.priceCents);
    await client.webhookEndpoints.del(endpoint?.id ?? '');
    await client.webhookEndpoints.create({ url: endpoint?.url ?? '', enabled_events: ['*'] });
    expect(await states('setup')).toMatchObject({ webhook: 'replaced', secret: 'stored' });
    expect((await client.webhookEndpoints.list()).data).toHaveLength(1);
    expect(await states('status')).toEqual({ mode: 'test', ...all('ready') });
    // Events that are signed with the new secret are believed.
    await buyPlan(stack, await stack.givenUser());
  });

  it('moves the prices to a new product when the product was archived', async () => {
    const client = stripeClient(stack.inner);
    const [archived] = (await client.products.list({ active: true })).data;
    await client.products.update(archived?.id ?? '', { active: false });
    const prices = (state: string) => ({
      ...{ 'price monthly_subscription': state, 'price yearly_subscription': state },
    });
    expect(await states('status')).toMatchObject({ product: 'missing', ...prices('out of date') });
    expect(await states('setup')).toMatchObject({ product: 'created', ...prices('replaced') });
    expect(await states('status')).toEqual({ mode: 'test', ...all('ready') });
    await buyPlan(stack, await stack.givenUser());
  });

  it.each([
    ['', 'STRIPE_API_KEY is missing'],
    ['pk_test_publishable', 'STRIPE_API_KEY is no secret key'],
    ['sk_test_wrong', 'Stripe refused: Invalid API Key'],
  ])('says what is wrong with the key %j', async (key, words) => {
    const { code, error } = await ops(['setup'], key);
    expect([code, error]).toEqual([1, expect.stringContaining(words)]);
  });

  it('does not replace a live key by a test key unless it is told to', async () => {
    const operator = {
      region: 'us-east-1',
      credentials: { accessKeyId: 'LOCALADMIN', secretAccessKey: 'local' },
    };
    const client = new SecretsManagerClient({ ...operator, endpoint: stack.inner.urls.secrets });
    const lambda = new LambdaClient({ ...operator, endpoint: stack.inner.urls.lambda });
    const { Functions = [] } = await lambda.send(new ListFunctionsCommand({}));
    const variables = Functions.map(({ Environment }) => Environment?.Variables ?? {});
    const SecretId = variables.find((names) => ENV.stripeSecretArn in names)?.[ENV.stripeSecretArn];
    const read = async () =>
      JSON.parse((await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '{}');
    const live = { ...(await read()), apiKey: 'sk_live_1' };
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(live) }));
    const { code, error } = await ops(['setup']);
    expect([code, error]).toEqual([1, expect.stringContaining('sells with a live one')]);
    expect(await read()).toEqual(live);
    expect((await ops(['setup', '--replace-live'])).code).toBe(0);
    expect(await read()).toMatchObject({ apiKey: stack.inner.stripe.apiKey });
    client.destroy();
    lambda.destroy();
  });
});
