/**
 * Applies the Stripe events that the webhook has missed. A schedule starts this job every hour. Lambda retries a failed
 * run. After the last retry it puts the run into the queue `Lost` (`lib/constructs/stripe-events.ts`). Any message
 * there raises an alarm.
 */
import { applyMissedEvents } from '../domain/billing/apply-missed-events.ts';
import { log } from '../runtime/log.ts';

export async function handler(): Promise<void> {
  const { applied } = await applyMissedEvents(Date.now());
  log('INFO', 'billing reconciled', { count: applied });
}
