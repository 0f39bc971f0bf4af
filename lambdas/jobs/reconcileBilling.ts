/**
 * Applies the Stripe events that the webhook has missed, every hour. If all retries of a run fail, the run goes into
 * the queue `Lost` (`lib/constructs/stripe-events.ts`), which raises an alarm.
 */
import { applyMissedEvents } from '../domain/billing/apply-missed-events.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';

export const handler = jobHandler(async () => {
  const { applied } = await applyMissedEvents(Date.now());
  log('INFO', 'billing reconciled', { count: applied });
});
