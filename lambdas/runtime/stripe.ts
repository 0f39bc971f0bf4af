/**
 * Stripe as the functions call it: loaded when first needed, with the key from Secrets Manager. A call waits a few
 * seconds and is repeated twice, under the same idempotency key; what fails then is `payments_unavailable`.
 */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { AppError } from '#contract/errors';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { readSecretText } from './secrets-manager.ts';

/** While a signing secret is exchanged, the old one counts beside the new one. */
const secretShape = z.object({
  apiKey: z.string(),
  webhookSecret: z.union([z.string(), z.array(z.string())]),
  /** Id of the portal's configuration. @default the account's own */
  portal: z.optional(z.string()),
});
type StripeSecret = z.infer<typeof secretShape>;

/** The secret is read again after this long, so that it can be rotated. */
const KEEP_MS = 5 * 60_000;
/** Shortest pause between two reads of the secret, whatever was refused. */
const PAUSE_MS = 10_000;
const TIMEOUT_MS = 4_000;
const RETRIES = 2;

let known: { value: StripeSecret; at: number } | undefined;
let made: { key: string; client: Stripe } | undefined;

/** True when this deployment is paid through Stripe. */
export const hasStripe = (): boolean => Boolean(process.env[ENV.stripeSecretArn]);

async function readSecret(maxAgeMs: number): Promise<StripeSecret> {
  const age = known ? Date.now() - known.at : Infinity;
  // A clock that was set back makes nothing younger.
  if (known && age >= 0 && age < maxAgeMs) return known.value;
  if (!hasStripe()) throw new AppError('payments_unavailable');
  const text = await readSecretText(requireEnv(ENV.stripeSecretArn));
  const parsed = secretShape.safeParse(parsedJson(text));
  if (!parsed.success) throw new AppError('payments_unavailable');
  // What the operator has yet to fill is looked at again each time.
  known = parsed.data.apiKey === '' ? undefined : { value: parsed.data, at: Date.now() };
  return parsed.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The secrets that events may be signed with. @param fresh after one was refused: it may be new */
export async function webhookSecrets(fresh = false): Promise<readonly string[]> {
  const { webhookSecret } = await readSecret(fresh ? PAUSE_MS : KEEP_MS);
  return [webhookSecret].flat().filter((secret) => secret !== '');
}

/** Which of the account's portals is this deployment's. */
export const portalConfiguration = async (): Promise<string | undefined> =>
  (await readSecret(KEEP_MS)).portal;

async function client(): Promise<Stripe> {
  const { apiKey } = await readSecret(KEEP_MS);
  if (apiKey === '') throw new AppError('payments_unavailable');
  if (made?.key !== apiKey) made = { key: apiKey, client: await connectStripe(apiKey) };
  return made.client;
}

/** A client with that key, at the address in the environment. */
export async function connectStripe(apiKey: string): Promise<Stripe> {
  const { default: Sdk } = await import('stripe');
  const { hostname, port, protocol } = new URL(requireEnv(ENV.stripeApi));
  return new Sdk(apiKey, {
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

/** Stripe refuses these for good: another try would be refused as well. */
export class StripeRefused extends AppError {
  /** Stripe's own: `resource_missing` and so on. */
  readonly reason: string | undefined;

  constructor(reason: string | undefined, cause: unknown) {
    super('payments_unavailable', { cause });
    this.reason = reason;
  }
}

/** Runs calls of Stripe's API. @throws AppError `payments_unavailable` for whatever fails there */
export async function withStripe<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await client();
  const { default: Sdk } = await import('stripe');
  try {
    return await work(stripe);
  } catch (error) {
    if (!(error instanceof Sdk.errors.StripeError)) throw error;
    // A key that was exchanged: the next call reads it again.
    if (error instanceof Sdk.errors.StripeAuthenticationError) known = undefined;
    if (error instanceof Sdk.errors.StripeInvalidRequestError) throw new StripeRefused(error.code, error);
    throw new AppError('payments_unavailable', { cause: error });
  }
}

/** True when Stripe has no such thing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeRefused && error.reason === 'resource_missing';

/** Undefined where Stripe has no such thing. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
