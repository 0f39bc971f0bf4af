/** Stripe for a stack whose templates use it: set up as an operator would, and plans bought as a browser would. */
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import type { PlanType, Subscription } from '#contract/entities';
import { PLANS } from '#contract/limits';
import { planCalls } from '#contract/plan-calls';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import { ADMIN_ACCESS_KEY } from '../../local/iam/index.ts';
import type { Stack } from '../../local/stack.ts';
import type { TestStack, TestUser } from './stack.ts';

const ADMIN = {
  region: 'us-east-1',
  credentials: { accessKeyId: ADMIN_ACCESS_KEY, secretAccessKey: 'local' },
};
const EVENTS = [
  ...(['checkout.session.completed', 'checkout.session.async_payment_succeeded'] as const),
  ...(['checkout.session.async_payment_failed', 'customer.subscription.created'] as const),
  ...(['customer.subscription.updated', 'customer.subscription.deleted'] as const),
  ...(['invoice.paid', 'invoice.payment_failed'] as const),
];

/** Makes the product, its prices, the portal and the endpoint, and tells the deployment its secrets. */
export async function givenStripe({ inner: stack }: Pick<TestStack, 'inner'>): Promise<void> {
  const client = stripeClient(stack);
  const product = await client.products.create({ name: 'Premium', metadata: { product: 'premium' } });
  for (const { lookupKey, interval, priceCents } of Object.values(PLANS))
    await client.prices.create({
      ...{ product: product.id, currency: 'usd', unit_amount: priceCents },
      ...{ recurring: { interval }, lookup_key: lookupKey },
    });
  await client.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
    },
  });
  const { secret: webhookSecret } = await client.webhookEndpoints.create({
    url: webhookUrl(stack),
    enabled_events: EVENTS,
  });
  const secrets = new SecretsManagerClient({ ...ADMIN, endpoint: stack.urls.secrets });
  await secrets.send(
    new PutSecretValueCommand({
      SecretId: await secretArn(stack),
      SecretString: JSON.stringify({ apiKey: stack.stripe.apiKey, webhookSecret }),
    }),
  );
  secrets.destroy();
}

/** The real SDK, for what a test does or looks at in Stripe itself. */
export const stripeClient = ({ stripe, caFile }: Stack): Stripe =>
  new Stripe(stripe.apiKey, {
    ...{ host: 'localhost', port: new URL(stripe.url).port, protocol: 'https', telemetry: false },
    httpAgent: new https.Agent({ ca: readFileSync(caFile) }),
  });

function webhookUrl({ urls }: Stack): string {
  const found = Object.entries(urls.functionUrls).find(([name]) => /Billing\w*Webhook/.test(name));
  if (!found) throw new Error('The templates have no webhook');
  return found[1];
}

async function secretArn({ urls }: Stack): Promise<string> {
  const client = new LambdaClient({ ...ADMIN, endpoint: urls.lambda });
  try {
    for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
      for (const { Environment } of Functions) {
        const arn = Environment?.Variables?.[ENV.stripeSecretArn];
        if (arn) return arn;
      }
  } finally {
    client.destroy();
  }
  throw new Error('No function knows the secret of Stripe');
}

/** The address of the checkout page that a user is sent to. */
export async function openCheckout(
  stack: TestStack,
  { email, token }: Pick<TestUser, 'email' | 'token'>,
  planType: PlanType = 'monthly',
): Promise<string> {
  const { method, path, response } = planCalls.createCheckoutSession;
  const body = { userId: email, lookup_key: PLANS[planType].lookupKey };
  const answer = await stack.http(method, path, { token, body });
  if (answer.status !== 200) throw new Error(`The checkout was refused: ${answer.text}`);
  return response.parse(JSON.parse(answer.text)).url;
}

export async function planOf(
  stack: TestStack,
  { email, token }: Pick<TestUser, 'email' | 'token'>,
): Promise<Subscription> {
  const { method, path, response } = planCalls.getSubscriptionStatus;
  const answer = await stack.http(method, path.replace('{email}', encodeURIComponent(email)), { token });
  if (answer.status !== 200) throw new Error(`The plan was not told: ${answer.text}`);
  return response.parse(JSON.parse(answer.text)).subscription;
}

/** Buys a plan at Checkout; resolves when the product knows of it. Gives the subscription's id. */
export async function buyPlan(
  stack: TestStack,
  user: Pick<TestUser, 'email' | 'token'>,
  planType: PlanType = 'monthly',
  card?: string,
): Promise<string> {
  const url = await openCheckout(stack, user, planType);
  const { subscription } = stack.inner.stripe.payCheckout(url, card === undefined ? {} : { card });
  await stack.eventually(async () => {
    const plan = await planOf(stack, user);
    if (!plan.active || plan.planType !== planType) throw new Error(`The plan is ${JSON.stringify(plan)}`);
  });
  return String(subscription);
}
