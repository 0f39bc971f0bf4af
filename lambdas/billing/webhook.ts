/**
 * Webhook for Stripe's events. The function URL is open to the internet, so it accepts only events signed by Stripe.
 * An answer of 200 means that the event's effect is stored, that a job will retry the event, or that the event has no
 * effect here. After any other answer, Stripe sends the event again, for three days.
 */
import type { LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda';
import {
  applyOrHandOver,
  customerEventOf,
  stripeEvent,
} from '../domain/billing/parse-and-apply-stripe-event.ts';
import { log } from '../runtime/log.ts';
import { webhookSecrets } from '../runtime/stripe.ts';

/** Seconds by which the time in a signature may differ from our clock, in either direction. */
const TOLERANCE = 300;
/** Far above the size of the events that are handled. */
const BODY_MAX_BYTES = 256 * 1024;

const answer = (statusCode: number, message: string): LambdaFunctionURLResult => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

export async function handler(request: LambdaFunctionURLEvent): Promise<LambdaFunctionURLResult> {
  const { requestId } = request.requestContext;
  try {
    const body = Buffer.from(request.body ?? '', request.isBase64Encoded ? 'base64' : 'utf8');
    if (body.byteLength > BODY_MAX_BYTES) return answer(413, 'Too large');
    const signed = await verified(body, request.headers['stripe-signature'] ?? '');
    if (!signed) return answer(400, 'Invalid signature');
    const event = stripeEvent.safeParse(signed.json).data;
    // Stripe's repetitions will fail too, but the 400 makes Stripe show the event to the operator as failed.
    if (!event) return answer(400, 'Not a Stripe event');
    const customerEvent = customerEventOf(event);
    const outcome = customerEvent ? await applyOrHandOver(customerEvent) : 'ignored';
    log('INFO', 'stripe event', { action: event.type, status: outcome, requestId });
    return answer(200, outcome);
  } catch (error) {
    log('ERROR', 'stripe event not taken', { requestId, cause: error });
    return answer(503, 'Try again later');
  }
}

/** `json` is undefined if the SDK could not read the signed body as an event. */
interface Signed {
  readonly json: unknown;
}

/**
 * Returns the body if it is signed with one of the secrets, and the signature's time is within TOLERANCE of our clock.
 * Otherwise returns undefined.
 */
async function verified(body: Buffer, signature: string): Promise<Signed | undefined> {
  const stamp = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  // Stripe's library refuses signatures that are too old, but accepts times in the future.
  if (!(stamp - Date.now() / 1000 <= TOLERANCE)) return undefined;
  const known = await webhookSecrets();
  const signed = await signedBy(known, body, signature);
  if (signed) return signed;
  const fresh = await webhookSecrets(true);
  return fresh.join() === known.join() ? undefined : signedBy(fresh, body, signature);
}

async function signedBy(
  secrets: readonly string[],
  body: Buffer,
  signature: string,
): Promise<Signed | undefined> {
  const { default: Sdk } = await import('stripe');
  for (const secret of secrets)
    try {
      return { json: Sdk.webhooks.constructEvent(body, signature, secret, TOLERANCE) };
    } catch (error) {
      // The library checks the signature before it parses the body, so any other error concerns the body.
      if (!(error instanceof Sdk.errors.StripeSignatureVerificationError)) return { json: undefined };
    }
  return undefined;
}
