/** Finds the Stripe objects that a deployment needs, and reports which are missing, ready or out of date. */
import type Stripe from 'stripe';
import { PLANS } from '#contract/plans';
import { EVENT_TYPES } from '../lambdas/domain/billing/parse-and-apply-stripe-event.ts';
import type { BillingDeployment } from './connect-to-deployment.ts';

/**
 * Metadata of the deployment's product and portal configuration. No other product or portal configuration of the Stripe
 * account may have it.
 */
export const PRODUCT_METADATA = { product: 'premium' } as const;
export const CURRENCY = 'usd';
export type Plan = (typeof PLANS)[keyof typeof PLANS];

/** Row of the output of `stripe setup` and `stripe status`. */
export interface StripeObjectState {
  readonly what: string;
  readonly state: string;
  readonly detail?: string;
}

/** Content of the deployment's secret in Secrets Manager. */
export interface StoredSecret {
  readonly apiKey?: string;
  readonly webhookSecret?: string | readonly string[];
  /** Id of the webhook endpoint to which `webhookSecret` belongs. */
  readonly endpoint?: string;
  readonly portal?: string;
}

export const portalOf = ({ siteUrl }: BillingDeployment) =>
  ({
    default_return_url: `${siteUrl}/subscription`,
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    },
  }) as const satisfies Stripe.BillingPortal.ConfigurationCreateParams;

export async function findProduct(stripe: Stripe): Promise<Stripe.Product | undefined> {
  for await (const product of stripe.products.list({ active: true, limit: 100 }))
    if (product.metadata.product === PRODUCT_METADATA.product) return product;
  return undefined;
}

export async function findPrice(stripe: Stripe, { lookupKey }: Plan): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  return data[0];
}

/**
 * Compares the product, too: the prices of an archived product stay active and keep their lookup keys, but Stripe sells
 * nothing at these prices.
 */
export const isPriceOf = (
  { unit_amount, currency, recurring, product: own }: Stripe.Price,
  { interval, priceCents }: Plan,
  product: string | undefined,
): boolean =>
  unit_amount === priceCents &&
  currency === CURRENCY &&
  recurring?.interval === interval &&
  (typeof own === 'string' ? own : own.id) === product;

/**
 * Finds the endpoint with this URL. An interrupted setup may have left several endpoints. If so, prefers `known`.
 * @param known id of the endpoint whose secret is stored
 */
export async function findEndpoint(
  stripe: Stripe,
  url: string,
  known: string | undefined,
): Promise<Stripe.WebhookEndpoint | undefined> {
  const found: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) found.push(endpoint);
  return found.find(({ id }) => id === known) ?? found[0];
}

export const hasOurEvents = ({ enabled_events: events, status }: Stripe.WebhookEndpoint): boolean =>
  status === 'enabled' && [...events].sort().join() === [...EVENT_TYPES].sort().join();

/** True if the stored webhook secret belongs to this endpoint. The secret is stored together with its endpoint's id. */
export const isSecretOf = (
  { id }: Stripe.WebhookEndpoint,
  { endpoint, webhookSecret = '' }: StoredSecret,
): boolean => endpoint === id && webhookSecret.length > 0;

export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const portal of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (portal.metadata?.product === PRODUCT_METADATA.product) return portal;
  return undefined;
}

export function isPortalOf(
  found: Stripe.BillingPortal.Configuration,
  deployment: BillingDeployment,
): boolean {
  const { default_return_url, features } = portalOf(deployment);
  const { subscription_cancel: cancel, ...others } = found.features;
  return (
    found.default_return_url === default_return_url &&
    cancel.enabled &&
    cancel.mode === features.subscription_cancel.mode &&
    others.invoice_history.enabled &&
    others.payment_method_update.enabled &&
    !others.subscription_update.enabled
  );
}

export async function readObjectStates(
  stripe: Stripe,
  deployment: BillingDeployment,
  kept: StoredSecret,
): Promise<StripeObjectState[]> {
  const product = await findProduct(stripe);
  const found: StripeObjectState[] = [stateOf('product', product, () => true, product?.name)];
  for (const plan of Object.values(PLANS)) {
    const price = await findPrice(stripe, plan);
    found.push(
      stateOf(`price ${plan.lookupKey}`, price, (is) => isPriceOf(is, plan, product?.id), plan.price),
    );
  }
  const endpoint = await findEndpoint(stripe, deployment.webhookUrl, kept.endpoint);
  const isGood = (is: Stripe.WebhookEndpoint) => hasOurEvents(is) && isSecretOf(is, kept);
  found.push(stateOf('webhook', endpoint, isGood, deployment.webhookUrl));
  const portal = await findPortal(stripe);
  found.push(stateOf('portal', portal, (is) => isPortalOf(is, deployment) && kept.portal === is.id));
  return found;
}

function stateOf<T>(
  what: string,
  is: T | undefined,
  isGood: (is: T) => boolean,
  detail?: string,
): StripeObjectState {
  const state = is === undefined ? 'missing' : isGood(is) ? 'ready' : 'out of date';
  return { what, state, ...(detail !== undefined && { detail }) };
}
