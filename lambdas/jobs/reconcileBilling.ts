/**
 * Applies the Stripe events that the webhook has missed. A schedule starts this job every hour. Lambda retries a failed
 * run. If all retries fail, Lambda puts the run into the queue `Lost` (`lib/constructs/stripe-events.ts`). Any message
 * in this queue raises an alarm.
 */
import { applyMissedEvents } from '../domain/billing/apply-missed-events.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';

export const handler = jobHandler(async () => {
  const { applied } = await applyMissedEvents(Date.now());
  log('INFO', 'billing reconciled', { count: applied });
});
