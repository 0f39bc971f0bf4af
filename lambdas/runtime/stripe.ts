/** Stripe's client. A retried POST keeps its idempotency key, so Stripe carries it out once. */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { AppError } from '#contract/error-codes';
import { WORDED_ERRORS, wordedError } from '#contract/server-worded-errors';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { readSecretText } from './secrets-manager.ts';

/** During a rotation, `webhookSecret` holds both the old and the new signing secret. */
const secretShape = z.object({
  apiKey: z.string(),
  webhookSecret: z.union([z.string(), z.array(z.string())]),
  /** Id of the customer portal's configuration. @default the Stripe account's default */
  portal: z.optional(z.string()),
});
type StripeSecret = z.infer<typeof secretShape>;

/** How long the secret is cached. After that time, a rotated secret takes effect. */
const KEEP_MS = 5 * 60_000;
/** Shortest pause in milliseconds between two reads of the secret after refused signatures. */
const PAUSE_MS = 10_000;
const TIMEOUT_MS = 4_000;
const RETRIES = 2;

let known: { value: StripeSecret; at: number } | undefined;
let made: { key: string; client: Stripe } | undefined;

export const hasStripe = (): boolean => Boolean(process.env[ENV.stripeSecretArn]);

async function readSecret(maxAgeMs: number): Promise<StripeSecret> {
  const age = known ? Date.now() - known.at : Infinity;
  // A negative age means that the clock was set back.
  if (known && age >= 0 && age < maxAgeMs) return known.value;
  if (!hasStripe()) throw wordedError('payments_unavailable');
  const text = await readSecretText(requireEnv(ENV.stripeSecretArn));
  const parsed = secretShape.safeParse(parsedJson(text));
  if (!parsed.success) throw wordedError('payments_unavailable');
  // An empty key is not cached, so that the operator's key is used as soon as it is entered.
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

/**
 * Returns the secrets that Stripe's events may be signed with. Empty while the operator has entered none.
 * @param fresh true to read the secret again, at most once in `PAUSE_MS`, because it may have been rotated
 */
export async function webhookSecrets(fresh = false): Promise<readonly string[]> {
  const { webhookSecret } = await readSecret(fresh ? PAUSE_MS : KEEP_MS);
  return [webhookSecret].flat().filter((secret) => secret !== '');
}

/** Returns the id of the customer portal's configuration; undefined for the Stripe account's default. */
export const portalConfiguration = async (): Promise<string | undefined> =>
  (await readSecret(KEEP_MS)).portal;

async function client(): Promise<Stripe> {
  const { apiKey } = await readSecret(KEEP_MS);
  if (apiKey === '') throw wordedError('payments_unavailable');
  if (made?.key !== apiKey) made = { key: apiKey, client: await connectStripe(apiKey) };
  return made.client;
}

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

/** Error for a call that Stripe refuses and would refuse again on a retry. */
export class StripeRefused extends AppError {
  /** Stripe's error code, such as `resource_missing`. */
  readonly reason: string | undefined;

  constructor(reason: string | undefined, cause: unknown) {
    super('payments_unavailable', { message: WORDED_ERRORS.payments_unavailable.message, cause });
    this.reason = reason;
  }
}

/**
 * Runs calls of Stripe's API.
 * @throws AppError `payments_unavailable` for every error of Stripe, and while the secret has no valid key; the
 * subclass `StripeRefused` for an invalid request
 */
export async function withStripe<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await client();
  const { default: Sdk } = await import('stripe');
  try {
    return await work(stripe);
  } catch (error) {
    if (!(error instanceof Sdk.errors.StripeError)) throw error;
    // The key may have been rotated, so the next call reads it again.
    if (error instanceof Sdk.errors.StripeAuthenticationError) known = undefined;
    if (error instanceof Sdk.errors.StripeInvalidRequestError) throw new StripeRefused(error.code, error);
    throw wordedError('payments_unavailable', { cause: error });
  }
}

/** True when the error says that Stripe has no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeRefused && error.reason === 'resource_missing';

/** Returns undefined when Stripe has no such object. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
