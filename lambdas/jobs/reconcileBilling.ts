/**
 * Applies the Stripe events that the webhook has missed. A schedule starts it every hour. A failed run is retried; the
 * last failure alerts the operator.
 */
import { applyMissedEvents } from '../domain/billing/apply-missed-events.ts';
import { log } from '../runtime/log.ts';

export async function handler(): Promise<void> {
  const { applied } = await applyMissedEvents(Date.now());
  log('INFO', 'billing reconciled', { count: applied });
}
