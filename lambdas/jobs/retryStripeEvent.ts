/**
 * Retries a Stripe event that the webhook or the job `reconcileBilling` could not apply. When this job fails too,
 * Lambda runs it twice more, and then puts the event into the dead-letter queue `Lost`
 * (`lib/constructs/stripe-events.ts`).
 */
import { applyEvent, type CustomerEvent } from '../domain/billing/sync-from-stripe.ts';

export async function handler(event: CustomerEvent): Promise<void> {
  const outcome = await applyEvent(event);
  if (outcome === 'foreign') throw new Error("The owner's item names another customer, or none");
}
