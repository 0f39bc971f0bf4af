/** Sets up the objects at Stripe that a deployment needs. Every step reads first, so a second run changes nothing. */
import Stripe from 'stripe';
import { PLANS } from '#contract/plans';
import { EVENT_TYPES } from '../lambdas/domain/billing/parse-and-apply-stripe-event.ts';
import type { BillingDeployment } from './connect-to-deployment.ts';
import {
  CURRENCY,
  findEndpoint,
  findPortal,
  findPrice,
  findProduct,
  hasOurEvents,
  isPortalOf,
  isPriceOf,
  isSecretOf,
  type Plan,
  PRODUCT_METADATA,
  portalOf,
  type StoredSecret,
  type StripeObjectState,
} from './find-and-compare-stripe-objects.ts';

export interface SetupContext {
  readonly stripe: Stripe;
  readonly deployment: BillingDeployment;
  readonly apiKey: string;
  readonly kept: StoredSecret;
  readonly keep: (kept: StoredSecret) => Promise<void>;
}

export async function setUp(setting: SetupContext): Promise<StripeObjectState[]> {
  const { stripe, deployment, apiKey, kept, keep } = setting;
  const [product, productStep] = await setUpProduct(stripe, deployment);
  const steps = [productStep];
  for (const plan of Object.values(PLANS)) steps.push(await setUpPrice(stripe, product, plan));
  const [portal, portalStep] = await setUpPortal(stripe, deployment);
  const [webhook, webhookStep] = await setUpWebhook(setting);
  const next: StoredSecret = { apiKey, portal, ...webhook };
  const isSame = (Object.keys(next) as (keyof StoredSecret)[]).every(
    (name) => String(next[name]) === String(kept[name]),
  );
  if (!isSame) await keep(next);
  // Deletes replaced endpoints last. If a run fails before it stores the new secret, the stored secret and its endpoint
  // stay in use.
  await removeOthers(stripe, deployment, webhook.endpoint);
  return [...steps, portalStep, webhookStep, { what: 'secret', state: isSame ? 'unchanged' : 'stored' }];
}

async function setUpProduct(
  stripe: Stripe,
  { productName }: BillingDeployment,
): Promise<[Stripe.Product, StripeObjectState]> {
  const name = `${productName} Premium`;
  const found = await findProduct(stripe);
  if (!found) {
    const made = await stripe.products.create({ name, metadata: PRODUCT_METADATA });
    return [made, { what: 'product', state: 'created', detail: name }];
  }
  if (found.name === name) return [found, { what: 'product', state: 'unchanged', detail: name }];
  const renamed = await stripe.products.update(found.id, { name });
  return [renamed, { what: 'product', state: 'updated', detail: name }];
}

/**
 * Stripe does not let a price's amount or product be changed, so a new price takes over the lookup key. Subscribers of
 * the old price continue to pay it.
 */
async function setUpPrice(
  stripe: Stripe,
  { id: product }: Stripe.Product,
  plan: Plan,
): Promise<StripeObjectState> {
  const { lookupKey, interval, priceCents, price } = plan;
  const step = { what: `price ${lookupKey}`, detail: `${price} a ${interval}` };
  const found = await findPrice(stripe, plan);
  if (found && isPriceOf(found, plan, product)) return { ...step, state: 'unchanged' };
  await stripe.prices.create({
    ...{ product, currency: CURRENCY, unit_amount: priceCents, recurring: { interval } },
    ...{ lookup_key: lookupKey, transfer_lookup_key: true },
  });
  return { ...step, state: found ? 'replaced' : 'created' };
}

async function setUpPortal(
  stripe: Stripe,
  deployment: BillingDeployment,
): Promise<[string, StripeObjectState]> {
  const wanted = portalOf(deployment);
  const found = await findPortal(stripe);
  if (!found) {
    const { id } = await stripe.billingPortal.configurations.create({
      ...wanted,
      metadata: PRODUCT_METADATA,
    });
    return [id, { what: 'portal', state: 'created' }];
  }
  if (isPortalOf(found, deployment)) return [found.id, { what: 'portal', state: 'unchanged' }];
  await stripe.billingPortal.configurations.update(found.id, wanted);
  return [found.id, { what: 'portal', state: 'updated' }];
}

type Webhook = Required<Pick<StoredSecret, 'webhookSecret' | 'endpoint'>>;

/** Replaces an endpoint whose secret is not stored: Stripe returns a secret only when it creates the endpoint. */
async function setUpWebhook({
  stripe,
  deployment,
  kept,
}: SetupContext): Promise<[Webhook, StripeObjectState]> {
  const { webhookUrl: url } = deployment;
  const step = { what: 'webhook', detail: url };
  const found = await findEndpoint(stripe, url, kept.endpoint);
  const { webhookSecret } = kept;
  if (found && webhookSecret !== undefined && isSecretOf(found, kept)) {
    const webhook = { endpoint: found.id, webhookSecret };
    if (hasOurEvents(found)) return [webhook, { ...step, state: 'unchanged' }];
    await stripe.webhookEndpoints.update(found.id, { enabled_events: [...EVENT_TYPES], disabled: false });
    return [webhook, { ...step, state: 'updated' }];
  }
  const { id: endpoint, secret } = await stripe.webhookEndpoints.create({
    ...{
      url,
      enabled_events: [...EVENT_TYPES],
      api_version: Stripe.API_VERSION,
      description: 'Subscriptions',
    },
  });
  if (secret === undefined) throw new Error('Stripe returned no secret');
  const state = found ? 'replaced' : 'created';
  return [
    { endpoint, webhookSecret: secret },
    { ...step, state },
  ];
}

async function removeOthers(stripe: Stripe, { webhookUrl }: BillingDeployment, own: string): Promise<void> {
  for await (const { id, url } of stripe.webhookEndpoints.list({ limit: 100 }))
    if (url === webhookUrl && id !== own) await stripe.webhookEndpoints.del(id);
}
