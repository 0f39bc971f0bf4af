/** Stripe for a stack whose templates use it: set up as an operator would, and plans bought as a browser would. */
import { readFileSync } from 'node:fs';
import https from 'node:https';
import Stripe from 'stripe';
import type { PlanType, Subscription } from '#contract/entities';
import { PLANS } from '#contract/plans';
import { createCheckoutSession, getSubscriptionStatus } from '#contract/subscription';
import { setUpStripe } from '../../local/dev/stripe-setup.ts';
import type { Stack } from '../../local/stack.ts';
import type { TestStack, TestUser } from './stack.ts';

/** Runs `npm run ops -- stripe setup` against the stack, as an operator does. */
export const givenStripe = ({ inner }: Pick<TestStack, 'inner'>): Promise<void> => setUpStripe(inner);

/** The real SDK, for what a test does or looks at in Stripe itself. */
export const stripeClient = ({ stripe, caFile }: Stack): Stripe =>
  new Stripe(stripe.apiKey, {
    ...{ host: 'localhost', port: new URL(stripe.url).port, protocol: 'https', telemetry: false },
    httpAgent: new https.Agent({ ca: readFileSync(caFile) }),
  });

/** The address of the checkout page that a user is sent to. */
export async function openCheckout(
  stack: TestStack,
  { email, token }: Pick<TestUser, 'email' | 'token'>,
  planType: PlanType = 'monthly',
): Promise<string> {
  const { method, path, response } = createCheckoutSession;
  const body = { userId: email, lookup_key: PLANS[planType].lookupKey };
  const answer = await stack.http(method, path, { token, body });
  if (answer.status !== 200) throw new Error(`The checkout was refused: ${answer.text}`);
  return response.parse(JSON.parse(answer.text)).url;
}

export async function planOf(
  stack: TestStack,
  { email, token }: Pick<TestUser, 'email' | 'token'>,
): Promise<Subscription> {
  const { method, path, response } = getSubscriptionStatus;
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
