/**
 * Takes Stripe's events at a function URL, which is open to the internet and accepts only what Stripe has signed. Stripe
 * hears of success when the effect is stored, and sends the event again otherwise, for three days.
 */
import type { LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda';
import { customerEventOf, stripeEvent, takeEvent } from '../domain/billing/stripe-events.ts';
import { log } from '../runtime/log.ts';
import { webhookSecrets } from '../runtime/stripe.ts';

/** Seconds that an event may be old, or ahead of our clock. */
const TOLERANCE = 300;
/** Far above any event of ours. */
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
    if (!signed) return answer(400, 'Not signed as it should be');
    const event = stripeEvent.safeParse(signed.json).data;
    // Sent again it would be the same: Stripe shows it to the operator as refused.
    if (!event) return answer(400, 'Signed, and no event');
    const customerEvent = customerEventOf(event);
    const outcome = customerEvent ? await takeEvent(customerEvent) : 'ignored';
    log('INFO', 'stripe event', { action: event.type, status: outcome, requestId });
    return answer(200, outcome);
  } catch (error) {
    log('ERROR', 'stripe event not taken', { requestId, cause: error });
    return answer(503, 'Try again later');
  }
}

/** The body that one of the secrets has signed; `json` is undefined where it is no JSON, or no event of this kind. */
interface Signed {
  readonly json: unknown;
}

/** Undefined unless one of the secrets has signed the body within the tolerance. */
async function verified(body: Buffer, signature: string): Promise<Signed | undefined> {
  const stamp = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  // The library refuses what is too old, and takes whatever is from the future.
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
      // The library reads the body after it has checked the signature.
      if (!(error instanceof Sdk.errors.StripeSignatureVerificationError)) return { json: undefined };
    }
  return undefined;
}
