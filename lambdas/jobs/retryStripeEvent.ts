/**
 * Retries a Stripe event that the webhook or the job `reconcileBilling` could not apply. If Lambda's two retries fail
 * too, the event goes into the dead-letter queue `Lost` (`lib/constructs/stripe-events.ts`).
 */
import { applyEvent, type CustomerEvent } from '../domain/billing/sync-from-stripe.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';

export const handler = jobHandler(async (event: CustomerEvent) => {
  const outcome = await applyEvent(event);
  if (outcome !== 'foreign') return;
  log('ERROR', 'stripe event of another customer');
  throw new Error("The owner's item names another customer, or none");
});
